// found: exception
// elementAt beyond the end, after another has removed the element.
import java.util.*;

public class EnumerationVectorWrong {
    public static void main(String[] args) throws Exception {
        Vector<String> vector = new Vector<>(List.of("a"));
        Thread remover = new Thread(vector::clear);
        remover.start();
        if (!vector.isEmpty()) vector.lastElement();
        remover.join();
    }
}
