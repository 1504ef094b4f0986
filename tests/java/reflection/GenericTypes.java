// Signatures of generic members.
package reflection;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class GenericTypes {
    static class Repository<K extends Comparable<K>, V> {
        Map<K, List<? super V>> store;
        <T extends Exception> V find(K key, T[] failures) throws T { return null; }
    }
    static class Users extends Repository<String, Integer> {}

    public static void main(String[] args) throws Exception {
        System.out.println(Repository.class.getDeclaredField("store").getGenericType());
        Method find = Repository.class.getDeclaredMethods()[0];
        System.out.println(find.toGenericString());
        ParameterizedType parent = (ParameterizedType) Users.class.getGenericSuperclass();
        System.out.println(Arrays.toString(parent.getActualTypeArguments()) + " " + parent.getRawType());
        System.out.println(Repository.class.getTypeParameters()[0].getBounds()[0]);
        System.out.println(find.getGenericReturnType() + " " + find.getGenericExceptionTypes()[0]);
    }
}
