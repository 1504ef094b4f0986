// Adders, accumulators, atomic arrays, field updaters and marked references under several threads.
package concurrent;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class Adders {
    volatile int count;
    volatile long total;
    volatile String text = "";

    static void together(Runnable work) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) (threads[i] = new Thread(work)).start();
        for (Thread thread : threads) thread.join();
    }

    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
        DoubleAdder halves = new DoubleAdder();
        DoubleAccumulator least = new DoubleAccumulator(Math::min, 1e9);
        AtomicIntegerArray array = new AtomicIntegerArray(4);
        AtomicLong atomic = new AtomicLong();
        Adders object = new Adders();
        var counts = AtomicIntegerFieldUpdater.newUpdater(Adders.class, "count");
        var totals = AtomicLongFieldUpdater.newUpdater(Adders.class, "total");
        var texts = AtomicReferenceFieldUpdater.newUpdater(Adders.class, String.class, "text");
        AtomicReference<Integer> reference = new AtomicReference<>(0);
        together(() -> {
            for (int i = 0; i < 100; i++) {
                adder.increment();
                most.accumulate(i * 3);
                halves.add(0.5);
                least.accumulate(-i);
                array.getAndAdd(i & 3, i);
                atomic.accumulateAndGet(i, Math::max);
                counts.incrementAndGet(object);
                totals.addAndGet(object, i);
                texts.updateAndGet(object, text -> text.length() < 10 ? text + "x" : text);
                reference.updateAndGet(value -> value + 1);
            }
        });
        System.out.println(adder + " " + most + " " + halves + " " + least + " " + array + " " + atomic + " " + object.count + " " + object.total + " " + object.text + " " + reference);
        System.out.println(adder.sumThenReset() + " " + adder.sum() + " " + most.getThenReset() + " " + most.get());
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("a", false);
        boolean[] mark = new boolean[1];
        System.out.println(marked.attemptMark("a", true) + " " + marked.get(mark) + mark[0] + " " + marked.compareAndSet("a", "b", false, false) + " " + marked.isMarked());
        AtomicReferenceArray<String> strings = new AtomicReferenceArray<>(new String[] {"p", "q"});
        System.out.println(strings.getAndUpdate(0, s -> s + s) + " " + strings + " " + strings.compareAndExchange(1, "q", "r") + " " + strings.length());
        try {
            AtomicIntegerFieldUpdater.newUpdater(Adders.class, "missing");
        } catch (RuntimeException exception) {
            System.out.println(exception.getCause().getClass().getName());
        }
        System.out.println(atomic.getAndSet(5) + " " + atomic.weakCompareAndSetVolatile(5, 6) + " " + atomic.getPlain() + " " + atomic.getAcquire() + " " + atomic.updateAndGet(v -> v * v));
    }
}
