// proved
// A PrintWriter locks the writer beneath it, which locks the book.
// Nobody prints while holding the book's lock.
import java.io.*;

public class WriterLockRight {
    static final Object book = new Object();
    static class Page extends Writer {
        public void write(char[] text, int from, int length) { synchronized (book) { } }
        public void flush() { }
        public void close() { }
    }
    public static void main(String[] args) throws Exception {
        PrintWriter writer = new PrintWriter(new Page());
        Thread other = new Thread(() -> writer.print("a"));
        other.start();
        synchronized (book) {
        }
        writer.print("b");
        other.join();
    }
}
