class OpensSocket { 
  static void open() throws Exception { new java.net.Socket("localhost", 1); }
  public static void main(String[] x) throws Exception { open(); } }
