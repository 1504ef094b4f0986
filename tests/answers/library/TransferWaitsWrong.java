// found: stuck
// transfer waits for somebody who takes.
import java.util.concurrent.*;

public class TransferWaitsWrong {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread taker = new Thread(queue::poll);
        taker.start();
        queue.transfer(1);
        taker.join();
    }
}
