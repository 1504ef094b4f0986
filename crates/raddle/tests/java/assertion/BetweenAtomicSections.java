import gov.nasa.jpf.vm.Verify;

/** Reads in one atomic section and writes in the next: another thread can come between the two. */
public class BetweenAtomicSections {
    static volatile int count;

    static void add() {
        Verify.beginAtomic();
        int seen = count;
        Verify.endAtomic();
        Verify.beginAtomic();
        count = seen + 1;
        Verify.endAtomic();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread one = new Thread(BetweenAtomicSections::add);
        Thread two = new Thread(BetweenAtomicSections::add);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2 : count;
    }
}
