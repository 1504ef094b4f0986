// One thread waits for a notification, another gives it: if it comes first, nobody is there to hear it.
// Bug: a thread that waits for ever. With the argument "fixed" a flag remembers the notification.
class LoseNotify {
    static class Signal {
        boolean given;

        synchronized void await() throws InterruptedException {
            wait();
        }

        synchronized void give() {
            notify();
        }
    }

    static class RememberedSignal extends Signal {
        @Override
        synchronized void await() throws InterruptedException {
            while (!given) {
                wait();
            }
        }

        @Override
        synchronized void give() {
            given = true;
            notify();
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        Signal signal = fixed ? new RememberedSignal() : new Signal();
        new Thread(() -> {
            try {
                signal.await();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }).start();
        new Thread(signal::give).start();
    }
}
