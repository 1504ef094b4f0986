class Thrown {
  static int[] box = new int[1];
  static void deep(int i) { if (box[0] == 0) throw new IllegalStateException("deep " + i); }
  static void caller() { deep(3); }
  public static void main(String[] x) throws Exception { 
    Thread a = new Thread(Thrown::caller, "anna"); a.start(); box[0] = 1; a.join();
  }
}
