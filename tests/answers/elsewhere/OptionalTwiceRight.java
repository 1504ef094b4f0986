// proved
// Asked once.
import java.util.*;

public class OptionalTwiceRight {
    static volatile Optional<String> name = Optional.of("x");
    public static void main(String[] args) throws Exception {
        Thread clearer = new Thread(() -> name = Optional.empty());
        clearer.start();
        Optional<String> seen = name;
        if (seen.isPresent()) seen.get();
        clearer.join();
    }
}
