// found: race, exception, assertion
// A charset's encoder has a state; an encoding that begins in another's midst fails.
import java.nio.*;
import java.nio.charset.*;

public class EncoderSharedWrong {
    public static void main(String[] args) throws Exception {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        Runnable encode = () -> {
            try { encoder.encode(CharBuffer.wrap("ab")); } catch (CharacterCodingException e) { throw new Error(e); }
        };
        Thread other = new Thread(encode);
        other.start();
        encode.run();
        other.join();
    }
}
