// Two threads add one to a counter. `count++` is a read and a write: when both read before either writes, one addition is
// lost. HotSpot shows it once in thousands of runs; Raddle finds it at once.
//
//     raddle check examples/java/LostUpdate.java
//
// Expect: assertion
class LostUpdate {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> count++);
        Thread two = new Thread(() -> count++);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2 : "count is " + count;
    }
}
