// Two kinds of threads update one value: one under the value's lock, the other under its own.
// Bug: exception. With the argument "fixed" both take the value's lock.
class WrongLock {
    static class Value {
        int count;
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        Value value = new Value();
        new Right(value).start();
        new Wrong(value, fixed).start();
    }

    static class Right extends Thread {
        final Value value;

        Right(Value value) {
            this.value = value;
        }

        @Override
        public void run() {
            synchronized (value) {
                int before = value.count;
                value.count = before + 1;
                if (value.count != before + 1) {
                    throw new IllegalStateException("somebody else was here");
                }
            }
        }
    }

    static class Wrong extends Thread {
        final Value value;
        final Object lock;

        Wrong(Value value, boolean fixed) {
            this.value = value;
            this.lock = fixed ? value : this;
        }

        @Override
        public void run() {
            synchronized (lock) {
                value.count = value.count + 1;
            }
        }
    }
}
