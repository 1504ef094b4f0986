// proved
// Both come from below: who has the superclass waits for nobody, and what it did is seen by the other.
public class InitSuperRight {
    static int done;

    static class Parent {
        static {
            done = 1;
        }
    }

    static class One extends Parent {
        static void touch() {
        }
    }

    static class Other extends Parent {
        static void touch() {
        }
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> {
            One.touch();
            assert done == 1;
        });
        one.start();
        Other.touch();
        assert done == 1;
        one.join();
    }
}
