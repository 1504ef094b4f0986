// proved
// Both are synchronised.
public class OwnToStringRight {
    static class Account {
        volatile int left = 5, right = 5;
        synchronized void move() { left--; right++; }
        public synchronized String toString() { int sum = left + right; assert sum == 10; return "" + sum; }
    }
    public static void main(String[] args) throws Exception {
        Account account = new Account();
        Thread mover = new Thread(account::move);
        mover.start();
        System.out.println(account);
        mover.join();
    }
}
