// proved
// They are.
import java.security.*;
import java.util.*;

public class DigestLockedRight {
    static MessageDigest shared;
    static byte[] digest(byte value) {
        synchronized (shared) {
            synchronized (shared) { shared.update(value); }
            synchronized (shared) { return shared.digest(); }
        }
    }
    public static void main(String[] args) throws Exception {
        shared = MessageDigest.getInstance("SHA-256");
        byte[] expected = digest((byte) 1);
        Thread other = new Thread(() -> digest((byte) 2));
        other.start();
        byte[] got = digest((byte) 1);
        other.join();
        assert Arrays.equals(expected, got);
    }
}
