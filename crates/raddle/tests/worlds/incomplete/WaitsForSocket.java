import java.net.ServerSocket;

class WaitsForSocket {
    public static void main(String[] args) throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            socket.getLocalPort();
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
