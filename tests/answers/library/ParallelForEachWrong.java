// found: race, exception
// A parallel forEach fills a plain list.
import java.util.*;
import java.util.stream.*;

public class ParallelForEachWrong {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        IntStream.range(0, 4).parallel().forEach(list::add);
    }
}
