package org.sosy_lab.sv_benchmarks;

import raddle.Raddle;

/**
 * The inputs of the programs of SV-COMP, by their names there. Those with few values are explored; of the others, which
 * have no body, some are tried, and the verdict says so. A string ends the check as incomplete.
 */
public final class Verifier {
    private Verifier() {
    }

    public static void assume(boolean condition) {
        Raddle.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Raddle.chooseBoolean();
    }

    public static byte nondetByte() {
        return (byte) Raddle.choose(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static char nondetChar() {
        return (char) Raddle.choose(Character.MIN_VALUE, Character.MAX_VALUE);
    }

    public static short nondetShort() {
        return (short) Raddle.choose(Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static native int nondetInt();

    public static native long nondetLong();

    public static native float nondetFloat();

    public static native double nondetDouble();

    public static native String nondetString();
}
