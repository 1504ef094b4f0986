// found: exception
// Asked twice: there, and gone.
import java.util.*;

public class OptionalTwiceWrong {
    static volatile Optional<String> name = Optional.of("x");
    public static void main(String[] args) throws Exception {
        Thread clearer = new Thread(() -> name = Optional.empty());
        clearer.start();
        if (name.isPresent()) name.get();
        clearer.join();
    }
}
