import java.util.HashMap;
import java.util.Map;

/** Nor is HashMap. */
class MapRace {
    public static void main(String[] args) {
        Map<Integer, String> map = new HashMap<>();
        new Thread(() -> map.put(1, "one")).start();
        map.get(1);
    }
}
