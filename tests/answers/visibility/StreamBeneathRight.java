// proved
// One print stream: its lock guards the stream beneath.
import java.io.*;

public class StreamBeneathRight {
    static class Counting extends OutputStream {
        int count;
        public void write(int b) { count++; }
    }
    public static void main(String[] args) throws Exception {
        Counting counting = new Counting();
        PrintStream first = new PrintStream(counting, true);
        PrintStream second = first;
        Thread other = new Thread(() -> first.write('a'));
        other.start();
        second.write('b');
        other.join();
        assert counting.count == 2;
    }
}
