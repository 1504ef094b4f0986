class Loaders {
  public static class Inner { public static int count; }
  static class Own extends ClassLoader {
    Own() { super(Loaders.class.getClassLoader()); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        if (!name.equals("Loaders$Inner")) return super.loadClass(name, resolve);
        try (var in = Loaders.class.getResourceAsStream("Loaders$Inner.class")) { byte[] b = in.readAllBytes(); return defineClass(name, b, 0, b.length); }
        catch (java.io.IOException e) { throw new ClassNotFoundException(name); }
      }
    }
  }
  static volatile int turn;
  public static void main(String[] x) throws Exception {
    Own first = new Own(), second = new Own();
    Thread t = new Thread(() -> { turn = 1; try { first.loadClass("Loaders$Inner"); } catch (Exception e) { throw new RuntimeException(e); } });
    t.start(); turn = 2;
    Class<?> c = second.loadClass("Loaders$Inner");
    t.join();
    if (c == first.loadClass("Loaders$Inner")) throw new IllegalStateException("one class of two loaders");
    if (c != second.loadClass("Loaders$Inner")) throw new IllegalStateException("two classes of one loader");
  }
}
