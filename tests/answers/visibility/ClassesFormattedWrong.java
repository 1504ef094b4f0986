// found: assertion, race
// An array of classes is the program's, though classes are the library's.
public class ClassesFormattedWrong {
    static final Class<?>[] kinds = { String.class, Integer.class };
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> kinds[0] = Object.class);
        other.start();
        String text = String.format("%s %s", (Object[]) kinds);
        other.join();
        assert text.contains("String");
    }
}
