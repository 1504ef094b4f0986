// Philosophers around a table, each of whom takes the left fork first.
// Bug: deadlock. Arguments: [fixed] [philosophers]; 5 by default. Corrected, the last one takes the right fork first.
class DiningPhilosopher {
    static class Fork {
    }

    static class Philosopher extends Thread {
        final Fork first;
        final Fork second;

        Philosopher(Fork first, Fork second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    // eats
                }
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int count = args.length > position ? Integer.parseInt(args[position]) : 5;
        Fork[] forks = new Fork[count];
        for (int number = 0; number < count; number++) {
            forks[number] = new Fork();
        }
        for (int number = 0; number < count; number++) {
            Fork left = forks[number];
            Fork right = forks[(number + 1) % count];
            boolean reversed = fixed && number == count - 1;
            new Philosopher(reversed ? right : left, reversed ? left : right).start();
        }
    }
}
