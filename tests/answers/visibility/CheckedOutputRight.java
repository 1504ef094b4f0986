// proved
// It is read at the end.
import java.util.zip.*;

public class CheckedOutputRight {
    public static void main(String[] args) throws Exception {
        Checksum sum = new CRC32C();
        Thread feeder = new Thread(() -> {
            synchronized (sum) { sum.update(1); }
            synchronized (sum) { sum.update(2); }
        });
        feeder.start();
        feeder.join();
        long seen;
        synchronized (sum) { seen = sum.getValue(); }
        Checksum expected = new CRC32C();
        expected.update(1);
        expected.update(2);
        assert seen == expected.getValue();
    }
}
