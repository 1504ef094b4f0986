import java.nio.channels.SocketChannel;

class OpensSocketChannel {
    public static void main(String[] args) throws Exception {
        try (SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
