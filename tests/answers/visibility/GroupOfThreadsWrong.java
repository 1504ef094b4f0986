// found: race
// A thread that is met in its group was not published by being started.
public class GroupOfThreadsWrong {
    static class Own extends Thread {
        int value = 1;

        Own() {
            super("own");
        }

        public void run() {
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread starter = new Thread(() -> new Own().start());
        starter.start();
        Thread[] all = new Thread[8];
        int count = group.enumerate(all);
        for (int i = 0; i < count; i++) {
            if (all[i] instanceof Own own && own.value != 1) throw new AssertionError();
        }
    }
}
