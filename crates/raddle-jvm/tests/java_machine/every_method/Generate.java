import java.io.PrintWriter;
import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

/** Writes a call of every public method of java.util.concurrent, as this JDK's own image lists them. */
public class Generate {
    static final String PACKAGE = "java.util.concurrent";

    /** How to make what methods are called on, where its constructors do not say; several of a class where its state matters. */
    static final String[][] MAKERS = {
        {"ConcurrentHashMap", "Things.with(new ConcurrentHashMap())"},
        {"ConcurrentHashMap.KeySetView", "Things.with(new ConcurrentHashMap()).keySet(Integer.valueOf(7))"},
        {"ConcurrentSkipListMap", "Things.with(new ConcurrentSkipListMap())"},
        {"ConcurrentSkipListSet", "Things.with(new ConcurrentSkipListSet(), 1, 2)"},
        {"ConcurrentMap", "new Things.Plain()"},
        {"CopyOnWriteArrayList", "Things.with(new CopyOnWriteArrayList(), 1, 2)"},
        {"CopyOnWriteArraySet", "Things.with(new CopyOnWriteArraySet(), 1, 2)"},
        {"ArrayBlockingQueue", "Things.with(new ArrayBlockingQueue(2), 1)"},
        {"LinkedBlockingQueue", "Things.with(new LinkedBlockingQueue(2), 1)"},
        {"LinkedBlockingDeque", "Things.with(new LinkedBlockingDeque(2), 1)"},
        {"PriorityBlockingQueue", "Things.with(new PriorityBlockingQueue(), 1)"},
        {"DelayQueue", "Things.with(new DelayQueue(), new Things.Late(1))"},
        {"ConcurrentLinkedQueue", "Things.with(new ConcurrentLinkedQueue(), 1, 2)"},
        {"ConcurrentLinkedDeque", "Things.with(new ConcurrentLinkedDeque(), 1, 2)"},
        {"LinkedTransferQueue", "Things.with(new LinkedTransferQueue(), 1)"},
        {"Semaphore", "new Semaphore(1)"},
        {"CountDownLatch", "new CountDownLatch(1)"},
        {"CyclicBarrier", "new CyclicBarrier(2)"},
        {"Phaser", "new Phaser(2)"},
        {"Phaser", "Things.tiered()"},
        {"FutureTask", "new FutureTask(() -> ++Things.x)"},
        {"FutureTask", "Things.running()"},
        {"CompletableFuture", "Things.lonely()"},
        {"CompletableFuture", "Things.future()"},
        {"ThreadPoolExecutor", "Things.pool(false)"},
        {"ThreadPoolExecutor", "Things.pool(true)"},
        {"AbstractExecutorService", "Things.pool(false)"},
        {"ScheduledThreadPoolExecutor", "new ScheduledThreadPoolExecutor(1)"},
        {"ExecutorCompletionService", "new ExecutorCompletionService(Runnable::run)"},
        {"ForkJoinPool", "new ForkJoinPool(1)"},
        {"ForkJoinTask", "new Things.Bare()"},
        {"RecursiveTask", "new Things.Answer()"},
        {"RecursiveAction", "new Things.Deed()"},
        {"CountedCompleter", "new Things.Counted()"},
        {"ForkJoinWorkerThread", "new Things.Worker(new ForkJoinPool(1))"},
        {"CompletionStage", "new Stage()"},
        {"SubmissionPublisher", "new SubmissionPublisher(Runnable::run, 4)"},
        {"ThreadLocalRandom", "ThreadLocalRandom.current()"},
        {"TimeUnit", "TimeUnit.NANOSECONDS"},
        {"atomic.AtomicIntegerFieldUpdater", "atomic.AtomicIntegerFieldUpdater.newUpdater(Things.Holder.class, \"i\")"},
        {"atomic.AtomicLongFieldUpdater", "atomic.AtomicLongFieldUpdater.newUpdater(Things.Holder.class, \"l\")"},
        {"atomic.AtomicReferenceFieldUpdater",
            "atomic.AtomicReferenceFieldUpdater.newUpdater(Things.Holder.class, Integer.class, \"o\")"},
        {"atomic.AtomicReference", "new atomic.AtomicReference(1)"},
        {"atomic.AtomicReferenceArray", "new atomic.AtomicReferenceArray(new Integer[] {1, 1, 1})"},
        {"atomic.AtomicIntegerArray", "new atomic.AtomicIntegerArray(new int[] {1, 1, 1})"},
        {"atomic.AtomicLongArray", "new atomic.AtomicLongArray(new long[] {1, 1, 1})"},
        {"atomic.LongAccumulator", "new atomic.LongAccumulator(Long::sum, 0)"},
        {"atomic.DoubleAccumulator", "new atomic.DoubleAccumulator(Double::sum, 0)"},
        {"locks.AbstractQueuedSynchronizer", "new Things.Mutex()"},
        {"locks.AbstractQueuedLongSynchronizer", "new Things.LongMutex()"},
        {"locks.AbstractQueuedSynchronizer.ConditionObject", "new Things.Mutex().new ConditionObject()"},
        {"locks.AbstractQueuedLongSynchronizer.ConditionObject", "new Things.LongMutex().new ConditionObject()"},
        {"locks.ReentrantReadWriteLock.ReadLock", "new locks.ReentrantReadWriteLock().readLock()"},
        {"locks.ReentrantReadWriteLock.WriteLock", "new locks.ReentrantReadWriteLock().writeLock()"},
        {"locks.StampedLock", "new locks.StampedLock()"},
        {"locks.StampedLock", "Things.stamped()"},
        {"Flow", "null"},
        {"Executors", "null"},
        {"locks.LockSupport", "null"},
    };

