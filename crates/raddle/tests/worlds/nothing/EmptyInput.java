import java.io.IOException;

/** Standard input is empty, and there are no environment variables. */
class EmptyInput {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                assert System.in.read() == -1;
            } catch (IOException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        assert System.in.read() == -1;
        assert System.getenv().isEmpty() && System.getenv("PATH") == null;
        thread.join();
    }
}
