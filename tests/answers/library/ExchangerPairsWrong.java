// found: stuck
// Three threads can't be paired.
import java.util.concurrent.*;

public class ExchangerPairsWrong {
    public static void main(String[] args) throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        Runnable swap = () -> {
            try { exchanger.exchange(1); } catch (InterruptedException e) { throw new Error(e); }
        };
        Thread one = new Thread(swap);
        one.start();
        Thread two = new Thread(swap);
        two.start();
        swap.run();
        one.join();
        two.join();
    }
}
