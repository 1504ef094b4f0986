// Dynamic proxies.
package reflection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

public class Proxies {
    interface Greeter { String greet(String name, int times); default String bye() { return "bye"; } }
    interface Counter { long count(); void reset(); }

    public static void main(String[] args) throws Exception {
        List<String> log = new ArrayList<>();
        InvocationHandler handler = (proxy, method, arguments) -> {
            log.add(method.getName() + (arguments == null ? 0 : arguments.length));
            return switch (method.getName()) {
                case "greet" -> arguments[0] + "x" + arguments[1];
                case "count" -> 5L;
                case "hashCode" -> 1;
                case "toString" -> "proxy!";
                case "bye" -> "intercepted";
                default -> null;
            };
        };
        Object proxy = Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Greeter.class, Counter.class}, handler);
        System.out.println(((Greeter) proxy).greet("bob", 2) + " " + ((Counter) proxy).count() + " " + proxy + " " + proxy.hashCode() + " " + ((Greeter) proxy).bye());
        ((Counter) proxy).reset();
        System.out.println(log + " " + Proxy.isProxyClass(proxy.getClass()) + " " + (Proxy.getInvocationHandler(proxy) == handler));
        Counter throwing = (Counter) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Counter.class}, (p, m, a) -> { throw new IllegalStateException("from handler"); });
        try {
            throwing.reset();
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        Counter checked = (Counter) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Counter.class}, (p, m, a) -> { throw new Exception("checked"); });
        try {
            checked.reset();
        } catch (java.lang.reflect.UndeclaredThrowableException exception) {
            System.out.println(exception.getCause().getMessage());
        }
    }
}
