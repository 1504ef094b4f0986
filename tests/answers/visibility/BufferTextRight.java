// proved
// It is one of both.
public class BufferTextRight {
    static final StringBuffer TEXT = new StringBuffer("ab");

    public static void main(String[] args) throws Exception {
        Thread cutter = new Thread(() -> TEXT.setLength(1));
        cutter.start();
        String seen = new StringBuilder().append((Object) TEXT).append(',').toString();
        cutter.join();
        assert seen.equals("ab,") || seen.equals("a,");
    }
}
