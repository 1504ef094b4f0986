class Notify {
  static final Object m = new Object();
  static boolean go;
  static void w() { synchronized (m) { try { m.wait(); } catch (InterruptedException e) {} } }
  public static void main(String[] x) throws Exception { 
    Thread a = new Thread(Notify::w, "anna"), b = new Thread(Notify::w, "bert"); a.start(); b.start();
    synchronized (m) { m.notify(); }
    a.join(); b.join();
  }
}
