// proved
// The other thread has ended.
public class FormatBuilderRight {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("ab");
        Thread appender = new Thread(() -> text.append("cd"));
        appender.start();
        appender.join();
        String shown = String.format("<%s>", text);
        assert shown.equals("<abcd>") : shown;
    }
}
