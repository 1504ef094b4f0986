// java.util.Timer.
package threads;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class Timers {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("timer");
        CountDownLatch latch = new CountDownLatch(4);
        StringBuffer log = new StringBuffer();
        timer.schedule(new TimerTask() { @Override public void run() { log.append("once "); latch.countDown(); } }, 10);
        timer.schedule(new TimerTask() {
            int runs;
            @Override public void run() {
                log.append("tick ");
                latch.countDown();
                if (++runs == 3) cancel();
            }
        }, 40, 30);
        latch.await();
        timer.cancel();
        System.out.println(log);
        try {
            timer.schedule(new TimerTask() { @Override public void run() {} }, 1);
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
