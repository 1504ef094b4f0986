// Accounts in a ring, each of which transfers to the next one, and holds both locks meanwhile: its own first.
// Bug: deadlock around the ring. Arguments: [fixed] [accounts]; 5 by default. Corrected, the account with the lower
// number is locked first.
class AccountDeadlock {
    static class Account {
        final int number;
        int amount = 100;

        Account(int number) {
            this.number = number;
        }
    }

    static class Transfer extends Thread {
        final Account from;
        final Account to;
        final Account first;
        final Account second;

        Transfer(Account from, Account to, boolean fixed) {
            this.from = from;
            this.to = to;
            boolean swapped = fixed && to.number < from.number;
            this.first = swapped ? to : from;
            this.second = swapped ? from : to;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    from.amount -= 10;
                    to.amount += 10;
                }
            }
        }
    }

    public static void main(String[] args) {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int count = args.length > position ? Integer.parseInt(args[position]) : 5;
        Account[] accounts = new Account[count];
        for (int number = 0; number < count; number++) {
            accounts[number] = new Account(number);
        }
        for (int number = 0; number < count; number++) {
            new Transfer(accounts[number], accounts[(number + 1) % count], fixed).start();
        }
    }
}
