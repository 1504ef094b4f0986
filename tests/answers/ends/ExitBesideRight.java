// proved
// Who has not come to the fault when the process ends never does.
public class ExitBesideRight {
    static final Object LOCK = new Object();
    static boolean ends;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                if (ends) throw new IllegalStateException();
            }
        }).start();
        synchronized (LOCK) {
            ends = true;
            System.exit(0);
        }
    }
}
