// The classes of java.util.concurrent.atomic.
package concurrent;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class Atomics {
    volatile int field;
    volatile String text = "a";

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.incrementAndGet() + " " + i.getAndAdd(4) + " " + i.compareAndSet(10, 20) + " " + i.updateAndGet(x -> x * 2) + " " + i.accumulateAndGet(3, Math::max) + " " + i.getAndSet(1) + " " + i);
        AtomicLong l = new AtomicLong(1L << 40);
        System.out.println(l.decrementAndGet() + " " + l.getAndUpdate(x -> x + 1) + " " + l.compareAndExchange(5, 6) + " " + l.addAndGet(10));
        AtomicBoolean z = new AtomicBoolean();
        System.out.println(z.compareAndSet(false, true) + " " + z.getAndSet(false) + " " + z.get());
        AtomicReference<String> r = new AtomicReference<>("x");
        System.out.println(r.updateAndGet(s -> s + "y") + r.getAndAccumulate("z", String::concat) + r.get() + r.compareAndSet("nope", "q"));
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.addAndGet(1, 5);
        System.out.println(array + " " + array.getAndIncrement(1) + " " + array.compareAndSet(2, 0, 9) + array.get(2));
        AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(new String[] {"p"});
        System.out.println(texts.getAndSet(0, "q") + texts.get(0));
        LongAdder adder = new LongAdder();
        LongAccumulator max = new LongAccumulator(Long::max, 0);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int n = t;
            threads[t] = new Thread(() -> { for (int k = 0; k < 500; k++) { adder.add(n); max.accumulate(k * n); } });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(adder.sum() + " " + max.get() + " " + adder.sumThenReset() + adder.sum());
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        System.out.println(doubles.sum());
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("v", 1);
        int[] stamp = new int[1];
        System.out.println(stamped.compareAndSet("v", "w", 1, 2) + stamped.get(stamp) + stamp[0]);
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
        System.out.println(marked.attemptMark("m", true) + " " + marked.isMarked());
        Atomics object = new Atomics();
        AtomicIntegerFieldUpdater<Atomics> updater = AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "field");
        AtomicReferenceFieldUpdater<Atomics, String> references = AtomicReferenceFieldUpdater.newUpdater(Atomics.class, String.class, "text");
        System.out.println(updater.addAndGet(object, 7) + " " + references.compareAndSet(object, "a", "b") + object.text);
    }
}
