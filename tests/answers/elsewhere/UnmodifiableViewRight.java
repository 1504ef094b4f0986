// proved
// A copy does not.
import java.util.*;

public class UnmodifiableViewRight {
    public static void main(String[] args) throws Exception {
        List<String> list = new LinkedList<>(List.of("a", "b"));
        List<String> view = List.copyOf(list);
        Thread remover = new Thread(() -> list.remove(0));
        remover.start();
        String last = view.get(1);
        remover.join();
        if (!last.equals("b")) throw new IllegalStateException();
    }
}
