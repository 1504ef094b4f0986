// Options: --all
import java.util.ArrayList;
import java.util.List;

/** ArrayList is not made for two threads: its size and its elements race. */
class ListRace {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        new Thread(() -> list.add("one")).start();
        list.add("two");
    }
}
