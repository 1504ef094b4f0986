// Thread locals: initial values, removal, inheritance, and values in pools.
package threads;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public class Locals {
    static final AtomicInteger made = new AtomicInteger();
    static final ThreadLocal<Integer> number = ThreadLocal.withInitial(made::incrementAndGet);
    static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + "/child";
        }
    };

    public static void main(String[] args) throws Exception {
        System.out.println(number.get() + " " + number.get() + " " + made);
        inherited.set("main");
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                String before = inherited.get();
                inherited.set("changed");
                System.out.println(number.get() + " " + before + " " + inherited.get());
            });
            thread.start();
            thread.join();
        }
        System.out.println(inherited.get() + " " + number.get());
        number.remove();
        System.out.println(number.get());
        ExecutorService pool = Executors.newFixedThreadPool(1);
        System.out.println(pool.submit(number::get).get().equals(pool.submit(number::get).get()));
        pool.shutdown();
        ThreadLocal<?>[] many = new ThreadLocal<?>[100];
        for (int i = 0; i < many.length; i++) {
            int value = i;
            many[i] = ThreadLocal.withInitial(() -> value);
        }
        int sum = 0;
        for (ThreadLocal<?> local : many) sum += (Integer) local.get();
        for (int i = 0; i < many.length; i += 2) many[i].remove();
        for (ThreadLocal<?> local : many) sum += (Integer) local.get();
        System.out.println(sum);
        Thread without = new Thread(null, () -> System.out.println(inherited.get()), "without", 0, false);
        without.start();
        without.join();
    }
}
