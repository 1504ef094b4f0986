// found: deadlock
// Two classes whose initialisers need each other, entered from both ends.
public class InitialiserCycleWrong {
    static class First { static final Object one = new Object(), two = Second.one; }
    static class Second { static final Object one = new Object(), two = First.one; }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Second.two.hashCode());
        other.start();
        First.two.hashCode();
        other.join();
    }
}
