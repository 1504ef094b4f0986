// found: assertion
// A buffer is synchronised, so there is no race; but two appends are two.
public class FormatBufferWrong {
    public static void main(String[] args) throws Exception {
        StringBuffer text = new StringBuffer();
        Thread appender = new Thread(() -> { text.append("a"); text.append("b"); });
        appender.start();
        String shown = String.format("%s", text);
        appender.join();
        assert !shown.equals("a");
    }
}
