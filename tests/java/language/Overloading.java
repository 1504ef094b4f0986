// Overload resolution.
package language;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

public class Overloading {
    static String f(int x) { return "int"; }
    static String f(long x) { return "long"; }
    static String f(Integer x) { return "Integer"; }
    static String f(Object x) { return "Object"; }
    static String f(int... x) { return "varargs"; }
    static String g(double x) { return "double"; }
    static String g(Object x) { return "Object"; }
    static String h(List<?> x) { return "List"; }
    static String h(Collection<?> x) { return "Collection"; }
    public static void main(String[] args) {
        byte b = 1;
        char c = 'c';
        System.out.println(f(b) + f(c) + f(1) + f(1L) + f(1f) + f(Integer.valueOf(1)) + f("s") + f() + f(1, 2));
        System.out.println(g(1) + g('c') + g(1L) + g(Integer.valueOf(5)));
        Collection<Integer> list = new ArrayList<>();
        System.out.println(h(list) + h(new ArrayList<>()));
    }
}
