// proved
// Here it is synchronised.
import java.lang.reflect.*;

public class ProxyCallsRight {
    static int calls;
    static synchronized Object invoke(Object proxy, Method method, Object[] arguments) { calls++; return null; }
    public static void main(String[] args) throws Exception {
        Class<?>[] types = {Runnable.class};
        Runnable proxy = (Runnable) Proxy.newProxyInstance(ProxyCallsRight.class.getClassLoader(), types, ProxyCallsRight::invoke);
        Thread other = new Thread(proxy);
        other.start();
        proxy.run();
        other.join();
    }
}
