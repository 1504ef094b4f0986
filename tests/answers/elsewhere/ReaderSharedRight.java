// proved
// Both lines are read.
import java.io.*;

public class ReaderSharedRight {
    static volatile String theirs;
    public static void main(String[] args) throws Exception {
        BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\n"));
        Thread other = new Thread(() -> {
            try { theirs = reader.readLine(); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        other.start();
        String mine = reader.readLine();
        other.join();
        assert (mine + theirs).equals("onetwo") || (theirs + mine).equals("onetwo");
    }
}
