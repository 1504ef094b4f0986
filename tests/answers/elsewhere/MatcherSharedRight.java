// proved
// A pattern has none.
import java.util.regex.*;

public class MatcherSharedRight {
    static volatile boolean theirs;
    public static void main(String[] args) throws Exception {
        Pattern pattern = Pattern.compile("a+b");
        Matcher matcher = pattern.matcher("aab ab");
        Thread other = new Thread(() -> theirs = pattern.matcher("aab").find());
        other.start();
        boolean mine = matcher.find();
        other.join();
        assert mine && theirs && matcher.start() == 0;
    }
}
