// proved
// The thread needs another class.
public class InitialiserWaitsRight {
    static class Slow {
        static int value = 1;
        static {
            Thread needy = new Thread(new Needy());
            needy.start();
            try { needy.join(); } catch (InterruptedException e) { throw new Error(e); }
        }
    }
    static class Other { static int value = 2; }
    static class Needy implements Runnable {
        public void run() { int seen = Other.value; }
    }
    public static void main(String[] args) throws Exception {
        assert Slow.value == 1;
    }
}
