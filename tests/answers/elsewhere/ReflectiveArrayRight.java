// proved
// Another element.
import java.lang.reflect.*;

public class ReflectiveArrayRight {
    public static void main(String[] args) throws Exception {
        Object array = Array.newInstance(short.class, 2);
        Thread other = new Thread(() -> Array.setShort(array, 0, (short) 1));
        other.start();
        int seen = Array.getInt(array, 1);
        other.join();
        assert seen == 0;
    }
}
