// found: assertion, race
// The characters of a builder are formatted while another thread appends to it.
public class FormatBuilderWrong {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("ab");
        Thread appender = new Thread(() -> text.append("cd"));
        appender.start();
        String shown = String.format("<%s>", text);
        appender.join();
        assert shown.equals("<abcd>") : shown;
    }
}
