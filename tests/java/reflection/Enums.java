// Enums and constants by reflection.
package reflection;

import java.lang.reflect.Modifier;

public class Enums {
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("java.util.concurrent.TimeUnit");
        System.out.println(type.isEnum() + " " + type.getEnumConstants().length + " " + type.getField("DAYS").get(null) + " " + Enum.valueOf(Thread.State.class, "NEW") + Modifier.toString(type.getField("DAYS").getModifiers()));
    }
}
