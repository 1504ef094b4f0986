// proved
// It is made before the other thread starts.
import java.util.*;

public class ConcatDequeRight {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new ArrayDeque<>(List.of("x", "y"));
        String text = "it is " + deque;
        Thread popper = new Thread(() -> deque.pop());
        popper.start();
        popper.join();
        if (text.length() > 12) throw new IllegalStateException(text);
    }
}
