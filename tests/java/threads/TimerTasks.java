// Timers: order, periods, cancellation from inside and outside, purging.
package threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerTasks {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("ticker", true);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch latch = new CountDownLatch(5);
        class Note extends TimerTask {
            final String name;
            int left;

            Note(String name, int left) {
                this.name = name;
                this.left = left;
            }

            @Override
            public void run() {
                log.add(name + left);
                latch.countDown();
                if (--left == 0) cancel();
            }
        }
        timer.schedule(new Note("late", 1), 500);
        timer.schedule(new Note("tick", 3), 10, 40);
        timer.schedule(new Note("date", 1), new Date(System.currentTimeMillis() + 350));
        Note never = new Note("never", 1);
        timer.schedule(never, 10_000_000);
        latch.await();
        System.out.println(log + " " + never.cancel() + " " + never.cancel() + " " + timer.purge());
        try {
            timer.schedule(never, 1);
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        timer.cancel();
        try {
            timer.schedule(new Note("x", 1), 1);
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            new Timer(true).schedule(new Note("x", 1), -1);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
