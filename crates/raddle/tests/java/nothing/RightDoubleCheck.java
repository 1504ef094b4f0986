/** Double-checked locking with volatile. */
class RightDoubleCheck {
    static volatile Object instance;

    static Object get() {
        if (instance == null) {
            synchronized (RightDoubleCheck.class) {
                if (instance == null) {
                    instance = new Object();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] seen = new Object[1];
        Thread other = new Thread(() -> seen[0] = get());
        other.start();
        Object mine = get();
        other.join();
        assert seen[0] == mine;
    }
}
