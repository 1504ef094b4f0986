// found: race, assertion
// Reads and writes by reflection are reads and writes.
import java.lang.reflect.*;

public class ReflectiveFieldWrong {
    public int value;
    static void add(Field field, Object object) {
        try { field.setInt(object, field.getInt(object) + 1); } catch (IllegalAccessException e) { throw new Error(e); }
    }
    public static void main(String[] args) throws Exception {
        ReflectiveFieldWrong one = new ReflectiveFieldWrong();
        ReflectiveFieldWrong two = one;
        Field field = ReflectiveFieldWrong.class.getField("value");
        Thread other = new Thread(() -> add(field, one));
        other.start();
        add(field, two);
        other.join();
        assert one.value == 2;
    }
}
