// Blocking queues.
package concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class Queues {
    static class Later implements Delayed {
        final long at;
        final String name;
        Later(String name, long milliseconds) { this.name = name; at = System.nanoTime() + milliseconds * 1_000_000; }
        public long getDelay(TimeUnit unit) { return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS); }
        public int compareTo(Delayed other) { return Long.compare(at, ((Later) other).at); }
    }

    static int pump(BlockingQueue<Integer> queue) throws Exception {
        int[] sum = new int[1];
        Thread consumer = new Thread(() -> {
            try {
                for (int value; (value = queue.take()) >= 0;) sum[0] += value;
            } catch (InterruptedException exception) {
                sum[0] = -1;
            }
        });
        consumer.start();
        for (int i = 0; i < 50; i++) queue.put(i);
        queue.put(-1);
        consumer.join();
        return sum[0];
    }

    public static void main(String[] args) throws Exception {
        System.out.println(pump(new ArrayBlockingQueue<>(2)) + " " + pump(new LinkedBlockingQueue<>()) + " " + pump(new SynchronousQueue<>()) + " " + pump(new LinkedTransferQueue<>()) + " " + pump(new LinkedBlockingDeque<>(3)));
        PriorityBlockingQueue<Integer> priority = new PriorityBlockingQueue<>(List.of(3, 1, 2));
        System.out.println(priority.take() + " " + priority.poll(1, TimeUnit.MILLISECONDS) + " " + priority.take() + " " + priority.poll(1, TimeUnit.MILLISECONDS));
        ArrayBlockingQueue<String> full = new ArrayBlockingQueue<>(1);
        System.out.println(full.offer("a") + " " + full.offer("b") + " " + full.offer("c", 1, TimeUnit.MILLISECONDS) + " " + full.peek() + full.remainingCapacity());
        try {
            full.add("d");
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        DelayQueue<Later> delayed = new DelayQueue<>();
        delayed.add(new Later("second", 40));
        delayed.add(new Later("first", 10));
        System.out.println(delayed.poll() + " " + delayed.take().name + " " + delayed.take().name);
        ConcurrentLinkedQueue<Integer> linked = new ConcurrentLinkedQueue<>(List.of(1, 2));
        System.out.println(linked.poll() + " " + linked.offer(5) + linked + new ConcurrentLinkedDeque<>(List.of(1, 2)).pollLast());
        List<Integer> drained = new ArrayList<>();
        System.out.println(new LinkedBlockingQueue<>(List.of(1, 2, 3)).drainTo(drained, 2) + " " + drained);
    }
}
