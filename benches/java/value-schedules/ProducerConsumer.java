// A bounded store. `put` does everything under the lock; `get` waits for an item under the lock, but then takes it from
// its slot and moves the index outside of it: two consumers may go for the same slot, and one finds it empty.
// Bug: exception. Arguments: [fixed] [producers consumers]; 4 producers and 3 consumers, 7 threads, by default.
class ProducerConsumer {
    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int producers = args.length > first ? Integer.parseInt(args[first]) : 4;
        int consumers = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 3;
        Store store = new Store(producers, fixed);
        for (int number = 1; number <= producers; number++) {
            new Producer(store, number).start();
        }
        for (int number = 0; number < consumers; number++) {
            // What does not divide evenly is left to the first consumer.
            int share = producers / consumers + (number == 0 ? producers % consumers : 0);
            new Consumer(store, share).start();
        }
    }

    static class Store {
        final Integer[] slots;
        final boolean fixed;
        int in;
        int out;
        int count;

        Store(int size, boolean fixed) {
            this.slots = new Integer[size];
            this.fixed = fixed;
        }

        synchronized void put(Integer item) {
            slots[in] = item;
            in = (in + 1) % slots.length;
            count++;
            notifyAll();
        }

        int get() throws InterruptedException {
            if (fixed) {
                synchronized (this) {
                    await();
                    return take();
                }
            }
            await();
            return take();
        }

        private synchronized void await() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            count--;
        }

        private int take() {
            int index = out;
            Integer item = slots[index];
            slots[index] = null;
            out = (index + 1) % slots.length;
            if (item == null) {
                throw new IllegalStateException("the slot is empty");
            }
            return item;
        }
    }

    static class Producer extends Thread {
        final Store store;
        final int item;

        Producer(Store store, int item) {
            this.store = store;
            this.item = item;
        }

        @Override
        public void run() {
            store.put(item);
        }
    }

    static class Consumer extends Thread {
        final Store store;
        final int share;

        Consumer(Store store, int share) {
            this.store = store;
            this.share = share;
        }

        @Override
        public void run() {
            try {
                for (int taken = 0; taken < share; taken++) {
                    store.get();
                }
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
