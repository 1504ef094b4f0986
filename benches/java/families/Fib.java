// Two threads, n times `i += j` and `j += i`; with the second argument "reader", main reads both meanwhile.
// Arguments: [n] [reader]. Classes of schedules without reader: 3, 19, 141, 1107, 8953 for n = 1..5;
// with reader: 11, 140, 1698, 19605, 218243. The accesses race on purpose: check with --allow races.
class Fib {
    static int i = 1;
    static int j = 1;

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        boolean reader = args.length > 1 && args[1].equals("reader");
        new Thread(() -> {
            for (int count = 0; count < n; count++) {
                i += j;
            }
        }).start();
        new Thread(() -> {
            for (int count = 0; count < n; count++) {
                j += i;
            }
        }).start();
        if (reader) {
            int first = i;
            int second = j;
        }
    }
}
