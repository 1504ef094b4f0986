// found: exception
// Nobody takes what it throws.
public class HookThrowsWrong {
    static int[] open = { 1 };
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> open[0]--));
        new Thread(() -> open = null).start();
    }
}