    /** Several looks in a row, at things where one method does several things. */
    static final String[][] LOOKS = {
        {"CompletableFuture", "r.isDone() + \" \" + Things.first + Things.second + Things.both + Things.any"},
        {"CompletableFuture", "\"\" + (Things.first != null && Things.first.isDone()) + (Things.second != null && Things.second.isDone())"},
        {"CompletableFuture", "r.getNow(-1) + \" \" + (Things.both != null && Things.both.isDone())"},
        {"FutureTask", "r.isDone() + \" \" + r.isCancelled() + Things.isInterrupted()"},
        {"ThreadPoolExecutor", "r.isShutdown() + \" \" + Things.isInterrupted()"},
        {"ThreadPoolExecutor", "r.getPoolSize() + \" \" + r.getActiveCount() + \" \" + r.getQueue().size()"},
        {"ThreadPoolExecutor", "r.getTaskCount() + \" \" + r.getCompletedTaskCount()"},
        {"Phaser", "r.getPhase() + \" \" + r.getArrivedParties() + \" \" + r.getRoot().getArrivedParties() + \" \" + r.getPhase()"},
        {"Phaser", "(Things.sibling == null ? 0 : Things.sibling.arrive()) + \" \" + r.getUnarrivedParties() + r.getRoot().getUnarrivedParties()"},
        {"ConcurrentLinkedDeque", "r.peekFirst() + \" \" + r.peekLast()"},
        {"ConcurrentLinkedDeque", "r.peekLast() + \" \" + r.peekFirst()"},
        {"ConcurrentLinkedDeque", "r.pollLast() + \" \" + r.pollFirst()"},
        {"ConcurrentHashMap", "r.get(1) + \" \" + r.size()"},
        {"ConcurrentSkipListMap", "r.get(1) + \" \" + r.size()"},
        {"locks.ReentrantLock", "r.isLocked() + \" \" + r.hasQueuedThreads()"},
    };

    static String name(Class<?> type) {
        return type.getCanonicalName();
    }

    /** An expression of a small value; `who` is the number of the thread that gives it. */
    static String value(Class<?> type, String generic, Class<?> receiver, String method) {
        if (type == int.class || type == short.class || type == byte.class) return "(" + type + ") 1";
        if (type == long.class) return receiver.getSimpleName().equals("StampedLock") ? "Things.stamp" : "1L";
        if (type == double.class) return "1.0";
        if (type == float.class) return "1.0f";
        if (type == boolean.class) return "true";
        if (type == TimeUnit.class) return "TimeUnit.SECONDS";
        if (type == Thread.class) return "Things.main";
        if (type == String.class) return "\"i\"";
        if (type == Class.class) return "Integer.class";
        if (type == java.time.Duration.class) return "java.time.Duration.ofSeconds(1)";
        if (type == Date.class) return "new Date(1)";
        if (type == Executor.class) return "(Executor) Runnable::run";
        if (type == ThreadFactory.class) return "(ThreadFactory) Thread::new";
        if (type == Delayed.class) return "new Things.Late(2 + who)";
        if (type == Flow.Subscriber.class) return "Things.subscriber";
        if (type == ForkJoinTask.class || type == CountedCompleter.class) return "new Things.Counted()";
        if (type == CompletionStage.class || type == CompletableFuture.class) return "Things.other";
        if (type == CompletableFuture[].class) return "new CompletableFuture[] {Things.other}";
        if (type == ForkJoinTask[].class) return "new ForkJoinTask[] {new Things.Answer()}";
        if (type == ForkJoinPool.ManagedBlocker.class) return "null";
        if (type == Map.class) return "new TreeMap(Map.of(1, 20, 3, 30))";
        if (type == BlockingQueue.class) return "new LinkedBlockingQueue()";
        if (type == RejectedExecutionHandler.class) return "new ThreadPoolExecutor.DiscardPolicy()";
        if (type == ThreadPoolExecutor.class) return "Things.pool(false)";
        if (type == ExecutorService.class || type == ScheduledExecutorService.class)
            return "new ScheduledThreadPoolExecutor(1)";
        if (type == Object[].class) return "new Object[0]";
        if (type.isArray()) return "new " + name(type.getComponentType()) + "[1]";
        if (Collection.class.isAssignableFrom(type) || type == Collection.class) {
            if (generic.contains("Callable")) return "Arrays.<Callable<Integer>>asList(() -> ++Things.x, () -> 5)";
            if (generic.contains("ForkJoinTask")) return "new ArrayList(List.of(new Things.Answer(), new Things.Answer()))";
            return type.isInterface() && type != Set.class ? "new ArrayList(List.of(1, 3))" : "null";
        }
        if (type == Throwable.class) return "new IllegalStateException()";
        if (type == Object.class || type == Comparable.class) {
            boolean isKey = generic.equals("K") || generic.equals("java.lang.Object");
            if (receiver == DelayQueue.class) return "new Things.Late(1)";
            if (name(receiver).endsWith("FieldUpdater")) return generic.equals("T") ? "Things.holder" : "Integer.valueOf(2 + who)";
            return isKey ? "Integer.valueOf(1)" : "Integer.valueOf(2 + who)";
        }
        if (type.isInterface()) {
            Method abstractMethod = null;
            for (Method each : type.getMethods()) {
                if (Modifier.isAbstract(each.getModifiers()) && !isOfObject(each)) {
                    if (abstractMethod != null) return "null";
                    abstractMethod = each;
                }
            }
            if (abstractMethod != null) return lambda(type, abstractMethod, generic);
        }
        return "null";
    }

