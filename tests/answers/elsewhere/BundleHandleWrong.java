// found: race
// A resource bundle asks the program's own code, here without a lock.
import java.util.*;

public class BundleHandleWrong {
    static class Words extends ResourceBundle {
        int asked;
        protected Object handleGetObject(String key) { asked++; return "ja"; }
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
