// found: race, assertion, exception
// A matcher has a position.
import java.util.regex.*;

public class MatcherSharedWrong {
    static volatile boolean theirs;
    public static void main(String[] args) throws Exception {
        Pattern pattern = Pattern.compile("a+b");
        Matcher matcher = pattern.matcher("aab ab");
        Thread other = new Thread(() -> theirs = matcher.find());
        other.start();
        boolean mine = matcher.find();
        other.join();
        assert mine && theirs && matcher.start() == 0;
    }
}
