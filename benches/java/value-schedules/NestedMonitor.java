// A mailbox guards itself with one monitor and waits on another one inside: the wait gives up the inner monitor only, so
// nobody can come in to fill the mailbox.
// Bug: a deadlock, if the receiver comes first. With the argument "fixed" there is one monitor.
class NestedMonitor {
    static class Mailbox {
        final Object filled;
        String letter;

        Mailbox(boolean fixed) {
            this.filled = fixed ? this : new Object();
        }

        synchronized void put(String text) {
            synchronized (filled) {
                letter = text;
                filled.notifyAll();
            }
        }

        synchronized String take() throws InterruptedException {
            synchronized (filled) {
                while (letter == null) {
                    filled.wait();
                }
                return letter;
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        Mailbox mailbox = new Mailbox(fixed);
        new Thread(() -> mailbox.put("hello")).start();
        new Thread(() -> {
            try {
                mailbox.take();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }).start();
    }
}
