/** A connection, which is not supported, reached in some schedules only. */
class SocketCall {
    static volatile boolean flag;

    static void connect() throws Exception {
        new java.net.Socket(java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 1);
    }

    public static void main(String[] args) throws Exception {
        new Thread(() -> flag = true).start();
        if (flag) {
            connect();
        }
    }
}
