/** Double-checked locking without volatile. */
class WrongDoubleCheck {
    static Object instance;

    static void get() {
        if (instance == null) {
            synchronized (WrongDoubleCheck.class) {
                if (instance == null) {
                    instance = new Object();
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(WrongDoubleCheck::get).start();
        get();
    }
}
