// found: assertion
// Locked calls, but the value is read between them.
import java.util.zip.*;

public class CheckedOutputWrong {
    public static void main(String[] args) throws Exception {
        Checksum sum = new CRC32C();
        Thread feeder = new Thread(() -> {
            synchronized (sum) { sum.update(1); }
            synchronized (sum) { sum.update(2); }
        });
        feeder.start();
        long seen;
        synchronized (sum) { seen = sum.getValue(); }
        feeder.join();
        Checksum expected = new CRC32C();
        expected.update(1);
        expected.update(2);
        assert seen == expected.getValue();
    }
}
