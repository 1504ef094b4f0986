/** That somebody sleeps longer orders nothing. */
class SleepIsNoOrder {
    static volatile int last;

    static void set(int value, int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
        last = value;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread quick = new Thread(() -> set(1, 10));
        quick.start();
        set(2, 100);
        quick.join();
        assert last == 2 : "the quick one was slow";
    }
}
