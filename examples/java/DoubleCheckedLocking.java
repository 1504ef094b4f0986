// The famous wrong idiom: look at the field without the lock first, and take the lock only if it is null. Without
// `volatile` the first look races with the write under the lock: a thread may see the reference before the object.
// Raddle explores sequentially consistent memory, on which nothing worse happens; so it reports the race itself.
//
//     raddle check examples/java/DoubleCheckedLocking.java
//
// Expect: race
class DoubleCheckedLocking {
    static class Settings {
        int timeout = 30;
    }

    static Settings instance; // should be volatile

    static Settings instance() {
        if (instance == null) {
            synchronized (DoubleCheckedLocking.class) {
                if (instance == null) {
                    instance = new Settings();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> instance()).start();
        new Thread(() -> instance()).start();
    }
}
