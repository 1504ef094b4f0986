import java.net.URL;

class OpensAddress {
    public static void main(String[] args) throws Exception {
        try {
            new URL("http://127.0.0.1:1/").openStream().close();
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