    static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    static String lambda(Class<?> type, Method method, String generic) {
        StringJoiner parameters = new StringJoiner(", ", "(", ")");
        for (int index = 0; index < method.getParameterCount(); index++) parameters.add("p" + index);
        Class<?> result = method.getReturnType();
        String body = result == void.class ? "{ Things.x++; }"
            : generic.contains("CompletionStage") ? "CompletableFuture.completedFuture(7)"
            : result == boolean.class ? "true"
            : result == int.class ? "7"
            : result == long.class ? "7L"
            : result == double.class ? "7.0"
            : result == Object.class ? "Integer.valueOf(7)"
            : "null";
        return "(" + name(type) + ") " + parameters + " -> " + body;
    }

    /** A stage that has the methods of its interface. */
    static String stage() {
        StringBuilder text = new StringBuilder("@SuppressWarnings({\"unchecked\", \"rawtypes\"})\nclass Stage implements ");
        text.append("java.util.concurrent.CompletionStage {\n    final CompletableFuture future = new CompletableFuture();\n");
        for (Method method : CompletionStage.class.getMethods()) {
            if (!Modifier.isAbstract(method.getModifiers())) continue;
            StringJoiner parameters = new StringJoiner(", "), values = new StringJoiner(", ");
            for (int at = 0; at < method.getParameterCount(); at++) {
                parameters.add(name(method.getParameterTypes()[at]) + " p" + at);
                values.add("p" + at);
            }
            text.append("    public ").append(name(method.getReturnType())).append(' ').append(method.getName());
            text.append('(').append(parameters).append(") { return future.").append(method.getName()).append('(').append(values).append("); }\n");
        }
        return text.append("}\n").toString();
    }

    static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    static boolean isOurs(Class<?> type) {
        return type.getPackageName().equals(PACKAGE) || type.getPackageName().startsWith(PACKAGE + ".");
    }

    static String maker(Class<?> type) {
        String best = null;
        int fewest = 9;
        if (Modifier.isAbstract(type.getModifiers())) return null;
        for (Constructor<?> each : type.getConstructors()) {
            if (each.getParameterCount() < fewest) {
                fewest = each.getParameterCount();
                StringJoiner values = new StringJoiner(", ");
                for (Class<?> parameter : each.getParameterTypes()) values.add(value(parameter, "", type, ""));
                best = "new " + name(type) + "(" + values + ")";
            }
        }
        return best;
    }

