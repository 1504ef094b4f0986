// A writer sets two values in two critical sections, each under its own lock; a reader takes them in two stages as well,
// and expects the relation between them. In between it does not hold.
// Bug: exception. With the argument "fixed" both sides hold both locks.
class TwoStage {
    static class Data {
        int value;
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        Data first = new Data();
        Data second = new Data();
        new Writer(first, second, fixed).start();
        new Reader(first, second, fixed).start();
    }

    static class Writer extends Thread {
        final Data first;
        final Data second;
        final boolean fixed;

        Writer(Data first, Data second, boolean fixed) {
            this.first = first;
            this.second = second;
            this.fixed = fixed;
        }

        @Override
        public void run() {
            if (fixed) {
                synchronized (first) {
                    write();
                }
            } else {
                write();
            }
        }

        void write() {
            int written;
            synchronized (first) {
                first.value = 1;
                written = first.value;
            }
            synchronized (second) {
                second.value = written + 1;
            }
        }
    }

    static class Reader extends Thread {
        final Data first;
        final Data second;
        final boolean fixed;

        Reader(Data first, Data second, boolean fixed) {
            this.first = first;
            this.second = second;
            this.fixed = fixed;
        }

        @Override
        public void run() {
            if (fixed) {
                synchronized (first) {
                    read();
                }
            } else {
                read();
            }
        }

        void read() {
            int one;
            int two;
            synchronized (first) {
                one = first.value;
            }
            if (one == 0) {
                return; // nothing was written yet
            }
            synchronized (second) {
                two = second.value;
            }
            if (two != one + 1) {
                throw new IllegalStateException("stage one is " + one + ", stage two is " + two);
            }
        }
    }
}
