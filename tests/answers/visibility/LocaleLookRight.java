// proved
// A local one is not.
import java.util.*;

public class LocaleLookRight {
    public static void main(String[] args) throws Exception {
        Locale before = Locale.getDefault();
        Thread setter = new Thread(() -> Locale.setDefault(Locale.FRANCE));
        setter.start();
        assert before.equals(Locale.ENGLISH) || before.getLanguage().equals("en");
        setter.join();
    }
}
