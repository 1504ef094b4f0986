class LoadsLibraryByPath {
    public static void main(String[] args) throws Exception {
        try {
            System.load("/no/such/library.so");
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
