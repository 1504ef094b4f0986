// found: assertion
// findAny of a parallel stream gives any.
import java.util.stream.*;

public class FindAnyWrong {
    public static void main(String[] args) throws Exception {
        int found = IntStream.range(0, 2).parallel().findAny().getAsInt();
        assert found == 0;
    }
}
