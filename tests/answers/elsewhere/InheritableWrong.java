// found: race, assertion, exception
// An inheritable thread local hands the same object to the child.
import java.util.*;

public class InheritableWrong {
    static final InheritableThreadLocal<List<Integer>> own = new InheritableThreadLocal<>() {
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
