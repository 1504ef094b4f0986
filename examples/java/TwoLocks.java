// Two transfers between two accounts, each of which locks the account that it takes from first: in opposite orders.
//
//     raddle check examples/java/TwoLocks.java
//
// Expect: deadlock
class TwoLocks {
    static class Account {
        int money = 100;
    }

    static void transfer(Account from, Account to, int sum) {
        synchronized (from) {
            synchronized (to) {
                from.money -= sum;
                to.money += sum;
            }
        }
    }

    public static void main(String[] args) {
        Account savings = new Account();
        Account checking = new Account();
        new Thread(() -> transfer(savings, checking, 10), "saver").start();
        new Thread(() -> transfer(checking, savings, 20), "spender").start();
    }
}
