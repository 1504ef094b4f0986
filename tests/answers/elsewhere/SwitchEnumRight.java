// proved
// With a default in its place.
public class SwitchEnumRight {
    enum Colour { RED, GREEN }
    static volatile Colour colour = Colour.RED;
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> colour = Colour.GREEN);
        setter.start();
        int number;
        switch (colour) {
            case RED: number = 1; break;
            default: number = 2;
        }
        setter.join();
    }
}
