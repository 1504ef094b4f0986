package raddle;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Choices for drivers of concurrent programs. Under {@code raddle check} every choice is explored; under a plain JVM
 * this file does what it says, with choices at random, so that the same driver runs there as well.
 *
 * <p>Written by {@code raddle init java}; keep it in the package {@code raddle}.
 */
public final class Raddle {
    private Raddle() {
    }

    /** Whether the program is being checked, and not just run. */
    public static boolean isChecking() {
        return false;
    }

    /** A number from 0 on, below {@code options}. */
    public static int choose(int options) {
        if (options < 1) {
            throw new IllegalArgumentException("nothing to choose from: " + options);
        }
        return ThreadLocalRandom.current().nextInt(options);
    }

    /** A number from {@code from} to {@code to}, both included. */
    public static int choose(int from, int to) {
        long options = (long) to - from + 1;
        if (options < 1 || options > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("no range to choose from: " + from + " to " + to);
        }
        return from + choose((int) options);
    }

    /** True or false. */
    public static boolean chooseBoolean() {
        return choose(2) == 1;
    }

    /** One of these. */
    @SafeVarargs
    public static <T> T chooseFrom(T... values) {
        return values[choose(values.length)];
    }

    /** Where this does not hold, the run is of no interest: it ends here, and is no finding. */
    public static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(0);
        }
    }
}
