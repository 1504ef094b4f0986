// 32 inodes and 26 blocks, a lock each. Thread t looks at inode t mod 32, and if it has no block, takes the first free one
// from a place of its own on. Argument: the number of threads. Classes of schedules: 1 up to 13 threads, then 2^(N-13).
class Filesystem {
    static final int INODES = 32;
    static final int BLOCKS = 26;

    public static void main(String[] args) {
        int threads = Integer.parseInt(args[0]);
        Object[] inodeLocks = new Object[INODES];
        Object[] blockLocks = new Object[BLOCKS];
        for (int index = 0; index < INODES; index++) {
            inodeLocks[index] = new Object();
        }
        for (int index = 0; index < BLOCKS; index++) {
            blockLocks[index] = new Object();
        }
        int[] inode = new int[INODES];
        boolean[] busy = new boolean[BLOCKS];
        for (int number = 0; number < threads; number++) {
            int i = number % INODES;
            new Thread(() -> {
                synchronized (inodeLocks[i]) {
                    if (inode[i] == 0) {
                        int b = 2 * i % BLOCKS;
                        while (true) {
                            synchronized (blockLocks[b]) {
                                if (!busy[b]) {
                                    busy[b] = true;
                                    inode[i] = b + 1;
                                    break;
                                }
                            }
                            b = (b + 1) % BLOCKS;
                        }
                    }
                }
            }).start();
        }
    }
}
