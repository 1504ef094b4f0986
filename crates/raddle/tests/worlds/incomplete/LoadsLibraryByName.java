class LoadsLibraryByName {
    public static void main(String[] args) throws Exception {
        try {
            System.loadLibrary("missing");
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
