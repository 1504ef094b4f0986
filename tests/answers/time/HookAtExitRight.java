// proved
// They share nothing.
import java.util.*;

public class HookAtExitRight {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { int closed = 1; }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { int closed = 1; }));
        System.exit(0);
    }
}
