// found: race
// A proxy's handler is the program's code.
import java.lang.reflect.*;

public class ProxyCallsWrong {
    static int calls;
    static Object invoke(Object proxy, Method method, Object[] arguments) { calls++; return null; }
    public static void main(String[] args) throws Exception {
        Class<?>[] types = {Runnable.class};
        Runnable proxy = (Runnable) Proxy.newProxyInstance(ProxyCallsWrong.class.getClassLoader(), types, ProxyCallsWrong::invoke);
        Thread other = new Thread(proxy);
        other.start();
        proxy.run();
        other.join();
    }
}
