// found: exception, race
// Concatenation with + makes text of a collection that is shared.
import java.util.*;

public class ConcatDequeWrong {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new ArrayDeque<>(List.of("x", "y"));
        Thread popper = new Thread(() -> deque.pop());
        popper.start();
        String text = "it is " + deque;
        popper.join();
        if (text.length() > 12) throw new IllegalStateException(text);
    }
}
