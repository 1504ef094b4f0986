// found: assertion
// Each call is locked, but not the three together.
import java.security.*;
import java.util.*;

public class DigestLockedWrong {
    static MessageDigest shared;
    static byte[] digest(byte value) {
            synchronized (shared) { shared.update(value); }
            synchronized (shared) { return shared.digest(); }
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
