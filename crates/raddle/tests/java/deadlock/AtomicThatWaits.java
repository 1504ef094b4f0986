import gov.nasa.jpf.vm.Verify;

/** An atomic section is left where it waits for a monitor: two locks in two orders still deadlock. */
public class AtomicThatWaits {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            Verify.beginAtomic();
            synchronized (second) {
                Verify.endAtomic();
            }
        }
    }

    public static void main(String[] arguments) {
        new Thread(() -> both(LEFT, RIGHT)).start();
        new Thread(() -> both(RIGHT, LEFT)).start();
    }
}
