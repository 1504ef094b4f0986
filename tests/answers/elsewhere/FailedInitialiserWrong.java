// found: exception
// An initialiser that fails leaves the class unusable for whoever comes second.
public class FailedInitialiserWrong {
    static volatile boolean ready;
    static class Config {
        static { if (!ready) throw new IllegalStateException("too early"); }
        static int size = 3;
    }
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> ready = true);
        setter.start();
        assert Config.size == 3;
        setter.join();
    }
}
