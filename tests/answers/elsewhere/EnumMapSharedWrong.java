// found: race, assertion
// An EnumMap counts its entries in a field.
import java.util.*;

public class EnumMapSharedWrong {
    enum Colour { RED, GREEN }
    public static void main(String[] args) throws Exception {
        Map<Colour, Integer> map = new EnumMap<>(Colour.class);
        Thread other = new Thread(() -> map.put(Colour.RED, 1));
        other.start();
        map.put(Colour.GREEN, 2);
        other.join();
        assert map.size() == 2;
    }
}
