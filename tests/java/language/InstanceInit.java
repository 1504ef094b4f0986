// Instance initialisers and anonymous subclasses with state.
package language;

import java.util.ArrayList;
import java.util.List;

public class InstanceInit {
    static class Init { int value = 1; { value += 10; } Init(int x) { value *= x; } int value() { return value; } }

    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>() {{ add("a"); add("b"); }};
        System.out.println(list + " " + new Init(5).value + new Init(1) { int value() { return value * 100; } }.value());
    }
}
