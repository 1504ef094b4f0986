// found: assertion, race
// Who is interrupted while it waits for a thread does not know that the thread has ended.
public class JoinCutShortWrong {
    static int done;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> done = 1);
        Thread impatient = new Thread(main::interrupt);
        worker.start();
        impatient.start();
        try {
            worker.join();
        } catch (InterruptedException e) {
            // Goes on all the same.
        }
        assert done == 1;
    }
}
