// proved
// Of different objects.
import java.lang.reflect.*;

public class ReflectiveFieldRight {
    public int value;
    static void add(Field field, Object object) {
        try { field.setInt(object, field.getInt(object) + 1); } catch (IllegalAccessException e) { throw new Error(e); }
    }
    public static void main(String[] args) throws Exception {
        ReflectiveFieldRight one = new ReflectiveFieldRight();
        ReflectiveFieldRight two = new ReflectiveFieldRight();
        Field field = ReflectiveFieldRight.class.getField("value");
        Thread other = new Thread(() -> add(field, one));
        other.start();
        add(field, two);
        other.join();
        assert one.value == 1 && two.value == 1;
    }
}
