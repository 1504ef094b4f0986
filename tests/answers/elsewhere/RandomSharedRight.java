// proved
// Whoever gets which, both are drawn.
import java.util.*;

public class RandomSharedRight {
    static volatile int theirs;
    public static void main(String[] args) throws Exception {
        Random expected = new Random(5), random = new Random(5);
        int first = expected.nextInt(), second = expected.nextInt();
        Thread other = new Thread(() -> theirs = random.nextInt());
        other.start();
        int mine = random.nextInt();
        other.join();
        assert mine + theirs == first + second && mine != theirs;
    }
}
