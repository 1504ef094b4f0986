// Private constructors, and classes that cannot be made.
package reflection;

import java.lang.reflect.Constructor;
import java.util.AbstractList;

public class Constructors {
    static class Secret { final int n; private Secret(int n) { this.n = n; } }

    public static void main(String[] args) throws Exception {
        Constructor<Secret> c = Secret.class.getDeclaredConstructor(int.class);
        c.setAccessible(true);
        System.out.println(c.newInstance(7).n + " " + c.getParameterCount());
        try { Runnable.class.getDeclaredConstructor(); } catch (NoSuchMethodException e) { System.out.println("none"); } try { java.util.AbstractList.class.getDeclaredConstructors()[0].newInstance(); } catch (InstantiationException | IllegalAccessException | IllegalArgumentException e) { System.out.println(e.getClass().getSimpleName()); }
    }
}
