import java.util.ArrayDeque;
import java.util.Deque;

// Workers take tasks from a shared pool; a task may leave a smaller one behind. A worker that finds the pool empty waits
// while others are at work, since these may still bring tasks; the last one tells all to stop. How many are at work is
// counted down outside the lock: when two do so at once, one of them is counted for ever, and the others wait for it.
// Bug: a deadlock of all that wait. Arguments: [fixed] [workers tasks]; 5 workers and 5 tasks by default. Corrected, the
// count goes down under the lock.
class ReplicatedWorker {
    static class Pool {
        final boolean fixed;
        final Deque<Integer> tasks = new ArrayDeque<>();
        int working;

        Pool(boolean fixed) {
            this.fixed = fixed;
        }

        synchronized void put(int size) {
            tasks.addLast(size);
            notifyAll();
        }

        /** The next task, or null when there will never be one again. */
        synchronized Integer take() throws InterruptedException {
            while (tasks.isEmpty() && working > 0) {
                wait();
            }
            if (tasks.isEmpty()) {
                return null;
            }
            working = working + 1;
            return tasks.removeFirst();
        }

        /** A task is done. */
        void done() {
            if (fixed) {
                synchronized (this) {
                    working = working - 1;
                    notifyAll();
                }
            } else {
                working = working - 1;
                synchronized (this) {
                    notifyAll();
                }
            }
        }
    }

    static class Worker extends Thread {
        final Pool pool;

        Worker(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Integer size = pool.take();
                    if (size == null) {
                        return;
                    }
                    if (size > 1) {
                        pool.put(size / 2);
                    }
                    pool.done();
                }
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int workers = args.length > first ? Integer.parseInt(args[first]) : 5;
        int tasks = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 5;
        Pool pool = new Pool(fixed);
        for (int number = 0; number < tasks; number++) {
            // The first task leaves another one behind.
            pool.put(number == 0 ? 2 : 1);
        }
        for (int number = 0; number < workers; number++) {
            new Worker(pool).start();
        }
    }
}
