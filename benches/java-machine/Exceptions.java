// Exceptions thrown through several frames, caught, and finally blocks on the way.
public class Exceptions {
    static int cleaned;

    static int dive(int depth, int limit) {
        try {
            if (depth == limit) throw new IllegalStateException("depth " + depth);
            return dive(depth + 1, limit) + 1;
        } finally {
            cleaned++;
        }
    }

    public static void main(String[] args) {
        int caught = 0;
        for (int i = 0; i < 60_000; i++) {
            try {
                dive(0, i % 12);
            } catch (IllegalStateException exception) {
                caught += exception.getMessage().length();
            }
            try {
                Object[] strings = new String[1];
                strings[0] = i % 2 == 0 ? "x" : (Object) i;
            } catch (ArrayStoreException exception) {
                caught++;
            }
        }
        System.out.println(caught + " " + cleaned);
    }
}
