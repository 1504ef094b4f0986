// found: deadlock
// The lock of a BufferedWriter is the writer that it was given, and the program locks that as well.
import java.io.*;

public class BufferedLockWrong {
    public static void main(String[] args) throws Exception {
        StringWriter text = new StringWriter();
        BufferedWriter writer = new BufferedWriter(text);
        Object other = new Object();
        Thread thread = new Thread(() -> {
            synchronized (text) { synchronized (other) { } }
        });
        thread.start();
        synchronized (other) { writer.write("x"); }
        thread.join();
    }
}
