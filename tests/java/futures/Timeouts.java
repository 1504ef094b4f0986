// Futures that come too late.
package futures;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class Timeouts {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> { try { Thread.sleep(1500); } catch (InterruptedException e) { } return "late"; });
        try { slow.get(5, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { System.out.println("timeout"); } System.out.println(slow.getNow("not yet") + " " + slow.get());
    }
}
