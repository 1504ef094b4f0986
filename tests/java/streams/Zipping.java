// Combining streams by index.
package streams;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Zipping {
    public static void main(String[] args) throws Exception {
        List<String> a = List.of("x", "y", "z");
        int[] b = {1, 2, 3};
        System.out.println(IntStream.range(0, 3).mapToObj(i -> a.get(i) + b[i]).toList() + " " + IntStream.range(0, 3).boxed().flatMap(i -> IntStream.range(i, 3).mapToObj(j -> i + "" + j)).toList() + " " + Stream.concat(a.stream(), Stream.of("w")).skip(2).toList());
    }
}
