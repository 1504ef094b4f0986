// Effectively final locals captured in loops.
package language;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

public class FinalLocals {
    public static void main(String[] args) throws Exception {
        List<Supplier<String>> all = new ArrayList<>();
        for (String s : List.of("a", "b")) for (int i = 0; i < 2; i++) { int n = i; all.add(() -> s + n); } StringBuilder out = new StringBuilder();
        for (Supplier<String> s : all) out.append(s.get());
        System.out.println(out);
    }
}
