// proved
// Two threads serialise objects of one class at once: what the JDK makes for that belongs to it.
// Each its own.
import java.io.*;
import java.util.*;

public class SerialTwoRight {
    static int size(Object object) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(object);
            return bytes.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        ArrayList<String> list = new ArrayList<>(List.of("a")), other = new ArrayList<>(List.of("b"));
        Thread writer = new Thread(() -> size(other));
        writer.start();
        size(list);
        writer.join();
    }
}
