// A pipeline: the threads of each stage take an item from the pipe before it and put it into the pipe behind it. A pipe
// holds one item, and a thread that cannot go on waits: once. With `if` instead of `while` around the wait, a thread that
// is woken goes on although another one has barged in before it, and an item is lost or taken twice.
// Bug: a deadlock of those that wait for what was lost. Arguments: [fixed] [stages width]; 4 stages of 8 threads, 32
// threads, by default. Corrected, a thread looks again when it is woken.
class Piper {
    static class Pipe {
        final boolean fixed;
        boolean full;

        Pipe(boolean fixed) {
            this.fixed = fixed;
        }

        synchronized void put() throws InterruptedException {
            if (fixed) {
                while (full) {
                    wait();
                }
            } else if (full) {
                wait();
            }
            full = true;
            notifyAll();
        }

        synchronized void take() throws InterruptedException {
            if (fixed) {
                while (!full) {
                    wait();
                }
            } else if (!full) {
                wait();
            }
            full = false;
            notifyAll();
        }
    }

    static class Worker extends Thread {
        final Pipe before;
        final Pipe behind;

        Worker(Pipe before, Pipe behind) {
            this.before = before;
            this.behind = behind;
        }

        @Override
        public void run() {
            try {
                if (before != null) {
                    before.take();
                }
                if (behind != null) {
                    behind.put();
                }
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int stages = args.length > first ? Integer.parseInt(args[first]) : 4;
        int width = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 8;
        Pipe before = null;
        for (int stage = 0; stage < stages; stage++) {
            Pipe behind = stage == stages - 1 ? null : new Pipe(fixed);
            for (int number = 0; number < width; number++) {
                new Worker(before, behind).start();
            }
            before = behind;
        }
    }
}
