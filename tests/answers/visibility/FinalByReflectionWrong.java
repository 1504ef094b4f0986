// found: assertion, race
// Reflection writes even a final field, at any time.
import java.lang.reflect.*;

public class FinalByReflectionWrong {
    final int value;
    FinalByReflectionWrong(int value) { this.value = value; }
    public static void main(String[] args) throws Exception {
        FinalByReflectionWrong object = new FinalByReflectionWrong(1);
        Field field = FinalByReflectionWrong.class.getDeclaredField("value");
        field.setAccessible(true);
        Thread setter = new Thread(() -> {
            try { field.setInt(object, 2); } catch (IllegalAccessException e) { throw new Error(e); }
        });
        setter.start();
        int seen = object.value;
        setter.join();
        assert seen == 2;
    }
}
