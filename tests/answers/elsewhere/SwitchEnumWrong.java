// found: exception
// A switch over an enum that was not set yet.
public class SwitchEnumWrong {
    enum Colour { RED, GREEN }
    static volatile Colour colour;
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
