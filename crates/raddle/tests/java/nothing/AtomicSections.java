import gov.nasa.jpf.vm.Verify;

/** Two threads add to a counter, each inside an atomic section of Java Pathfinder's: no update is lost. */
public class AtomicSections {
    static volatile int count;

    static void add() {
        Verify.beginAtomic();
        int seen = count;
        count = seen + 1;
        Verify.endAtomic();
        Verify.beginAtomic();
        count = count + 1;
        Verify.endAtomic();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread one = new Thread(AtomicSections::add);
        Thread two = new Thread(AtomicSections::add);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 4 : count;
    }
}
