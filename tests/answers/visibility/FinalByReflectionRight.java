// proved
// It is written before the others start.
import java.lang.reflect.*;

public class FinalByReflectionRight {
    final int value;
    FinalByReflectionRight(int value) { this.value = value; }
    public static void main(String[] args) throws Exception {
        FinalByReflectionRight object = new FinalByReflectionRight(1);
        Field field = FinalByReflectionRight.class.getDeclaredField("value");
        field.setAccessible(true);
        Thread setter = new Thread(() -> {
            try { field.setInt(object, 2); } catch (IllegalAccessException e) { throw new Error(e); }
        });
        setter.start();
        setter.join();
        int seen = object.value;
        assert seen == 2;
    }
}
