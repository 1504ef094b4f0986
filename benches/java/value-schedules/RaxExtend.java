// The remote-agent pattern: tasks signal and handle events that count. Of eleven tasks, nine have an event of their own;
// the other two share one, and the one that handles it reads and resets the counter outside the event's lock.
// Bug: exception. Arguments: [fixed] [others]; 9 others by default. Corrected, the reset takes the lock.
class RaxExtend {
    static class Event {
        int count;

        synchronized void signal() {
            int before = count;
            count = before + 1;
            if (count != before + 1) {
                throw new IllegalStateException("the counter was changed under the lock");
            }
            notifyAll();
        }

        void handle() {
            if (count > 0) {
                count = 0;
            }
        }

        synchronized void handleLocked() {
            handle();
        }
    }

    static class Signaller extends Thread {
        final Event event;

        Signaller(Event event) {
            this.event = event;
        }

        @Override
        public void run() {
            event.signal();
            event.signal();
        }
    }

    static class Handler extends Thread {
        final Event event;
        final boolean fixed;

        Handler(Event event, boolean fixed) {
            this.event = event;
            this.fixed = fixed;
        }

        @Override
        public void run() {
            if (fixed) {
                event.handleLocked();
            } else {
                event.handle();
            }
        }
    }

    /** Signals and handles an event that nobody else knows. */
    static class Loner extends Thread {
        final Event event;

        Loner(Event event) {
            this.event = event;
        }

        @Override
        public void run() {
            for (int round = 0; round < 3; round++) {
                event.signal();
                event.handle();
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int others = args.length > position ? Integer.parseInt(args[position]) : 9;
        // The board makes every event reachable by everybody: only its use is private.
        Event[] board = new Event[others + 1];
        for (int number = 0; number < board.length; number++) {
            board[number] = new Event();
        }
        for (int number = 1; number < board.length; number++) {
            new Loner(board[number]).start();
        }
        new Signaller(board[0]).start();
        new Handler(board[0], fixed).start();
    }
}
