// proved
// A default value stands in.
public class PropertyRight {
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> System.setProperty("answers.size", "12"));
        setter.start();
        int size = Integer.parseInt(System.getProperty("answers.size", "12"));
        setter.join();
        if (size != 12) throw new IllegalStateException();
    }
}
