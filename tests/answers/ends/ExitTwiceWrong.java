// found: exit
// Who comes first says with which code the process ends.
public class ExitTwiceWrong {
    public static void main(String[] args) {
        new Thread(() -> System.exit(1)).start();
        System.exit(0);
    }
}
