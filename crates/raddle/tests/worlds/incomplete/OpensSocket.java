import java.net.InetAddress;
import java.net.Socket;

class OpensSocket {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 1)) {
            socket.getOutputStream().write(1);
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
