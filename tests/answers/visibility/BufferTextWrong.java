// found: assertion
// A text is made of a buffer with a lock of its own, from inside of the library, before or after it is cut.
public class BufferTextWrong {
    static final StringBuffer TEXT = new StringBuffer("ab");

    public static void main(String[] args) throws Exception {
        Thread cutter = new Thread(() -> TEXT.setLength(1));
        cutter.start();
        String seen = new StringBuilder().append((Object) TEXT).append(',').toString();
        cutter.join();
        assert seen.equals("ab,");
    }
}
