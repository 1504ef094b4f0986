// An array of zeros. Thread j sets array[j] = array[j-1] + 1; thread 0 looks for the last zero from the end.
// Argument: N. Classes of schedules: (N+3)·2^(N-2). The accesses race on purpose: check with --allow races.
class Lastzero {
    public static void main(String[] args) {
        int last = Integer.parseInt(args[0]);
        int[] array = new int[last + 1];
        new Thread(() -> {
            int index = last;
            while (array[index] != 0) {
                index--;
            }
        }).start();
        for (int number = 1; number <= last; number++) {
            int mine = number;
            new Thread(() -> array[mine] = array[mine - 1] + 1).start();
        }
    }
}
