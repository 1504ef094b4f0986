/** Arithmetic of every kind, arrays of every kind, wide local variables, switches, loops and conversions. */
public class Numbers {
    static final int LIMIT = 10;
    static final long LONG = 1L << 40;
    static final float FLOAT = 1.5f;
    static final double DOUBLE = 2.25;
    static final String TEXT = "constant \u00e9\u4e2d";
    static final char CHARACTER = 'x';
    static final boolean FLAG = true;
    static final byte BYTE = -3;
    static final short SHORT = 300;
    static int counter;
    private long total;
    protected double mean;
    volatile int shared;
    transient float ratio;

    static long mix(int i, long l, float f, double d) {
        long result = i + l * 3 - (i << 2) + (l >>> 3) + (l >> 1) ^ i;
        result += (long) (f * 2 + d / 3 - f % 2 + -d);
        result |= (byte) i & 0xff | (short) l | (char) i;
        return result % 1000003;
    }

    static int compare(long a, long b, float f, double d) {
        int result = 0;
        if (a < b) {
            result |= 1;
        }
        if (f >= d) {
            result |= 2;
        }
        if (a != b || f == 0f && d <= 1.0) {
            result |= 4;
        }
        return result > 3 ? result : -result;
    }

    static int dense(int i) {
        switch (i) {
            case 0: return 5;
            case 1: return 7;
            case 2:
            case 3: return counter++;
            case 5: break;
            default: return -1;
        }
        return 9;
    }

    static int sparse(int i) {
        switch (i) {
            case -1000: return 1;
            case 0: return 2;
            case 77777: return 3;
            default: return 4;
        }
    }

    static String arrays(int n) {
        int[] ints = new int[n];
        long[] longs = new long[n];
        byte[] bytes = new byte[n];
        short[] shorts = new short[n];
        char[] chars = new char[n];
        float[] floats = new float[n];
        double[] doubles = new double[n];
        boolean[] flags = new boolean[n];
        String[] texts = new String[n];
        int[][] matrix = new int[n][3];
        Object[][][] cube = new Object[n][][];
        for (int i = 0; i < n; i++) {
            ints[i] = i * i;
            longs[i] = (long) i << 33;
            bytes[i] = (byte) (i * 50);
            shorts[i] = (short) (i * 20000);
            chars[i] = (char) ('a' + i);
            floats[i] = i / 2f;
            doubles[i] = i / 4.0;
            flags[i] = i % 2 == 0;
            texts[i] = i + "!";
            matrix[i][i % 3] += ints[i]--;
            longs[i] += ++ints[i];
        }
        long sum = cube.length;
        for (int i = 0; i < n; i++) {
            sum += ints[i] + longs[i] + bytes[i] + shorts[i] + chars[i] + (long) floats[i] + (long) doubles[i];
            sum += flags[i] ? 1 : 0;
            sum += texts[i].length() + matrix[i][i % 3];
        }
        int[] copy = ints.clone();
        return sum + new String(chars) + copy.length;
    }

    long add(long value, double weight) {
        total += value;
        mean = (mean + value * weight) / 2;
        ratio += 0.5f;
        shared++;
        return total;
    }

    public static void main(String[] arguments) {
        long result = 0;
        for (int i = -2; i < LIMIT; i++) {
            result += mix(i, LONG + i, FLOAT * i, DOUBLE - i);
            result = result * 31 + compare(i, result, i, DOUBLE);
            result += dense(i) * 10 + sparse(i == 4 ? -1000 : i * 77777);
        }
        System.out.println(result + TEXT + CHARACTER + FLAG + BYTE + SHORT);
        System.out.println(arrays(7));
        Numbers numbers = new Numbers();
        outer:
        for (long l = 0; l < 5; l++) {
            for (double d = 0; d < 2; d += 0.5) {
                if (l == 3) {
                    continue outer;
                }
                numbers.add(l, d);
            }
        }
        System.out.println(numbers.total + " " + numbers.mean + " " + numbers.shared + " " + numbers.ratio);
        System.out.printf("%d %.3f %s%n", counter, Math.sqrt(DOUBLE), Long.toHexString(LONG));
    }
}
