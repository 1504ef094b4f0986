import java.lang.reflect.Array;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.BaseStream;

/** What two threads call methods on, what they give them, and what is seen of it in the end. */
@SuppressWarnings({"unchecked", "rawtypes"})
public class Things {
    static volatile int x;
    static Thread main;
    static long stamp;
    static CompletableFuture other, first, second, both, any;
    static Lock lock;
    static Phaser sibling;
    static volatile boolean stop, toils;
    static Thread runner;

    static boolean isInterrupted() {
        return runner != null && runner.isInterrupted();
    }

    static class Late implements Delayed {
        final int number;

        Late(int number) {
            this.number = number;
        }

        public long getDelay(TimeUnit unit) {
            return 0;
        }

        public int compareTo(Delayed other) {
            return Integer.compare(number, ((Late) other).number);
        }

        public String toString() {
            return "late" + number;
        }
    }

    static class Worker extends ForkJoinWorkerThread {
        Worker(ForkJoinPool pool) {
            super(pool);
        }
    }

    static class Answer extends RecursiveTask<Integer> {
        protected Integer compute() {
            return 5;
        }
    }

    static class Deed extends RecursiveAction {
        protected void compute() {
            x++;
        }
    }

    static class Counted extends CountedCompleter<Integer> {
        public void compute() {
            tryComplete();
        }
    }

    static class Bare extends ForkJoinTask<Integer> {
        public Integer getRawResult() {
            return x;
        }

        protected void setRawResult(Integer value) {
            x = value;
        }

        protected boolean exec() {
            x++;
            return true;
        }
    }

    static class Mutex extends AbstractQueuedSynchronizer {
        protected boolean tryAcquire(int one) {
            return compareAndSetState(0, 1);
        }

        protected boolean tryRelease(int one) {
            setState(0);
            return true;
        }

        protected int tryAcquireShared(int one) {
            return getState() == 0 ? 1 : -1;
        }

        protected boolean tryReleaseShared(int one) {
            setState(0);
            return true;
        }

        protected boolean isHeldExclusively() {
            return getState() == 1;
        }
    }

    static class LongMutex extends AbstractQueuedLongSynchronizer {
        protected boolean tryAcquire(long one) {
            return compareAndSetState(0, 1);
        }

        protected boolean tryRelease(long one) {
            setState(0);
            return true;
        }

        protected long tryAcquireShared(long one) {
            return getState() == 0 ? 1 : -1;
        }

        protected boolean tryReleaseShared(long one) {
            setState(0);
            return true;
        }

        protected boolean isHeldExclusively() {
            return getState() == 1;
        }
    }

    static class Holder {
        volatile int i = 1;
        volatile long l = 1;
        volatile Integer o = 1;

        public String toString() {
            return i + " " + l + " " + o;
        }
    }

    static final Holder holder = new Holder();

    /** A map that has the methods of its interface. */
    static class Plain extends AbstractMap<Integer, Integer> implements ConcurrentMap<Integer, Integer> {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(1, 10));

        public Set<Map.Entry<Integer, Integer>> entrySet() {
            return map.entrySet();
        }

        public Integer get(Object key) {
            return map.get(key);
        }

        public Integer put(Integer key, Integer value) {
            return map.put(key, value);
        }

        public Integer putIfAbsent(Integer key, Integer value) {
            return map.putIfAbsent(key, value);
        }

        public boolean remove(Object key, Object value) {
            return map.remove(key, value);
        }

        public boolean replace(Integer key, Integer old, Integer value) {
            return map.replace(key, old, value);
        }

