// proved
// put does not.
import java.util.concurrent.*;

public class TransferWaitsRight {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread taker = new Thread(queue::poll);
        taker.start();
        queue.put(1);
        taker.join();
    }
}
