// found: race
// A builder of locales keeps its parts in an object of the library's own packages.
import java.util.Locale;

public class LocaleBuilderWrong {
    static final Locale.Builder BUILDER = new Locale.Builder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> BUILDER.setLanguage("de"));
        other.start();
        BUILDER.build();
        other.join();
    }
}
