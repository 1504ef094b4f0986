// Personal and business accounts behind one type, in a ring of transfers. A personal account adds what it is sent under
// its lock; a business account forgets to.
// Bug: exception, money is lost. Arguments: [fixed] [personal business]; 3 and 2 by default. Corrected, both take the lock.
class AccountSubtype {
    abstract static class Account {
        int amount = 100;

        synchronized void withdraw(int sum) {
            amount = amount - sum;
        }

        abstract void deposit(int sum);
    }

    static class PersonalAccount extends Account {
        @Override
        synchronized void deposit(int sum) {
            amount = amount + sum;
        }
    }

    static class BusinessAccount extends Account {
        final boolean fixed;

        BusinessAccount(boolean fixed) {
            this.fixed = fixed;
        }

        @Override
        void deposit(int sum) {
            if (fixed) {
                synchronized (this) {
                    amount = amount + sum;
                }
            } else {
                amount = amount + sum;
            }
        }
    }

    static class Transfer extends Thread {
        final Account from;
        final Account to;

        Transfer(Account from, Account to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            from.withdraw(10);
            to.deposit(10);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        boolean fixed = args.length > 0 && args[0].equals("fixed");
        int first = fixed ? 1 : 0;
        int personal = args.length > first ? Integer.parseInt(args[first]) : 3;
        int business = args.length > first + 1 ? Integer.parseInt(args[first + 1]) : 2;
        Account[] accounts = new Account[personal + business];
        for (int number = 0; number < accounts.length; number++) {
            accounts[number] = number < personal ? new PersonalAccount() : new BusinessAccount(fixed);
        }
        Transfer[] transfers = new Transfer[accounts.length];
        for (int number = 0; number < accounts.length; number++) {
            transfers[number] = new Transfer(accounts[number], accounts[(number + 1) % accounts.length]);
            transfers[number].start();
        }
        int sum = 0;
        for (Transfer transfer : transfers) {
            transfer.join();
        }
        for (Account account : accounts) {
            sum += account.amount;
        }
        if (sum != 100 * accounts.length) {
            throw new IllegalStateException("there should be " + 100 * accounts.length + ", and there is " + sum);
        }
    }
}
