// Two locks, taken in opposite orders.
// Bug: deadlock. With the argument "fixed" both take them in the same order.
class DeadlockD1 {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int counter;

    static class LeftFirst extends Thread {
        @Override
        public void run() {
            synchronized (LEFT) {
                synchronized (RIGHT) {
                    counter++;
                }
            }
        }
    }

    static class RightFirst extends Thread {
        @Override
        public void run() {
            synchronized (RIGHT) {
                synchronized (LEFT) {
                    counter--;
                }
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        new LeftFirst().start();
        (fixed ? new LeftFirst() : new RightFirst()).start();
    }
}
