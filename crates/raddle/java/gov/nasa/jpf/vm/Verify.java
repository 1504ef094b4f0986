package gov.nasa.jpf.vm;

import raddle.Raddle;

/**
 * The choices of Java Pathfinder's drivers, by their names there, so that programs written for it run unchanged. What
 * cannot be given here has no body: reaching it ends the check as incomplete, and names it.
 */
public final class Verify {
    private Verify() {
    }

    public static boolean isRunningInJPF() {
        return true;
    }

    public static boolean vmIsMatchingStates() {
        return false;
    }

    public static boolean getBoolean() {
        return Raddle.chooseBoolean();
    }

    public static boolean getBoolean(boolean falseFirst) {
        return falseFirst == Raddle.chooseBoolean();
    }

    public static int getInt(int min, int max) {
        return min <= max ? Raddle.choose(min, max) : Raddle.choose(max, min);
    }

    public static int getIntFromList(int... values) {
        return values[Raddle.choose(values.length)];
    }

    public static long getLongFromList(long... values) {
        return values[Raddle.choose(values.length)];
    }

    public static float getFloatFromList(float... values) {
        return values[Raddle.choose(values.length)];
    }

    public static double getDoubleFromList(double... values) {
        return values[Raddle.choose(values.length)];
    }

    /** From 0 to {@code max}, both included. */
    public static int random(int max) {
        return Raddle.choose(0, max);
    }

    public static boolean randomBool() {
        return Raddle.chooseBoolean();
    }

    public static void ignoreIf(boolean condition) {
        Raddle.assume(!condition);
    }

    public static void assertTrue(String message, boolean condition) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    public static void assertTrue(boolean condition) {
        assertTrue("assertion failed", condition);
    }

    public static void print(String text) {
        System.out.print(text);
    }

    public static void println(String text) {
        System.out.println(text);
    }

    public static void println() {
        System.out.println();
    }

    public static void log(String logger, int level, String message) {
    }

    public static void addComment(String text) {
    }

    // Hints to a search: without them it is as right.

    public static void boring(boolean condition) {
    }

    public static void interesting(boolean condition) {
    }

    public static void breakTransition(String reason) {
    }

    public static void setObjectAttribute(Object object, int value) {
    }

    public static void setPeerClass(String name) {
    }

    // What is between them is one step, up to where it waits.

    public static native void beginAtomic();

    public static native void endAtomic();

    // What has no meaning here.

    public static native void terminateSearch();

    public static native void setCounter(int id, int value);

    public static native int getCounter(int id);

    public static native int incrementCounter(int id);

    public static native int getInt(String key);

    public static native double getDouble(String key);

    public static native boolean getBoolean(String key);

    public static native Object getObject(String key);

    public static native void storeTrace(String fileName, String comment);
}
