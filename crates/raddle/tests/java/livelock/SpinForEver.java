/** A loop that waits for a flag that nobody sets. */
class SpinForEver {
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> { }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
    }
}
