/** A loop that waits for a flag: its iterations change nothing, so that it is a wait. */
class SpinOnFlag {
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> ready = true).start();
        while (!ready) {
            Thread.onSpinWait();
        }
    }
}
