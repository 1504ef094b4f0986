class FailsAtOnce {
  public static void main(String[] x) throws Exception {
    Thread a = new Thread(() -> { throw new IllegalStateException("at once"); }, "anna");
    a.start(); a.join();
  }
}
