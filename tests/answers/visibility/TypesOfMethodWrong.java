// found: assertion, race
// Reflection looks into the array that it is given.
import java.lang.reflect.Method;

public class TypesOfMethodWrong {
    static int of(String text) { return 1; }
    static int of(Object any) { return 2; }
    static final Class<?>[] types = { String.class };
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> types[0] = Object.class);
        other.start();
        Method method = TypesOfMethodWrong.class.getDeclaredMethod("of", types);
        other.join();
        assert method.getParameterTypes()[0] == String.class;
    }
}
