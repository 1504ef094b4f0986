// proved
// With 0.
public class ExitMidwayRight {
    public static void main(String[] args) throws Exception {
        new Thread(() -> System.exit(0)).start();
        Thread.sleep(10);
    }
}
