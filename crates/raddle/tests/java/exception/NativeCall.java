/** A native method that nobody brings along, reached in some schedules only: as on HotSpot, an UnsatisfiedLinkError. */
class NativeCall {
    static volatile boolean flag;

    static native void missing();

    public static void main(String[] args) {
        new Thread(() -> flag = true).start();
        if (flag) {
            missing();
        }
    }
}
