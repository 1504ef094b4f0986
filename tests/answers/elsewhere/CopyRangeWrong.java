// found: race
// arraycopy reads what another thread writes.
public class CopyRangeWrong {
    public static void main(String[] args) throws Exception {
        Object[] from = {"a", "b", "c"}, to = new Object[2];
        Thread writer = new Thread(() -> from[2] = "z");
        writer.start();
        System.arraycopy(from, 1, to, 0, 2);
        writer.join();
    }
}
