// One thread writes x once, the others read x once. Argument: the number of readers. Classes of schedules: 2^N.
// The accesses race on purpose: check with --allow races.
class Readers {
    static int x;

    public static void main(String[] args) {
        int readers = Integer.parseInt(args[0]);
        new Thread(() -> x = 1).start();
        for (int number = 0; number < readers; number++) {
            new Thread(() -> {
                int seen = x;
            }).start();
        }
    }
}
