// found: deadlock
// An interface with a default method is initialised before a class that has it, and needs that class.
public class InitInterfaceWrong {
    interface Above {
        int NUMBER = Below.number();

        default void act() {
        }
    }

    static class Below implements Above {
        static int number() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread above = new Thread(() -> System.identityHashCode(Above.NUMBER));
        above.start();
        Below.number();
        above.join();
    }
}
