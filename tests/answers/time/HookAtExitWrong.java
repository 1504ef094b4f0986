// found: race
// Hooks run beside those who have not ended, and beside each other.
import java.util.*;

public class HookAtExitWrong {
    static int closed;
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closed++));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closed++));
        System.exit(0);
    }
}
