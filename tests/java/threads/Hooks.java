// Shutdown hooks run after main.
package threads;

public class Hooks {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.out.println("handler " + thrown.getMessage()));
        Thread thread = new Thread(() -> { throw new RuntimeException("in thread"); });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException exception) {
            return;
        }
        System.out.println("main ends");
    }
}
