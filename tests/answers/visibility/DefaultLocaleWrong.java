// found: assertion
// A format without a locale depends on what the default is now.
import java.util.*;

public class DefaultLocaleWrong {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        Thread setter = new Thread(() -> Locale.setDefault(Locale.GERMANY));
        setter.start();
        String text = String.format("%.1f", 1.5);
        setter.join();
        assert text.equals("1.5") : text;
    }
}
