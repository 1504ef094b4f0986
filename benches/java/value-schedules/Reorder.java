// A setter writes a = 1 and then b = -1 without a lock; a checker expects both or neither.
// Bug: exception. Arguments: [fixed] [setters checkers]; one of each by default. Corrected, both hold the lock.
class Reorder {
    static class Pair {
        int a;
        int b;

        void set() {
            a = 1;
            b = -1;
        }

        void check() {
            int first = a;
            int second = b;
            if (!(first == 0 && second == 0) && !(first == 1 && second == -1)) {
                throw new IllegalStateException("a = " + first + ", b = " + second);
            }
        }
    }

    static class LockedPair extends Pair {
        @Override
        synchronized void set() {
            super.set();
        }

        @Override
        synchronized void check() {
            super.check();
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int setters = args.length > first ? Integer.parseInt(args[first]) : 1;
        int checkers = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 1;
        Pair pair = fixed ? new LockedPair() : new Pair();
        for (int number = 0; number < setters; number++) {
            new Thread(pair::set).start();
        }
        for (int number = 0; number < checkers; number++) {
            new Thread(pair::check).start();
        }
    }
}
