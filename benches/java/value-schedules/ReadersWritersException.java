// Readers and writers that do not wait: a writer that finds readers gives up. Readers count themselves in without the
// lock, so that one of two may not be counted: a writer comes in while that reader is still there, and the reader sees the
// value change.
// Bug: exception. Arguments: [fixed] [readers writers]; two of each by default. Corrected, readers come in under the lock.
class ReadersWritersException {
    static class Room {
        final boolean fixed;
        int readers;
        int value;

        Room(boolean fixed) {
            this.fixed = fixed;
        }

        void enter() {
            if (fixed) {
                synchronized (this) {
                    readers = readers + 1;
                }
            } else {
                readers = readers + 1;
            }
        }

        synchronized void leave() {
            readers = readers - 1;
        }

        synchronized void write(int written) {
            if (readers <= 0) {
                value = written;
            }
        }
    }

    static class Reader extends Thread {
        final Room room;

        Reader(Room room) {
            this.room = room;
        }

        @Override
        public void run() {
            room.enter();
            int before = room.value;
            int after = room.value;
            room.leave();
            if (before != after) {
                throw new IllegalStateException("a writer was there: " + before + " became " + after);
            }
        }
    }

    static class Writer extends Thread {
        final Room room;
        final int written;

        Writer(Room room, int written) {
            this.room = room;
            this.written = written;
        }

        @Override
        public void run() {
            room.write(written);
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int readers = args.length > first ? Integer.parseInt(args[first]) : 2;
        int writers = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 2;
        Room room = new Room(fixed);
        for (int number = 0; number < readers; number++) {
            new Reader(room).start();
        }
        for (int number = 1; number <= writers; number++) {
            new Writer(room, number).start();
        }
    }
}