        public Integer replace(Integer key, Integer value) {
            return map.replace(key, value);
        }
    }

    static final Flow.Subscriber subscriber = new Flow.Subscriber() {
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        public void onNext(Object item) {
            x++;
        }

        public void onError(Throwable thrown) {
            x += 10;
        }

        public void onComplete() {
            x += 100;
        }
    };

    static <T extends Collection> T with(T collection, Object... elements) {
        collection.addAll(Arrays.asList(elements));
        return collection;
    }

    static <T extends Map> T with(T map) {
        map.put(1, 10);
        return map;
    }

    static CompletableFuture future() {
        CompletableFuture future = new CompletableFuture();
        other = new CompletableFuture();
        second = future.thenApply(value -> value);
        first = future.thenApply(value -> value);
        both = CompletableFuture.allOf(future);
        any = CompletableFuture.anyOf(future, other);
        return future;
    }

    static CompletableFuture lonely() {
        other = CompletableFuture.completedFuture(3);
        return new CompletableFuture();
    }

    /** A task that goes on for ever and does not take notice of being interrupted. */
    static void toil() {
        toils = true;
        while (!stop) {
            Thread.onSpinWait();
        }
    }

    static void awaitToil() {
        while (!toils) {
            Thread.onSpinWait();
        }
    }

    static Thread runner(Runnable task) {
        runner = new Thread(task);
        runner.setDaemon(true);
        return runner;
    }

    static ThreadPoolExecutor pool(boolean busy) {
        ThreadPoolExecutor pool =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), Things::runner);
        if (busy) {
            pool.execute(Things::toil);
            awaitToil();
        }
        return pool;
    }

    static FutureTask running() {
        FutureTask task = new FutureTask(Things::toil, 5);
        runner(task).start();
        awaitToil();
        return task;
    }

    static Phaser tiered() {
        Phaser root = new Phaser();
        sibling = new Phaser(root, 1);
        return new Phaser(root, 1);
    }

    static StampedLock stamped() {
        StampedLock lock = new StampedLock();
        stamp = lock.writeLock();
        return lock;
    }

    static Condition condition() {
        lock = new ReentrantLock();
        return lock.newCondition();
    }

    /** What can be seen of a result, the same in every run. */
    static String show(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Iterator) {
            StringBuilder text = new StringBuilder("iterator");
            for (Iterator each = (Iterator) value; each.hasNext();) {
                text.append(' ').append(show(each.next()));
            }
            return text.toString();
        }
        if (value instanceof Enumeration) {
            return show(((Enumeration) value).asIterator());
        }
        if (value instanceof Spliterator) {
            StringBuilder text = new StringBuilder("spliterator");
            ((Spliterator) value).forEachRemaining(each -> text.append(' ').append(show(each)));
            return text.toString();
        }
        if (value.getClass().isArray()) {
            StringBuilder text = new StringBuilder("array");
            for (int index = 0; index < Array.getLength(value); index++) {
                text.append(' ').append(show(Array.get(value, index)));
            }
            return text.toString();
        }
        if (value instanceof Throwable || value instanceof Thread || value instanceof BaseStream) {
            return value.getClass().getSimpleName();
        }
        if (value instanceof Collection && !(value instanceof Set) || value instanceof CopyOnWriteArraySet) {
            return show(((Collection) value).iterator());
        }
        if (value instanceof Map) {
            return show(((Map) value).entrySet().iterator());
        }
        if (value instanceof Set) {
            return show(new TreeSet((Set) value).iterator());
        }
        if (value instanceof Future) {
            Future future = (Future) value;
            return "future " + future.isDone() + future.isCancelled();
        }
        if (value instanceof Executor || value instanceof Lock || value instanceof ThreadFactory) {
            return "some";
        }
        String text = String.valueOf(value);
        int at = text.indexOf('@');
        int end = text.indexOf('[');
        return at < 0 ? text : text.substring(0, at).replaceAll(".*[.$]", "") + (end < 0 ? "" : text.substring(end));
    }

    /** What is left in the end. */
    static String left(Object value) {
        if (value instanceof ExecutorService) {
            ((ExecutorService) value).shutdown();
            return "";
        }
        if (value instanceof AtomicIntegerFieldUpdater || value instanceof AtomicLongFieldUpdater
                || value instanceof AtomicReferenceFieldUpdater) {
            return show(holder);
        }
        if (value instanceof ThreadLocalRandom || value instanceof ExecutorCompletionService) {
            return "";
        }
        if (value instanceof CompletableFuture && first != null) {
            return show(value) + show(first) + show(second) + show(both) + show(any);
        }
        return show(value);
    }
}
