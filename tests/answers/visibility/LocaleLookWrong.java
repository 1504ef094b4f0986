// found: assertion
// The default locale is one variable of all threads.
import java.util.*;

public class LocaleLookWrong {
    public static void main(String[] args) throws Exception {
        Locale before = Locale.getDefault();
        Thread setter = new Thread(() -> Locale.setDefault(Locale.FRANCE));
        setter.start();
        assert Locale.getDefault().equals(before);
        setter.join();
    }
}
