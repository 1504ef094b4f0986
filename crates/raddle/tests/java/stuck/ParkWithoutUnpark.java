import java.util.concurrent.locks.LockSupport;

/** Nobody unparks. */
class ParkWithoutUnpark {
    public static void main(String[] args) {
        LockSupport.park();
    }
}
