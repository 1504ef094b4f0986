class StartsProcess {
    public static void main(String[] args) throws Exception {
        try {
            new ProcessBuilder("touch", "/tmp/starts-process").start().waitFor();
        } catch (Throwable thrown) {
            // What is not supported is not thrown.
        }
    }
}
