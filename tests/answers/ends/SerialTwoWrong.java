// found: exception, race
// Two threads serialise objects of one class at once: what the JDK makes for that belongs to it.
// One list, which one of both changes.
import java.io.*;
import java.util.*;

public class SerialTwoWrong {
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
        ArrayList<String> list = new ArrayList<>(List.of("a")), other = list;
        Thread writer = new Thread(() -> size(other));
        writer.start();
        list.add("c");
        size(list);
        writer.join();
    }
}
