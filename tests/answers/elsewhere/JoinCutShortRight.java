// proved
// Who is interrupted while it waits for a thread waits again.
public class JoinCutShortRight {
    static int done;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> done = 1);
        Thread impatient = new Thread(main::interrupt);
        worker.start();
        impatient.start();
        while (true) {
            try {
                worker.join();
                break;
            } catch (InterruptedException e) {
                // Once more.
            }
        }
        assert done == 1;
    }
}
