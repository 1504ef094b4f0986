class Reentrant {
  static final Object a = new Object(), b = new Object();
  static void inner() { synchronized (a) { } }
  static void one() { 
    synchronized (a) { 
      inner();
      synchronized (b) { } 
    } }
  static void two() { synchronized (b) { synchronized (a) { } } }
  public static void main(String[] x) { new Thread(Reentrant::one, "one").start(); new Thread(Reentrant::two, "two").start(); }
}
