// Double-checked locking as it is right: the field is volatile, so that the look without the lock is ordered after the
// write under it. Nothing is wrong in any schedule.
//
//     raddle check examples/java/VolatileDoubleChecked.java
//
// Expect: nothing
class VolatileDoubleChecked {
    static class Settings {
        int timeout = 30;
    }

    static volatile Settings instance;

    static Settings instance() {
        Settings seen = instance;
        if (seen == null) {
            synchronized (VolatileDoubleChecked.class) {
                seen = instance;
                if (seen == null) {
                    seen = new Settings();
                    instance = seen;
                }
            }
        }
        return seen;
    }

    static void use() {
        assert instance().timeout == 30;
    }

    public static void main(String[] args) {
        new Thread(VolatileDoubleChecked::use).start();
        new Thread(VolatileDoubleChecked::use).start();
    }
}
