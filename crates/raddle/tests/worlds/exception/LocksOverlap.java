import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;

/** Locks of files are for processes: a second one of the same process is refused. */
class LocksOverlap {
    static void lock() {
        try (RandomAccessFile file = new RandomAccessFile("/tmp/locks-overlap", "rw")) {
            FileLock lock = file.getChannel().lock();
            lock.release();
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(LocksOverlap::lock);
        thread.start();
        lock();
        thread.join();
    }
}
