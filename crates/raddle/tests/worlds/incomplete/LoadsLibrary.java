class LoadsLibrary {
    public static void main(String[] args) throws Exception {
        try {
            Runtime.getRuntime().loadLibrary("missing");
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
