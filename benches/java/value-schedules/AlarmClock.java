// A clock and its clients. A client registers in a slot for a certain time and waits until it is woken; one that comes too
// late clears its slot again. The clock looks through the slots without the lock, and a slot may be cleared between two
// looks at it.
// Bug: NullPointerException. Arguments: [fixed] [clients]; 2 by default. Corrected, the clock looks under the lock.
class AlarmClock {
    static class Client extends Thread {
        final Clock clock;
        final int slot;
        final int time;
        boolean woken;

        Client(Clock clock, int slot, int time) {
            this.clock = clock;
            this.slot = slot;
            this.time = time;
        }

        @Override
        public void run() {
            try {
                clock.register(this);
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static class Clock extends Thread {
        final Client[] slots;
        final boolean fixed;
        final int end;
        int now;

        Clock(int clients, boolean fixed) {
            this.slots = new Client[clients];
            this.fixed = fixed;
            this.end = clients;
        }

        synchronized void register(Client client) throws InterruptedException {
            slots[client.slot] = client;
            while (now < client.time && !client.woken) {
                wait();
            }
            // Woken, or too late: the slot is free for somebody else.
            slots[client.slot] = null;
        }

        synchronized int tick() {
            now++;
            notifyAll();
            return now;
        }

        void wakeAll(int time) {
            for (int slot = 0; slot < slots.length; slot++) {
                if (slots[slot] != null && slots[slot].time <= time) {
                    slots[slot].woken = true;
                }
            }
        }

        @Override
        public void run() {
            while (true) {
                int time = tick();
                if (fixed) {
                    synchronized (this) {
                        wakeAll(time);
                    }
                } else {
                    wakeAll(time);
                }
                if (time == end) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int clients = args.length > position ? Integer.parseInt(args[position]) : 2;
        Clock clock = new Clock(clients, fixed);
        clock.start();
        for (int number = 0; number < clients; number++) {
            new Client(clock, number, number + 1).start();
        }
    }
}
