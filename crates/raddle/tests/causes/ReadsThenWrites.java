class ReadsThenWrites {
  static int n;
  public static void main(String[] x) throws Exception {
    Thread a = new Thread(() -> n++, "anna");
    a.start();
    int seen = n;
    a.join();
  }
}
