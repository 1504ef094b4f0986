// found: assertion
// nextGaussian is synchronised, but makes two at a time: who draws between has moved the seed.
import java.util.*;

public class GaussianWrong {
    public static void main(String[] args) throws Exception {
        Random expected = new Random(9), random = new Random(9);
        double wanted = expected.nextGaussian();
        Thread other = new Thread(random::nextInt);
        other.start();
        double got = random.nextGaussian();
        other.join();
        assert got == wanted;
    }
}
