// Philosophers who eat some times each. Arguments: philosophers meals [ordered].
// Classes of schedules, all left first, eating once: 2^N - 1, one of them deadlocked; twice: 11, 106, 831, 5851, 38786 for
// N = 2..6. With "ordered" the last one takes the right fork first: once 2^N - 2, twice 6, 90, 786 for N = 2..4.
class Dining {
    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        int meals = Integer.parseInt(args[1]);
        boolean ordered = args.length > 2 && args[2].equals("ordered");
        Object[] forks = new Object[count];
        for (int number = 0; number < count; number++) {
            forks[number] = new Object();
        }
        for (int number = 0; number < count; number++) {
            Object left = forks[number];
            Object right = forks[(number + 1) % count];
            boolean reversed = ordered && number == count - 1;
            Object first = reversed ? right : left;
            Object second = reversed ? left : right;
            new Thread(() -> {
                for (int meal = 0; meal < meals; meal++) {
                    synchronized (first) {
                        synchronized (second) {
                            // eats
                        }
                    }
                }
            }).start();
        }
    }
}
