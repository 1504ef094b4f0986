import java.util.concurrent.atomic.AtomicInteger;

// Each call of an AtomicInteger is atomic; `get` and then `set` are two. There is no data race here, and an addition is
// lost all the same. `incrementAndGet` would be right.
//
//     raddle check examples/java/CompositeAtomic.java
//
// Expect: assertion
class CompositeAtomic {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread one = new Thread(() -> count.set(count.get() + 1));
        Thread two = new Thread(() -> count.set(count.get() + 1));
        one.start();
        two.start();
        one.join();
        two.join();
        assert count.get() == 2 : count;
    }
}
