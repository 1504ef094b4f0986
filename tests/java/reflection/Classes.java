// What Class objects say.
package reflection;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Classes {
    static class Nested {}
    interface Shape {}
    enum Kind { A { } }
    record Point(int x, List<String> names) {}

    public static void main(String[] args) {
        Object anonymous = new Object() {};
        Runnable lambda = () -> {};
        for (Class<?> type : new Class<?>[] {int.class, void.class, String.class, int[].class, String[][].class, Nested.class, Shape.class, Kind.class, Kind.A.getClass(), Point.class, anonymous.getClass(), Map.Entry.class, Override.class}) {
            System.out.println(type.getName() + " " + type.getSimpleName() + " " + type.getTypeName() + " " + type.isInterface() + type.isArray() + type.isPrimitive() + type.isEnum() + type.isRecord() + type.isAnonymousClass() + type.isMemberClass() + type.isAnnotation() + " " + Modifier.toString(type.getModifiers()) + " " + type.getSuperclass() + " " + type.getPackageName() + " " + type.getEnclosingClass());
        }
        System.out.println(lambda.getClass().isHidden() + " " + lambda.getClass().isSynthetic());
        System.out.println(Integer.class.isInstance(5) + " " + Number.class.isAssignableFrom(Integer.class) + " " + Integer.TYPE);
        System.out.println(Arrays.toString(ArrayList.class.getInterfaces()));
        System.out.println(ArrayList.class.getGenericSuperclass() + " " + Arrays.toString(HashMap.class.getTypeParameters()));
        for (RecordComponent component : Point.class.getRecordComponents()) System.out.println(component.getName() + " " + component.getGenericType() + " " + component.getAccessor().getName());
        System.out.println(Kind.class.getEnumConstants().length + " " + String.class.getModule() + " " + Classes.class.getModule().isNamed());
        System.out.println(Classes.class.getClassLoader() != null);
        System.out.println(String.class.getClassLoader() + " " + int[].class.getComponentType() + " " + String.class.arrayType() + " " + Nested.class.getDeclaringClass().getName());
        System.out.println(new Object() { void inside() {} }.getClass().getEnclosingMethod());
        System.out.println(String.class.descriptorString() + int[].class.descriptorString() + " " + Nested.class.toGenericString());
    }
}
