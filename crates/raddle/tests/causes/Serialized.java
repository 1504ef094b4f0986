import java.io.*;
class Serialized {
  static class Point implements Serializable { int x = 1; String name = "p"; }
  static byte[] write() throws Exception { var b = new ByteArrayOutputStream(); new ObjectOutputStream(b).writeObject(new Point()); return b.toByteArray(); }
  public static void main(String[] a) throws Exception {
    Runnable r = () -> { try { new ObjectInputStream(new ByteArrayInputStream(write())).readObject(); } catch (Exception e) { throw new RuntimeException(e); } };
    Thread t = new Thread(r), u = new Thread(r); t.start(); u.start(); t.join(); u.join();
  }
}
