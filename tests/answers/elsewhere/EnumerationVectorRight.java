// proved
// Both under the vector's lock.
import java.util.*;

public class EnumerationVectorRight {
    public static void main(String[] args) throws Exception {
        Vector<String> vector = new Vector<>(List.of("a"));
        Thread remover = new Thread(vector::clear);
        remover.start();
        synchronized (vector) { if (!vector.isEmpty()) vector.lastElement(); }
        remover.join();
    }
}
