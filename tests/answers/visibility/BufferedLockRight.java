// proved
// Always in the same order.
import java.io.*;

public class BufferedLockRight {
    public static void main(String[] args) throws Exception {
        StringWriter text = new StringWriter();
        BufferedWriter writer = new BufferedWriter(text);
        Object other = new Object();
        Thread thread = new Thread(() -> {
            synchronized (other) { synchronized (text) { } }
        });
        thread.start();
        synchronized (other) { writer.write("x"); }
        thread.join();
    }
}
