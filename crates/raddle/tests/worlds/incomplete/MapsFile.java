import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

class MapsFile {
    public static void main(String[] args) throws Exception {
        try (FileChannel channel = FileChannel.open(Path.of("/tmp/maps-file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            channel.map(FileChannel.MapMode.READ_WRITE, 0, 16).put(0, (byte) 1);
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
