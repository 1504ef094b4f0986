class StartsProcess { 
  static void open() throws Exception { new ProcessBuilder("ls").start(); }
  public static void main(String[] x) throws Exception { Thread t = new Thread(() -> { try { open(); } catch (Exception e) { throw new RuntimeException(e); } }); t.start(); t.join(); } }
