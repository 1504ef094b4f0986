// found: assertion
// println calls toString, which looks at what others change in between.
public class OwnToStringWrong {
    static class Account {
        volatile int left = 5, right = 5;
        void move() { left--; right++; }
        public String toString() { int sum = left + right; assert sum == 10; return "" + sum; }
    }
    public static void main(String[] args) throws Exception {
        Account account = new Account();
        Thread mover = new Thread(account::move);
        mover.start();
        System.out.println(account);
        mover.join();
    }
}
