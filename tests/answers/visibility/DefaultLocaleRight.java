// proved
// With a locale it does not.
import java.util.*;

public class DefaultLocaleRight {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        Thread setter = new Thread(() -> Locale.setDefault(Locale.GERMANY));
        setter.start();
        String text = String.format(Locale.ROOT, "%.1f", 1.5);
        setter.join();
        assert text.equals("1.5") : text;
    }
}
