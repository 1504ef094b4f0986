// proved
// What that looks at never changes.
import java.util.*;

public class BundleHandleRight {
    static class Words extends ResourceBundle {
        protected Object handleGetObject(String key) { return "ja"; }
        public Enumeration<String> getKeys() { return Collections.enumeration(List.of("yes")); }
    }
    public static void main(String[] args) throws Exception {
        Words words = new Words();
        Thread other = new Thread(() -> words.getString("yes"));
        other.start();
        assert words.getString("yes").equals("ja");
        other.join();
    }
}
