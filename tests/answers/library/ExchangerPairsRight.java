// proved
// Two can.
import java.util.concurrent.*;

public class ExchangerPairsRight {
    public static void main(String[] args) throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        Runnable swap = () -> {
            try { exchanger.exchange(1); } catch (InterruptedException e) { throw new Error(e); }
        };
        Thread one = new Thread(swap);
        one.start();
        swap.run();
        one.join();
    }
}
