// proved
// It does not fail.
public class FailedInitialiserRight {
    static volatile boolean ready;
    static class Config {
        static { if (!ready) Thread.yield(); }
        static int size = 3;
    }
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> ready = true);
        setter.start();
        assert Config.size == 3;
        setter.join();
    }
}
