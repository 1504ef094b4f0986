// A buffer with room for one, two producers and two consumers. `notify` may wake a producer when a consumer is needed, or
// the other way round; who was woken in vain waits again, and nobody wakes the right one.
//
//     raddle check examples/java/BoundedBufferNotify.java
//
// Expect: stuck
class BoundedBufferNotify {
    private boolean full;

    synchronized void put() throws InterruptedException {
        while (full) {
            wait();
        }
        full = true;
        notify(); // should be notifyAll
    }

    synchronized void take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notify(); // should be notifyAll
    }

    interface Action {
        void run() throws InterruptedException;
    }

    static void start(String name, Action action) {
        new Thread(() -> {
            try {
                action.run();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }, name).start();
    }

    public static void main(String[] args) {
        BoundedBufferNotify buffer = new BoundedBufferNotify();
        for (int number = 1; number <= 2; number++) {
            start("consumer " + number, buffer::take);
            start("producer " + number, buffer::put);
        }
    }
}
