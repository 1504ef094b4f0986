// proved
// Each feeds its own.
import java.security.*;
import java.util.*;

public class DigestSharedRight {
    static byte[] digest(MessageDigest digest, byte[] bytes) {
        digest.reset();
        digest.update(bytes);
        return digest.digest();
    }
    public static void main(String[] args) throws Exception {
        byte[] one = {1}, two = {2};
        byte[] expected = digest(MessageDigest.getInstance("MD5"), one);
        MessageDigest shared = MessageDigest.getInstance("MD5");
        MessageDigest own = MessageDigest.getInstance("MD5");
        Thread other = new Thread(() -> digest(own, two));
        other.start();
        byte[] got = digest(shared, one);
        other.join();
        assert Arrays.equals(expected, got);
    }
}
