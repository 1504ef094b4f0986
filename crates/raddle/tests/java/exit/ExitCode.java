/** Two threads end the program; one of them says that it failed. */
class ExitCode {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> done = true).start();
        System.exit(done ? 0 : 3);
    }
}
