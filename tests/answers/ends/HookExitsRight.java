// proved
// A halt waits for nobody.
public class HookExitsRight {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
    }
}
