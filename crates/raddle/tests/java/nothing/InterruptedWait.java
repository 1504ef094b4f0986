/** A wait ends by an interrupt, whether that comes before or after its beginning. */
class InterruptedWait {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        boolean[] interrupted = new boolean[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException expected) {
                    interrupted[0] = true;
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        assert interrupted[0];
    }
}
