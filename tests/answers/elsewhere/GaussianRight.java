// proved
// Alone it is repeatable.
import java.util.*;

public class GaussianRight {
    public static void main(String[] args) throws Exception {
        Random expected = new Random(9), random = new Random(9);
        double wanted = expected.nextGaussian();
        Thread other = new Thread(random::nextInt);
        other.start();
        other.join();
        expected = new Random(9);
        expected.nextInt();
        wanted = expected.nextGaussian();
        double got = random.nextGaussian();
        assert got == wanted;
    }
}
