// Stages joined by queues.
package concurrent;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Pipeline {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> numbers = new LinkedBlockingQueue<>(4), squares = new ArrayBlockingQueue<>(2);
        Thread source = new Thread(() -> { try { for (int i = 1; i <= 30; i++) numbers.put(i); numbers.put(-1); } catch (InterruptedException exception) { } });
        Thread stage = new Thread(() -> { try { for (int n; (n = numbers.take()) > 0;) squares.put(n * n); squares.put(-1); } catch (InterruptedException exception) { } });
        source.start();
        stage.start();
        long sum = 0;
        for (int n; (n = squares.take()) > 0;) sum += n;
        source.join();
        stage.join();
        System.out.println(sum + " " + numbers.isEmpty() + squares.isEmpty());
    }
}
