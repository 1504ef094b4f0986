// Two locks that are reached through variables: whether the threads take them in opposite orders depends on which
// variables mean the same lock.
// Bug: deadlock. With the argument "fixed" no two of them cross.
class DeadlockD2 {
    static class Lock {
        int uses;
    }

    static class Taker extends Thread {
        final Lock outer;
        final Lock inner;

        Taker(Lock outer, Lock inner) {
            this.outer = outer;
            this.inner = inner;
        }

        @Override
        public void run() {
            synchronized (outer) {
                synchronized (inner) {
                    inner.uses++;
                }
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        Lock one = new Lock();
        Lock two = new Lock();
        Lock alias = fixed ? one : two;
        Lock other = alias == one ? two : one;
        new Taker(one, two).start();
        new Taker(alias, other).start();
    }
}
