// Flow and SubmissionPublisher.
package futures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class Publishing {
    public static void main(String[] args) throws Exception {
        List<Integer> received = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(new Flow.Subscriber<>() {
                Flow.Subscription subscription;
                public void onSubscribe(Flow.Subscription s) { subscription = s; s.request(1); }
                public void onNext(Integer item) { received.add(item); subscription.request(1); }
                public void onError(Throwable thrown) { thrown.printStackTrace(); }
                public void onComplete() { done.countDown(); }
            });
            for (int i = 0; i < 5; i++) publisher.submit(i);
        }
        done.await();
        System.out.println(received);
    }
}
