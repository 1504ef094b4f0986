/** Two threads that wait for each other's end. */
class JoinCycle {
    static volatile Thread one;
    static volatile Thread two;

    static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) {
        one = new Thread(() -> join(two));
        two = new Thread(() -> join(one));
        one.start();
        two.start();
    }
}
