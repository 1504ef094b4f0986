// proved
// Each thread has a builder of its own.
import java.util.Locale;

public class LocaleBuilderRight {
    static String language(String language) {
        return new Locale.Builder().setLanguage(language).build().getLanguage();
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            if (!language("de").equals("de")) throw new AssertionError();
        });
        other.start();
        if (!language("fr").equals("fr")) throw new AssertionError();
        other.join();
    }
}