    public static void main(String[] arguments) throws Exception {
        Path into = Path.of(arguments[0]);
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base/java/util/concurrent");
        List<Class<?>> classes = new ArrayList<>();
        try (var files = Files.walk(root)) {
            for (Path path : (Iterable<Path>) files.sorted()::iterator) {
                String file = path.toString();
                if (!file.endsWith(".class")) continue;
                String name = file.substring(file.indexOf("java/util"), file.length() - 6).replace('/', '.');
                Class<?> type = Class.forName(name, false, null);
                if (isPublic(type) && !Throwable.class.isAssignableFrom(type)) classes.add(type);
            }
        }
        List<String> index = new ArrayList<>();
        StringBuilder makes = new StringBuilder(), calls = new StringBuilder(), counts = new StringBuilder();
        int receivers = 0;
        for (Class<?> type : classes) {
            String shortName = name(type).substring(PACKAGE.length() + 1);
            List<String> makers = new ArrayList<>();
            for (String[] maker : MAKERS) if (maker[0].equals(shortName)) makers.add(maker[1]);
            if (makers.isEmpty() && maker(type) != null) makers.add(maker(type));
            List<Method> methods = new ArrayList<>();
            for (Method method : type.getMethods()) {
                if (isOurs(method.getDeclaringClass()) && !method.isSynthetic()
                        && (!Modifier.isAbstract(method.getModifiers()) || !makers.isEmpty())
                        && (method.getDeclaringClass() == type || !Modifier.isPublic(method.getDeclaringClass().getModifiers())
                            || method.isDefault() && !type.isInterface() || makers.size() > 0 && !type.isInterface()))
                    methods.add(method);
            }
            methods.sort(Comparator.comparing(Method::toString));
            if (methods.isEmpty()) continue;
            if (makers.isEmpty()) {
                for (Method method : methods) index.add("unmade " + method);
                continue;
            }
            for (String maker : makers) {
                int number = receivers++;
                maker = maker.replace("who", "0").replaceAll("(?<![.\\w])(atomic|locks)\\.", PACKAGE + ".$1.");
                makes.append("            case ").append(number).append(": return ").append(maker).append(";\n");
                calls.append("            case ").append(number).append(": return Calls").append(number).append(".call(method, thing, who);\n");
                StringBuilder body = new StringBuilder();
                int count = 0;
                String entry = "receiver " + number + " " + shortName + " " + maker.replace(' ', '_');
                index.add(entry);
                for (Method method : methods) {
                    StringJoiner values = new StringJoiner(", ");
                    Type[] generics = method.getGenericParameterTypes();
                    Class<?>[] parameters = method.getParameterTypes();
                    for (int at = 0; at < parameters.length; at++)
                        values.add("(" + name(parameters[at]) + ") (" + value(parameters[at], generics[at].toString(), type, method.getName()) + ")");
                    String target = Modifier.isStatic(method.getModifiers()) ? name(method.getDeclaringClass()) : isPublic(method.getDeclaringClass()) ? "((" + name(method.getDeclaringClass()) + ") r)" : "r";
                    String call = target + "." + method.getName() + "(" + values + ")";
                    body.append("            case ").append(count).append(": ");
                    if (method.getReturnType() == void.class) body.append(call).append("; return \"void\";\n");
                    else body.append("return ").append(call).append(";\n");
                    index.add("method " + number + " " + count++ + " " + method.getDeclaringClass().getName() + "." + method.getName()
                        + Arrays.toString(parameters).replace(" ", ""));
                }
                for (String[] look : LOOKS) {
                    if (!look[0].equals(shortName)) continue;
                    body.append("            case ").append(count).append(": return ").append(look[1]).append(";\n");
                    index.add("look " + number + " " + count++);
                }
                counts.append(counts.length() == 0 ? "" : ", ").append(count);
                try (PrintWriter out = new PrintWriter(into.resolve("Calls" + number + ".java").toFile())) {
                    out.println("import java.util.*;\nimport java.util.concurrent.*;\n");
                    out.println("@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})\nclass Calls" + number + " {");
                    out.println("    static Object call(int method, Object thing, int who) throws Throwable {");
                    out.println("        " + name(type) + " r = (" + name(type) + ") thing;\n        switch (method) {");
                    out.print(body);
                    out.println("            default: throw new AssertionError(method);\n        }\n    }\n}");
                }
            }
        }
        Files.writeString(into.resolve("Stage.java"), "import java.util.concurrent.*;\n" + stage());
        try (PrintWriter out = new PrintWriter(into.resolve("Calls.java").toFile())) {
            out.println("import java.util.*;\nimport java.util.concurrent.*;\n");
            out.println("@SuppressWarnings({\"unchecked\", \"rawtypes\"})\npublic class Calls {");
            out.println("    static final int RECEIVERS = " + receivers + ";\n    static final int[] METHODS = {" + counts + "};\n");
            out.println("    static int methods(int receiver) {\n        return METHODS[receiver];\n    }\n");
            out.println("    static Object make(int receiver) throws Throwable {\n        switch (receiver) {");
            out.print(makes);
            out.println("            default: throw new AssertionError(receiver);\n        }\n    }\n");
            out.println("    static Object call(int receiver, int method, Object thing, int who) throws Throwable {\n        switch (receiver) {");
            out.print(calls);
            out.println("            default: throw new AssertionError(receiver);\n        }\n    }\n}");
        }
        Files.write(into.resolve("index.txt"), index);
    }
}
