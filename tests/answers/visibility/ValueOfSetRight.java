// proved
// A snapshot is iterated.
import java.util.*;
import java.util.concurrent.*;

public class ValueOfSetRight {
    public static void main(String[] args) throws Exception {
        Set<Integer> set = new CopyOnWriteArraySet<>(List.of(4, 5, 6));
        Thread remover = new Thread(() -> set.remove(5));
        remover.start();
        String text = String.valueOf(set);
        remover.join();
        if (!text.equals("[4, 5, 6]") && !text.equals("[4, 6]")) throw new IllegalStateException(text);
    }
}
