// Properties, environment, time that passes, identity.
package misc;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

public class SystemThings {
    public static void main(String[] args) throws Exception {
        System.out.println(System.getProperty("line.separator").length() + " " + System.getProperty("no.such") + " " + System.getProperty("x", "dflt") + " " + System.getProperty("file.separator"));
        System.setProperty("own.key", "v");
        System.out.println(System.getProperty("own.key") + " " + Integer.getInteger("absent", 4) + " " + Boolean.getBoolean("absent"));
        long before = System.nanoTime();
        long milliseconds = System.currentTimeMillis();
        Thread.sleep(30);
        System.out.println((System.nanoTime() - before >= 30_000_000) + " " + (System.currentTimeMillis() - milliseconds >= 29));
        Object a = new Object(), b = new Object();
        System.out.println((System.identityHashCode(a) == a.hashCode()) + " " + a.equals(b) + " " + a.toString().startsWith("java.lang.Object@"));
        System.out.println(Runtime.getRuntime().availableProcessors() > 0);
        System.out.println(Runtime.version().feature() >= 17);
        System.out.println(System.getenv("SURELY_NOT_SET_ANYWHERE") + " " + (System.getenv() != null));
        System.err.println("not compared");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {}));
        System.gc();
        System.out.println(Instant.now().isAfter(Instant.EPOCH) + " " + (ThreadLocalRandom.current().nextInt(5) < 5));
    }
}
