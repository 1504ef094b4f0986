// proved
// Both say the same, whoever comes first.
public class ExitTwiceRight {
    public static void main(String[] args) {
        new Thread(() -> System.exit(0)).start();
        System.exit(0);
    }
}
