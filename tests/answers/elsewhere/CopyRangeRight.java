// proved
// It reads another part.
public class CopyRangeRight {
    public static void main(String[] args) throws Exception {
        Object[] from = {"a", "b", "c"}, to = new Object[2];
        Thread writer = new Thread(() -> from[2] = "z");
        writer.start();
        System.arraycopy(from, 0, to, 0, 2);
        writer.join();
    }
}
