// found: exception
// A property that another thread sets may not be there.
public class PropertyWrong {
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> System.setProperty("answers.size", "12"));
        setter.start();
        int size = Integer.parseInt(System.getProperty("answers.size"));
        setter.join();
        if (size != 12) throw new IllegalStateException();
    }
}
