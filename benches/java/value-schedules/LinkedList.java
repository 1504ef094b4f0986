// Two threads append to a list that nothing synchronises; afterwards its size is wrong.
// Bug: exception. Arguments: [fixed] [threads items]; 2 threads with 3 items each by default. Corrected, each append is
// synchronised.
class LinkedList {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static class Items {
        final boolean fixed;
        Node first;
        Node last;

        Items(boolean fixed) {
            this.fixed = fixed;
        }

        void add(int value) {
            if (fixed) {
                synchronized (this) {
                    append(value);
                }
            } else {
                append(value);
            }
        }

        private void append(int value) {
            Node node = new Node(value);
            if (last == null) {
                first = node;
            } else {
                last.next = node;
            }
            last = node;
        }

        int size() {
            int size = 0;
            for (Node node = first; node != null; node = node.next) {
                size++;
            }
            return size;
        }
    }

    static class Appender extends Thread {
        final Items items;
        final int from;
        final int to;

        Appender(Items items, int from, int to) {
            this.items = items;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int value = from; value < to; value++) {
                items.add(value);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int threads = args.length > position ? Integer.parseInt(args[position]) : 2;
        int items = args.length > position + 1 ? Integer.parseInt(args[position + 1]) : 3;
        Items list = new Items(fixed);
        Appender[] appenders = new Appender[threads];
        for (int number = 0; number < threads; number++) {
            appenders[number] = new Appender(list, number * items, (number + 1) * items);
            appenders[number].start();
        }
        for (Appender appender : appenders) {
            appender.join();
        }
        if (list.size() != threads * items) {
            throw new IllegalStateException("the list has " + list.size() + " items of " + threads * items);
        }
    }
}
