// proved
// One a thread, merged at the end.
import java.util.*;

public class JoinerRight {
    public static void main(String[] args) throws Exception {
        StringJoiner joiner = new StringJoiner(",");
        StringJoiner own = new StringJoiner(",");
        Thread other = new Thread(() -> joiner.add("a"));
        other.start();
        own.add("b");
        other.join();
        joiner.merge(own);
        assert joiner.length() == 3 : joiner;
    }
}
