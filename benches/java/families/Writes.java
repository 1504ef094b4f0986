// Threads that write one variable some times each. Arguments: threads writes.
// Classes of schedules: (n·k)! / (k!)^n. The writes race on purpose: check with --allow races.
class Writes {
    static int x;

    public static void main(String[] args) {
        int threads = Integer.parseInt(args[0]);
        int writes = Integer.parseInt(args[1]);
        for (int number = 0; number < threads; number++) {
            int mine = number;
            new Thread(() -> {
                for (int count = 0; count < writes; count++) {
                    x = mine;
                }
            }).start();
        }
    }
}
