// proved
// A charset has none.
import java.nio.*;
import java.nio.charset.*;

public class EncoderSharedRight {
    public static void main(String[] args) throws Exception {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        Runnable encode = () -> StandardCharsets.UTF_8.encode("ab");
        Thread other = new Thread(encode);
        other.start();
        encode.run();
        other.join();
    }
}
