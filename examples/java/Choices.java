import raddle.Raddle;

// A driver that asks for choices: which sums two threads withdraw. Raddle tries all of them together with all schedules;
// under a plain JVM, with the file that `raddle init java` writes, they are taken at random.
//
//     raddle check examples/java/Choices.java
//
// Expect: assertion
class Choices {
    static int money = 10;

    static void withdraw(int sum) {
        boolean enough;
        synchronized (Choices.class) {
            enough = money >= sum;
        }
        if (enough) { // somebody else may withdraw here
            synchronized (Choices.class) {
                money -= sum;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int first = Raddle.choose(1, 6);
        int second = Raddle.choose(1, 6);
        Raddle.assume(first <= second);
        Thread other = new Thread(() -> withdraw(first));
        other.start();
        withdraw(second);
        other.join();
        synchronized (Choices.class) {
            assert money >= 0 : first + " and " + second + " leave " + money;
        }
    }
}
