// proved
// But both get the same.
public class ComputedClassValueRight {
    static final ClassValue<Object> values = new ClassValue<>() {
        @Override protected Object computeValue(Class<?> type) { return new Object(); }
    };
    public static void main(String[] args) throws Exception {
        Object[] got = new Object[1];
        Thread other = new Thread(() -> got[0] = values.get(String.class));
        other.start();
        Object mine = values.get(String.class);
        other.join();
        assert got[0] == mine;
    }
}
