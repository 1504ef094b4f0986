// proved
// One append is one step of the buffer.
public class FormatBufferRight {
    public static void main(String[] args) throws Exception {
        StringBuffer text = new StringBuffer();
        Thread appender = new Thread(() -> text.append("ab"));
        appender.start();
        String shown = String.format("%s", text);
        appender.join();
        assert !shown.equals("a");
    }
}
