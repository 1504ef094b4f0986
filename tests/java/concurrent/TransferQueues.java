// Blocking queues: hand-over, timeouts, priorities, both ends, draining.
package concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class TransferQueues {
    static int pass(BlockingQueue<Integer> queue, int count) throws Exception {
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= count; i++) queue.put(i);
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < count; i++) sum += queue.take();
        producer.join();
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(pass(new ArrayBlockingQueue<>(2, true), 50) + " " + pass(new LinkedBlockingQueue<>(3), 50) + " " + pass(new SynchronousQueue<>(true), 20)
            + " " + pass(new SynchronousQueue<>(), 20) + " " + pass(new LinkedTransferQueue<>(), 40) + " " + pass(new PriorityBlockingQueue<>(), 40) + " " + pass(new LinkedBlockingDeque<>(1), 20));
        LinkedTransferQueue<String> transfer = new LinkedTransferQueue<>();
        Thread consumer = new Thread(() -> {
            try {
                System.out.println("took " + transfer.take());
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        System.out.println(transfer.tryTransfer("nobody") + " " + transfer.tryTransfer("nobody", 1, TimeUnit.MILLISECONDS) + " " + transfer.hasWaitingConsumer());
        consumer.start();
        transfer.transfer("it");
        consumer.join();
        ArrayBlockingQueue<Integer> full = new ArrayBlockingQueue<>(2);
        System.out.println(full.offer(1) + " " + full.offer(2) + " " + full.offer(3) + " " + full.offer(3, 1, TimeUnit.MILLISECONDS) + " " + full.remainingCapacity() + " " + full.peek());
        try {
            full.add(4);
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        List<Integer> drained = new ArrayList<>();
        System.out.println(full.drainTo(drained, 1) + " " + drained + " " + full + " " + full.poll(1, TimeUnit.MILLISECONDS) + " " + full.poll(1, TimeUnit.MILLISECONDS));
        LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>(List.of("b", "c"));
        deque.putFirst("a");
        deque.offerLast("d");
        System.out.println(deque + " " + deque.takeLast() + " " + deque.pollFirst() + " " + deque.removeLastOccurrence("x") + " " + deque.peekLast());
        Thread waiting = new Thread(() -> {
            try {
                new SynchronousQueue<String>().take();
            } catch (InterruptedException exception) {
                System.out.println("interrupted while taking " + Thread.currentThread().isInterrupted());
            }
        });
        waiting.start();
        waiting.interrupt();
        waiting.join();
    }
}
