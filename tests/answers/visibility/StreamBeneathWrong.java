// found: race, assertion
// Two print streams with locks of their own share a stream beneath that has none.
import java.io.*;

public class StreamBeneathWrong {
    static class Counting extends OutputStream {
        int count;
        public void write(int b) { count++; }
    }
    public static void main(String[] args) throws Exception {
        Counting counting = new Counting();
        PrintStream first = new PrintStream(counting, true);
        PrintStream second = new PrintStream(counting, true);
        Thread other = new Thread(() -> first.write('a'));
        other.start();
        second.write('b');
        other.join();
        assert counting.count == 2;
    }
}
