import java.lang.reflect.Proxy;
class Proxies {
  interface A { int a(); } interface B { int b(); }
  static Object of(Class<?> type, int n) { return Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, (p, m, x) -> n); }
  public static void main(String[] x) throws Exception {
    int[] seen = new int[2];
    Thread t = new Thread(() -> seen[0] = ((A) of(A.class, 1)).a()), u = new Thread(() -> seen[1] = ((B) of(B.class, 2)).b());
    t.start(); u.start(); t.join(); u.join();
    assert seen[0] == 1 && seen[1] == 2;
  }
}
