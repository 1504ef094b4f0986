// found: deadlock
// One has the superclass in progress and needs the subclass, the other the other way round (JLS 12.4.2).
public class InitSuperWrong {
    static class Parent {
        static final Parent FIRST = new Child();
    }

    static class Child extends Parent {
        static void touch() {
        }
    }

    public static void main(String[] args) throws Exception {
        Thread above = new Thread(() -> System.identityHashCode(Parent.FIRST));
        Thread below = new Thread(Child::touch);
        above.start();
        below.start();
        above.join();
        below.join();
    }
}
