// proved
// findFirst gives the first.
import java.util.stream.*;

public class FindAnyRight {
    public static void main(String[] args) throws Exception {
        int found = IntStream.range(0, 2).parallel().findFirst().getAsInt();
        assert found == 0;
    }
}
