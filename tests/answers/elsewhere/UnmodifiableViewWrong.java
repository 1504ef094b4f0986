// found: race, exception
// An unmodifiable view shows what changes beneath.
import java.util.*;

public class UnmodifiableViewWrong {
    public static void main(String[] args) throws Exception {
        List<String> list = new LinkedList<>(List.of("a", "b"));
        List<String> view = Collections.unmodifiableList(list);
        Thread remover = new Thread(() -> list.remove(0));
        remover.start();
        String last = view.get(1);
        remover.join();
        if (!last.equals("b")) throw new IllegalStateException();
    }
}
