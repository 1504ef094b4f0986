import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes to one channel come one after the other. */
class SharedChannel {
    static void write(FileChannel channel, int value) {
        try {
            channel.write(ByteBuffer.wrap(new byte[] {(byte) value, (byte) value}));
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Path path = Path.of("/tmp/shared-channel");
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            Thread thread = new Thread(() -> write(channel, 1));
            thread.start();
            write(channel, 2);
            thread.join();
            ByteBuffer read = ByteBuffer.allocate(8);
            channel.read(read, 0);
            assert read.position() == 4 && read.get(0) == read.get(1) && read.get(2) == read.get(3);
            assert channel.position() == 4 && channel.size() == 4;
        }
    }
}
