// A buffer with room for one item, whose put and take wake one waiter each: it may be one of the wrong kind, which waits
// again and wakes nobody.
// Bug: a deadlock of all that wait. Arguments: [fixed] [pairs]; 4 producers and 4 consumers, 8 threads, by default.
// Corrected, all waiters are woken.
class BoundedBuffer {
    static class Buffer {
        final boolean fixed;
        int count;

        Buffer(boolean fixed) {
            this.fixed = fixed;
        }

        synchronized void put() throws InterruptedException {
            while (count == 1) {
                wait();
            }
            count++;
            wake();
        }

        synchronized void take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            count--;
            wake();
        }

        private void wake() {
            if (fixed) {
                notifyAll();
            } else {
                notify();
            }
        }
    }

    static class Producer extends Thread {
        final Buffer buffer;

        Producer(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                buffer.put();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static class Consumer extends Thread {
        final Buffer buffer;

        Consumer(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                buffer.take();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int pairs = args.length > position ? Integer.parseInt(args[position]) : 4;
        Buffer buffer = new Buffer(fixed);
        for (int number = 0; number < pairs; number++) {
            new Producer(buffer).start();
            new Consumer(buffer).start();
        }
    }
}
