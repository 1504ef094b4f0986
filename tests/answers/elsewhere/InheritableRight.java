// proved
// Unless the child's value is made anew.
import java.util.*;

public class InheritableRight {
    static final InheritableThreadLocal<List<Integer>> own = new InheritableThreadLocal<>() {
        protected List<Integer> childValue(List<Integer> parent) { return new ArrayList<>(parent); }
    };
    public static void main(String[] args) throws Exception {
        own.set(new ArrayList<>());
        Thread child = new Thread(() -> own.get().add(1));
        child.start();
        own.get().add(2);
        child.join();
        assert own.get().contains(2);
    }
}
