// proved
public class ClassesFormattedRight {
    static final Class<?>[] kinds = { String.class, Integer.class };
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { synchronized (kinds) { kinds[0] = Object.class; } });
        other.start();
        String text;
        synchronized (kinds) { text = String.format("%s %s", (Object[]) kinds); }
        other.join();
        assert text.endsWith("Integer");
    }
}
