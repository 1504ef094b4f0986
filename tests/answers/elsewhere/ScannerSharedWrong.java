// found: exception, race, assertion
// Two threads take words from one scanner.
import java.util.*;

public class ScannerSharedWrong {
    static volatile String theirs;
    static String next(Scanner scanner) {
        return scanner.next();
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
