import gov.nasa.jpf.vm.Verify;

/** A choice in the middle of an atomic section is not supported. */
public class ChoiceInAtomic {
    static volatile int count;

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> count = 1);
        other.start();
        Verify.beginAtomic();
        count = 2;
        count = Verify.getInt(3, 4);
        Verify.endAtomic();
        other.join();
    }
}
