// proved
// Under a lock each gets one.
import java.util.*;

public class ScannerSharedRight {
    static volatile String theirs;
    static String next(Scanner scanner) {
        synchronized (scanner) { return scanner.next(); }
    }
    public static void main(String[] args) throws Exception {
        Scanner scanner = new Scanner("one two");
        Thread other = new Thread(() -> theirs = next(scanner));
        other.start();
        String mine = next(scanner);
        other.join();
        assert !mine.equals(theirs);
    }
}
