// found: exit
// Another thread ends everything with code 3.
public class ExitMidwayWrong {
    public static void main(String[] args) throws Exception {
        new Thread(() -> System.exit(3)).start();
        Thread.sleep(10);
    }
}
