// Ordered by delay.
package concurrent;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Delays {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        StringBuffer log = new StringBuffer();
        for (int d : new int[] {900, 20, 450}) pool.schedule(() -> log.append(d).append(' '), d, TimeUnit.MILLISECONDS);
        pool.shutdown();
        System.out.println(pool.awaitTermination(60, TimeUnit.SECONDS) + " " + log);
    }
}
