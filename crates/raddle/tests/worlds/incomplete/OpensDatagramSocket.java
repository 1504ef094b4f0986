import java.net.DatagramSocket;

class OpensDatagramSocket {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.getLocalPort();
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
