// A barrier for several rounds, made of wait, notifyAll and a counter of those who are inside. A thread that leaves one
// round and comes back for the next before the others have left finds the counter still high, and barges through. Then it
// is gone when others wait for it, who are told so: a barrier that was left is broken.
// Bug: exception. Arguments: [fixed] [threads rounds]; 4 threads and 2 rounds by default. The corrected barrier numbers
// its rounds.
class BlockBarrier {
    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int threads = args.length > first ? Integer.parseInt(args[first]) : 4;
        int rounds = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 2;
        Barrier barrier = fixed ? new NumberedBarrier(threads) : new Barrier(threads);
        for (int number = 0; number < threads; number++) {
            new Party(barrier, number, rounds).start();
        }
    }

    static class Barrier {
        final int parties;
        /** The last round at which each thread has arrived. */
        final int[] arrived;
        int inside;
        boolean left;

        Barrier(int parties) {
            this.parties = parties;
            this.arrived = new int[parties];
        }

        /** Waits for all others, and checks that they have come. */
        synchronized void await(int party, int round) throws InterruptedException {
            arrived[party] = round;
            block();
            for (int other = 0; other < parties; other++) {
                if (arrived[other] < round) {
                    throw new IllegalStateException(party + " left round " + round + " before " + other + " came");
                }
            }
        }

        /** A thread has done all its rounds. */
        synchronized void leave() {
            left = true;
            notifyAll();
        }

        void block() throws InterruptedException {
            inside++;
            if (inside == parties) {
                notifyAll();
            } else {
                while (inside < parties) {
                    if (left) {
                        throw new IllegalStateException("waits for one that has left");
                    }
                    wait();
                }
            }
            inside--;
        }
    }

    static class NumberedBarrier extends Barrier {
        int round;

        NumberedBarrier(int parties) {
            super(parties);
        }

        @Override
        void block() throws InterruptedException {
            int mine = round;
            inside++;
            if (inside == parties) {
                inside = 0;
                round++;
                notifyAll();
            }
            while (round == mine) {
                wait();
            }
        }
    }

    static class Party extends Thread {
        final Barrier barrier;
        final int number;
        final int rounds;

        Party(Barrier barrier, int number, int rounds) {
            this.barrier = barrier;
            this.number = number;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            try {
                for (int round = 1; round <= rounds; round++) {
                    barrier.await(number, round);
                }
                barrier.leave();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
