// proved
// Lines through a pipe, the last of them followed by its end.
import java.io.*;

public class PipesTextRight {
    static int sent;
    public static void main(String[] args) throws Exception {
        PipedWriter out = new PipedWriter();
        BufferedReader in = new BufferedReader(new PipedReader(out));
        Thread writer = new Thread(() -> {
            try (out) { out.write("one\ntwo\n");  } catch (IOException e) { throw new AssertionError(e); }
        });
        writer.start();
        assert in.readLine().equals("one");
        assert in.readLine().equals("two");
        assert in.readLine() == null;
        writer.join();
    }
}
