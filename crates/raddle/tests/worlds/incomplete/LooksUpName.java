import java.net.InetAddress;

class LooksUpName {
    public static void main(String[] args) throws Exception {
        try {
            InetAddress.getByName("localhost");
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
