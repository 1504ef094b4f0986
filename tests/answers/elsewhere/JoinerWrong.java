// found: race, assertion, exception
// A StringJoiner has an array and a size.
import java.util.*;

public class JoinerWrong {
    public static void main(String[] args) throws Exception {
        StringJoiner joiner = new StringJoiner(",");
        StringJoiner own = joiner;
        Thread other = new Thread(() -> joiner.add("a"));
        other.start();
        own.add("b");
        other.join();
        assert joiner.length() == 3 : joiner;
    }
}
