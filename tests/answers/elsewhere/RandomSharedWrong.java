// found: assertion
// A shared Random gives each number to one of both, but to whom?
import java.util.*;

public class RandomSharedWrong {
    static volatile int theirs;
    public static void main(String[] args) throws Exception {
        Random expected = new Random(5), random = new Random(5);
        int first = expected.nextInt(), second = expected.nextInt();
        Thread other = new Thread(() -> theirs = random.nextInt());
        other.start();
        int mine = random.nextInt();
        other.join();
        assert mine == first;
    }
}
