// Accounts in a ring, each of which transfers to the next one: it takes the amount from itself under its lock, and adds
// it to the other without that one's lock.
// Bug: exception, money is lost or made. Arguments: [fixed] [accounts]; 5 by default. Corrected, both take the lock.
class AccountRace {
    static class Account {
        int amount = 100;

        void change(int difference) {
            amount = amount + difference;
        }

        synchronized void changeLocked(int difference) {
            change(difference);
        }
    }

    static class Transfer extends Thread {
        final Account from;
        final Account to;
        final boolean fixed;

        Transfer(Account from, Account to, boolean fixed) {
            this.from = from;
            this.to = to;
            this.fixed = fixed;
        }

        @Override
        public void run() {
            from.changeLocked(-10);
            if (fixed) {
                to.changeLocked(10);
            } else {
                to.change(10);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int position = fixed ? 1 : 0;
        int count = args.length > position ? Integer.parseInt(args[position]) : 5;
        Account[] accounts = new Account[count];
        for (int number = 0; number < count; number++) {
            accounts[number] = new Account();
        }
        Transfer[] transfers = new Transfer[count];
        for (int number = 0; number < count; number++) {
            transfers[number] = new Transfer(accounts[number], accounts[(number + 1) % count], fixed);
            transfers[number].start();
        }
        int sum = 0;
        for (Transfer transfer : transfers) {
            transfer.join();
        }
        for (Account account : accounts) {
            sum += account.amount;
        }
        if (sum != 100 * count) {
            throw new IllegalStateException("there should be " + 100 * count + ", and there is " + sum);
        }
    }
}
