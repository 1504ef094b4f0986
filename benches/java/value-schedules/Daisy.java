import java.util.ArrayList;
import java.util.List;

// A small file system on a small disk. The disk is an array of bytes, cut into blocks; the first block holds the inodes,
// each a size and the numbers of its blocks; one byte a block says whether it is in use. Inodes and blocks have a lock
// each. Two users make a file each, write to it and read it back.
//
// All accesses take the lock of what they touch, but for one: the search for a free block looks at the byte that says
// whether a block is in use before it takes the block's lock, and does not look again. Two files may get the same block.
// Bug: exception. Arguments: [fixed] [users bytes]; 2 users and 2 bytes by default. Corrected, the look is under the lock.
class Daisy {
    static final int BLOCK_SIZE = 4;
    static final int BLOCKS = 8;
    static final int INODES = 4;
    static final int BLOCKS_OF_FILE = 2;

    /** A lock that is no monitor: it is taken and given back by calls. */
    static class Lock {
        private Thread holder;

        synchronized void acquire() throws InterruptedException {
            while (holder != null) {
                wait();
            }
            holder = Thread.currentThread();
        }

        synchronized void release() {
            if (holder != Thread.currentThread()) {
                throw new IllegalMonitorStateException("the lock is not held");
            }
            holder = null;
            notifyAll();
        }
    }

    /** Bytes that can be read and written, and no more. */
    static class Disk {
        private final byte[] bytes = new byte[BLOCKS * BLOCK_SIZE];

        byte read(int address) {
            return bytes[address];
        }

        void write(int address, byte value) {
            bytes[address] = value;
        }
    }

    /** What is known of a file: its size, and the blocks of its bytes. */
    static class Inode {
        int size;
        final int[] blocks = new int[BLOCKS_OF_FILE];
        int count;
    }

    static class DiskFull extends RuntimeException {
        DiskFull() {
            super("no block is free");
        }
    }

    /** The blocks of the disk: who uses them, and their locks. */
    static class BlockTable {
        private final Disk disk = new Disk();
        private final Lock[] locks = new Lock[BLOCKS];
        private final boolean[] used = new boolean[BLOCKS];
        private final boolean fixed;

        BlockTable(boolean fixed) {
            this.fixed = fixed;
            for (int block = 0; block < BLOCKS; block++) {
                locks[block] = new Lock();
            }
        }

        /** Finds a free block and takes it. */
        int allocate() throws InterruptedException {
            for (int block = 0; block < BLOCKS; block++) {
                if (fixed ? takeIfFree(block) : takeCarelessly(block)) {
                    return block;
                }
            }
            throw new DiskFull();
        }

        private boolean takeIfFree(int block) throws InterruptedException {
            locks[block].acquire();
            try {
                boolean free = !used[block];
                used[block] = true;
                return free;
            } finally {
                locks[block].release();
            }
        }

        // The bug: between the look and the lock somebody else may take the block.
        private boolean takeCarelessly(int block) throws InterruptedException {
            if (used[block]) {
                return false;
            }
            locks[block].acquire();
            try {
                used[block] = true;
                return true;
            } finally {
                locks[block].release();
            }
        }

        /** Gives a block back. */
        void free(int block) throws InterruptedException {
            locks[block].acquire();
            try {
                used[block] = false;
            } finally {
                locks[block].release();
            }
        }

        byte read(int block, int offset) throws InterruptedException {
            locks[block].acquire();
            try {
                return disk.read(address(block, offset));
            } finally {
                locks[block].release();
            }
        }

        void write(int block, int offset, byte value) throws InterruptedException {
            locks[block].acquire();
            try {
                disk.write(address(block, offset), value);
            } finally {
                locks[block].release();
            }
        }

        private static int address(int block, int offset) {
            if (block < 0 || block >= BLOCKS || offset < 0 || offset >= BLOCK_SIZE) {
                throw new IndexOutOfBoundsException("block " + block + ", offset " + offset);
            }
            return block * BLOCK_SIZE + offset;
        }
    }

    /** Files by number. */
    static class FileSystem {
        private final BlockTable blocks;
        private final Inode[] inodes = new Inode[INODES];
        private final Lock[] locks = new Lock[INODES];

        FileSystem(boolean fixed) {
            this.blocks = new BlockTable(fixed);
            for (int number = 0; number < INODES; number++) {
                locks[number] = new Lock();
            }
        }

        /** Makes an empty file of this number. */
        void create(int number) throws InterruptedException {
            locks[number].acquire();
            try {
                if (inodes[number] != null) {
                    throw new IllegalArgumentException("file " + number + " is there already");
                }
                inodes[number] = new Inode();
            } finally {
                locks[number].release();
            }
        }

        /** Adds a byte to the end of a file. */
        void append(int number, byte value) throws InterruptedException {
            locks[number].acquire();
            try {
                Inode inode = existing(number);
                if (inode.size == inode.count * BLOCK_SIZE) {
                    inode.blocks[inode.count] = blocks.allocate();
                    inode.count++;
                }
                blocks.write(inode.blocks[inode.size / BLOCK_SIZE], inode.size % BLOCK_SIZE, value);
                inode.size++;
            } finally {
                locks[number].release();
            }
        }

        /** Reads the byte at a place of a file. */
        byte read(int number, int place) throws InterruptedException {
            locks[number].acquire();
            try {
                Inode inode = existing(number);
                if (place >= inode.size) {
                    throw new IndexOutOfBoundsException("the file ends at " + inode.size);
                }
                return blocks.read(inode.blocks[place / BLOCK_SIZE], place % BLOCK_SIZE);
            } finally {
                locks[number].release();
            }
        }

        /** Removes a file, and gives back its blocks. */
        void delete(int number) throws InterruptedException {
            locks[number].acquire();
            try {
                Inode inode = existing(number);
                for (int index = 0; index < inode.count; index++) {
                    blocks.free(inode.blocks[index]);
                }
                inodes[number] = null;
            } finally {
                locks[number].release();
            }
        }

        private Inode existing(int number) {
            Inode inode = inodes[number];
            if (inode == null) {
                throw new IllegalArgumentException("there is no file " + number);
            }
            return inode;
        }
    }

    static class User extends Thread {
        private final FileSystem files;
        private final int file;
        private final int bytes;

        User(FileSystem files, int file, int bytes) {
            this.files = files;
            this.file = file;
            this.bytes = bytes;
        }

        @Override
        public void run() {
            try {
                byte mine = (byte) (file + 1);
                files.create(file);
                for (int count = 0; count < bytes; count++) {
                    files.append(file, mine);
                }
                for (int place = 0; place < bytes; place++) {
                    byte found = files.read(file, place);
                    if (found != mine) {
                        throw new IllegalStateException("file " + file + " holds a byte of file " + (found - 1));
                    }
                }
                files.delete(file);
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int users = args.length > first ? Integer.parseInt(args[first]) : 2;
        int bytes = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 2;
        FileSystem files = new FileSystem(fixed);
        List<User> all = new ArrayList<>();
        for (int number = 0; number < users; number++) {
            all.add(new User(files, number, bytes));
        }
        all.forEach(Thread::start);
    }
}
