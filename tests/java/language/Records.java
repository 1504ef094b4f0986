// Records with compact constructors, nesting and static members.
package language;

public class Records {
    record Range(int low, int high) {
        static int made;
        Range {
            if (low > high) throw new IllegalArgumentException(low + ">" + high);
            made++;
        }
        Range(int only) { this(only, only); }
        int size() { return high - low + 1; }
    }
    record Pair<A, B>(A first, B second) {}
    record All(boolean z, byte b, char c, short s, int i, long j, float f, double d, String t, int[] a) {}
    record Empty() {}

    public static void main(String[] args) {
        System.out.println(new Range(1, 5) + " " + new Range(3).size() + " " + Range.made);
        try {
            new Range(2, 1);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        Pair<String, Range> pair = new Pair<>("x", new Range(0, 1));
        System.out.println(pair + " " + pair.equals(new Pair<>("x", new Range(0, 1))) + " " + pair.hashCode());
        System.out.println(new Pair<>(null, null) + " " + new Pair<>(null, null).hashCode());
        All all = new All(true, (byte) -1, 'q', (short) -2, 3, 4L, 1.5f, -0.0, "t", null);
        System.out.println(all + " " + all.hashCode());
        System.out.println(all.equals(new All(true, (byte) -1, 'q', (short) -2, 3, 4L, 1.5f, 0.0, "t", null)));
        System.out.println(new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()));
    }
}
