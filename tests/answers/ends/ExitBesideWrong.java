// found: exception
// Until the process has ended, the others go on.
public class ExitBesideWrong {
    static volatile int state;

    public static void main(String[] args) {
        new Thread(() -> {
            state = 1;
            throw new IllegalStateException();
        }).start();
        System.exit(0);
    }
}
