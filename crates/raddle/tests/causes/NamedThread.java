class NamedThread {
  static int n;
  static class Worker extends Thread { String name = "field"; int id; Worker(String n) { super(n); } public void run() { NamedThread.n++; } }
  public static void main(String[] x) throws Exception { Worker a = new Worker("alpha"), b = new Worker("beta"); a.start(); b.start(); a.join(); b.join(); assert n == 2; }
}
