// Threads with some critical sections each on one lock, in which each touches its own cell of an array.
// Arguments: the number of sections of each thread. Classes of schedules: the orders of all sections, so
// (n·k)! / (k!)^n for n threads with k sections: 2,2,2,2 has 2520, 2,2,2,2,1 has 22680, 2,2,2,2,2 has 113400.
class Locking {
    static final Object LOCK = new Object();
    static int[] cells;

    public static void main(String[] args) {
        cells = new int[args.length];
        for (int number = 0; number < args.length; number++) {
            int mine = number;
            int sections = Integer.parseInt(args[number]);
            new Thread(() -> {
                for (int count = 0; count < sections; count++) {
                    synchronized (LOCK) {
                        cells[mine]++;
                    }
                }
            }).start();
        }
    }
}
