// found: race, assertion
// What is written behind the lines is not there when the first of them is read.
import java.io.*;

public class PipesTextWrong {
    static int sent;
    public static void main(String[] args) throws Exception {
        PipedWriter out = new PipedWriter();
        BufferedReader in = new BufferedReader(new PipedReader(out));
        Thread writer = new Thread(() -> {
            try (out) { out.write("one\ntwo\n"); sent = 2; } catch (IOException e) { throw new AssertionError(e); }
        });
        writer.start();
        assert in.readLine().equals("one");
        assert sent == 2;
        assert in.readLine().equals("two");
        assert in.readLine() == null;
        writer.join();
    }
}
