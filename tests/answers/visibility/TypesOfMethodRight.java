// proved
// Each thread has an array of its own, and both ask for the same methods.
import java.lang.reflect.Method;

public class TypesOfMethodRight {
    static int of(String text) { return 1; }
    static int of(Object any) { return 2; }
    static int call(Class<?> type) {
        try {
            Method method = TypesOfMethodRight.class.getDeclaredMethod("of", new Class<?>[] { type });
            return (int) method.invoke(null, "text");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        int[] got = new int[1];
        Thread other = new Thread(() -> got[0] = call(Object.class));
        other.start();
        assert call(String.class) == 1;
        other.join();
        assert got[0] == 2;
    }
}
