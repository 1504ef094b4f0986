// proved
// Two sums.
import java.util.zip.*;

public class AdlerRight {
    public static void main(String[] args) throws Exception {
        Adler32 sum = new Adler32();
        Adler32 second = new Adler32();
        Thread feeder = new Thread(() -> second.update(3));
        feeder.start();
        sum.update(4);
        feeder.join();
        Adler32 expected = new Adler32();
        expected.update(4);
        assert sum.getValue() == expected.getValue();
    }
}
