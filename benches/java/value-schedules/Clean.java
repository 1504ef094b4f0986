// Two tasks wake each other in turn through events. Each event counts its signals, and a task that has seen all of them
// waits for the next one; but it looks at the counter outside the event's lock, so that a signal between the look and the
// wait is missed.
// Bug: a deadlock of both. Arguments: [fixed] [rounds]; 3 rounds by default. Corrected, the look and the wait are one.
class Clean {
    static class Event {
        int count;

        synchronized void await() throws InterruptedException {
            wait();
        }

        synchronized int awaitAfter(int seen) throws InterruptedException {
            while (count == seen) {
                wait();
            }
            return count;
        }

        synchronized void signal() {
            count++;
            notifyAll();
        }
    }

    static class Task extends Thread {
        final Event heard;
        final Event given;
        final boolean begins;
        final boolean fixed;
        final int rounds;

        Task(Event heard, Event given, boolean begins, boolean fixed, int rounds) {
            this.heard = heard;
            this.given = given;
            this.begins = begins;
            this.fixed = fixed;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            try {
                int seen = 0;
                for (int round = 0; round < rounds; round++) {
                    if (begins) {
                        given.signal();
                    }
                    if (fixed) {
                        seen = heard.awaitAfter(seen);
                    } else {
                        if (seen == heard.count) {
                            heard.await();
                        }
                        seen = heard.count;
                    }
                    if (!begins) {
                        given.signal();
                    }
                }
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int rounds = args.length > position ? Integer.parseInt(args[position]) : 3;
        Event one = new Event();
        Event two = new Event();
        new Task(one, two, false, fixed, rounds).start();
        new Task(two, one, true, fixed, rounds).start();
    }
}
