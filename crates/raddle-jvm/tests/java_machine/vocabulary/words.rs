//! The words of random programs: kinds of objects that threads share, and what they do with them.
//!
//! `see` notes what a thread saw; `ID` is the thread's number, `NAME` the program's class, `this_()` its object. A statement may throw: the class of what it threw is noted.

/// A kind of shared object.
pub struct Kind {
    /// Fields and initialisers of the program's own object.
    pub declaration: &'static str,
    /// What threads do.
    pub statements: &'static [&'static str],
    /// What the object has come to when all are over.
    pub end: &'static str,
    /// Whether HotSpot can be asked often and soon: nothing waits there for time to pass.
    pub is_prompt: bool,
}

const fn kind(declaration: &'static str, statements: &'static [&'static str], end: &'static str) -> Kind {
    Kind { declaration, statements, end, is_prompt: true }
}

const fn timed(declaration: &'static str, statements: &'static [&'static str], end: &'static str) -> Kind {
    Kind { declaration, statements, end, is_prompt: false }
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    // Collections, their views and wrappers, and text made of them.
    kind(
        "final List<Integer> list = new ArrayList<>(List.of(5, 6));",
        &[
            "list.add(ID);",
            "see(list);",
            "see(String.format(\"%s\", list));",
            "System.out.println(list);",
            "see(list.remove(0));",
            "see(list.size());",
            "for (int each : list) see(each);",
            "see(String.valueOf(list));",
            "list.set(0, 9);",
            "see(list.subList(0, 1));",
            "see(\"\" + list);",
            "see(list.contains(6));",
            "see(list.stream().mapToInt(each -> each).sum());",
            "see(Collections.unmodifiableList(list).get(1));",
            "see(list.hashCode());",
        ],
        "list.size()",
    ),
    kind(
        "final Map<Integer, Integer> map = new HashMap<>(Map.of(1, 1));",
        &[
            "map.put(ID + 2, ID);",
            "see(map.get(1));",
            "see(map.remove(1));",
            "see(map.size());",
            "for (int each : map.keySet()) see(each);",
            "map.merge(1, 1, Integer::sum);",
            "see(map.containsKey(2));",
        ],
        "map.size()",
    ),
    kind(
        "final Map<Integer, Integer> map = new TreeMap<>(Map.of(1, 1));",
        &["map.put(2, ID);", "see(map.get(1));", "see(map.remove(1));", "see(map.values());", "see(map.size());"],
        "map.size()",
    ),
    kind(
        "final Deque<Integer> deque = new ArrayDeque<>(List.of(1));",
        &["deque.push(ID);", "see(deque.poll());", "see(deque.peekLast());", "see(deque);", "see(deque.size());"],
        "deque.size()",
    ),
    kind(
        "final Vector<Integer> vector = new Vector<>(List.of(1));",
        &[
            "vector.add(ID);",
            "see(vector);",
            "if (!vector.isEmpty()) see(vector.remove(0));",
            "see(vector.size());",
            "see(vector.subList(0, 1));",
            "for (int each : vector) see(each);",
        ],
        "vector",
    ),
    kind(
        "final List<Integer> list = Collections.synchronizedList(new LinkedList<>(List.of(1)));",
        &["list.add(ID);", "see(list);", "see(list.size());", "for (int each : list) see(each);", "list.clear();"],
        "list",
    ),
    kind(
        "final Hashtable<String, Integer> table = new Hashtable<>();",
        &[
            "table.put(\"a\", ID);",
            "see(table.putIfAbsent(\"a\", ID));",
            "see(table);",
            "if (table.containsKey(\"a\")) see(table.remove(\"a\"));",
        ],
        "table",
    ),
    kind(
        "final BitSet bits = new BitSet();",
        &["bits.set(ID);", "see(bits.cardinality());", "bits.flip(1);", "see(bits);"],
        "bits.cardinality()",
    ),
    kind(
        "final PriorityQueue<Integer> heap = new PriorityQueue<>(List.of(3));",
        &["heap.add(ID);", "see(heap.poll());", "see(heap.peek());", "see(heap.size());"],
        "heap.size()",
    ),
    // Builders, arrays, text.
    kind(
        "final StringBuilder text = new StringBuilder(\"ab\");",
        &[
            "text.append(ID);",
            "see(text);",
            "see(String.format(\"%s\", text));",
            "System.out.println(text);",
            "text.setLength(1);",
            "see(text.length());",
            "see(\"<\" + text);",
            "text.setCharAt(0, 'z');",
            "see(text.indexOf(\"b\"));",
            "see(\"ab\".contentEquals(text));",
            "System.out.print((CharSequence) text);",
        ],
        "text.length()",
    ),
    kind(
        "final StringBuffer text = new StringBuffer(\"ab\");",
        &["text.append(ID);", "see(text);", "text.reverse();", "see(text.length());", "text.setLength(1);"],
        "text",
    ),
    kind(
        "final int[] array = {3, 1};",
        &[
            "array[0] = ID;",
            "array[1]++;",
            "see(Arrays.toString(array));",
            "see(array.clone()[1]);",
            "Arrays.fill(array, 7);",
            "Arrays.sort(array);",
            "see(Arrays.hashCode(array));",
            "System.arraycopy(array, 0, array, 1, 1);",
            "see(Arrays.stream(array).sum());",
            "see(Arrays.equals(array, new int[] {3, 2}));",
            "Array.setInt(array, 0, 4);",
            "see(Array.get(array, 1));",
        ],
        "Arrays.toString(array)",
    ),
    kind(
        "final char[] letters = {'a', 'b'};",
        &[
            "letters[0] = 'z';",
            "letters[1] = 'y';",
            "see(new String(letters));",
            "see(String.valueOf(letters));",
            "System.out.println(letters);",
            "see(CharBuffer.wrap(letters).toString());",
        ],
        "new String(letters)",
    ),
    kind(
        "final byte[] bytes = {1, 2, 3, 4};
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);",
        &[
            "bytes[0] = 9;",
            "bytes[3] = 8;",
            "CRC32 sum = new CRC32(); sum.update(bytes); see(sum.getValue());",
            "Adler32 sum = new Adler32(); sum.update(bytes, 1, 3); see(sum.getValue());",
            "see(new String(bytes, 0, 2, \"ISO-8859-1\").length() + bytes[1]);",
            "see(ByteBuffer.wrap(bytes).getInt(0));",
            "ByteBuffer.wrap(bytes).putShort(2, (short) 77);",
            "see((int) INTS.get(bytes, 0));",
            "INTS.set(bytes, 0, ID);",
            "see(new ByteArrayInputStream(bytes, 3, 1).read());",
        ],
        "Arrays.toString(bytes)",
    ),
    kind(
        "final StringJoiner joiner = new StringJoiner(\",\");",
        &["joiner.add(\"a\");", "see(joiner.length());", "see(joiner);"],
        "joiner.length()",
    ),
    // Objects of the library with state.
    kind(
        "final CRC32 sum = new CRC32();",
        &["sum.update(ID);", "see(sum.getValue());", "sum.reset();", "sum.update(new byte[] {1, 2});"],
        "sum.getValue()",
    ),
    kind(
        "final MessageDigest digest; { try { digest = MessageDigest.getInstance(\"MD5\"); } catch (Exception e) { throw new Error(e); } }",
        &["digest.update((byte) ID);", "digest.reset();", "synchronized (digest) { digest.update((byte) 5); }"],
        "digest.digest()[0]",
    ),
    kind(
        "final Formatter formatter = new Formatter(new StringBuilder());",
        &["formatter.format(\"%d\", ID);", "see(formatter.out());", "formatter.close();", "see(formatter);"],
        "0",
    ),
    kind(
        "final Random random = new Random(4);",
        &["see(random.nextInt(10));", "random.setSeed(ID);", "see(random.nextBoolean());", "see(random.nextLong() & 7);"],
        "random.nextInt(10)",
    ),
    kind(
        "final Matcher matcher = Pattern.compile(\"a\").matcher(\"aa\");",
        &["see(matcher.find());", "matcher.reset();", "if (matcher.lookingAt()) see(matcher.end());"],
        "0",
    ),
    kind(
        "final Iterator<Integer> iterator = List.of(1, 2).iterator();",
        &["see(iterator.next());", "see(iterator.hasNext());", "if (iterator.hasNext()) see(iterator.next());"],
        "iterator.hasNext()",
    ),
    kind(
        "final StringTokenizer words = new StringTokenizer(\"a b\");",
        &["see(words.nextToken());", "see(words.countTokens());", "see(words.hasMoreTokens());"],
        "words.countTokens()",
    ),
    // Streams, and what is beneath them.
    kind(
        "final ByteArrayOutputStream bytes = new ByteArrayOutputStream(); final PrintStream print = new PrintStream(bytes);",
        &["print.print(ID);", "print.write('a');", "see(bytes.size());", "bytes.reset();", "see(bytes);", "print.println();"],
        "bytes",
    ),
    kind(
        "final StringWriter text = new StringWriter(); final PrintWriter writer = new PrintWriter(text);",
        &["writer.print(ID);", "see(text);", "writer.append('c');", "synchronized (text) { writer.print(5); see(text); }"],
        "text",
    ),
    kind(
        "final ByteArrayOutputStream bytes = new ByteArrayOutputStream(); final Writer writer = new OutputStreamWriter(bytes);",
        &["writer.write(\"ab\");", "writer.flush();", "see(bytes.size());", "writer.write('c'); writer.flush();"],
        "bytes.size()",
    ),
    kind(
        "int written; final OutputStream own = new OutputStream() { public void write(int b) { written = written * 3 + b; } };
    final PrintStream print = new PrintStream(own);",
        &["print.write(ID);", "own.write(5);", "see(written);", "new PrintStream(own).write(2);"],
        "written",
    ),
    kind(
        "final ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {1, 2, 3});",
        &["see(in.read());", "see(in.available());", "in.skip(1);", "in.reset();", "see(in.readAllBytes().length);"],
        "in.available()",
    ),
    kind(
        "final Reader in = new StringReader(\"abc\");",
        &["see(in.read());", "in.skip(1);", "in.close();", "in.mark(1); see(in.read()); in.reset();"],
        "0",
    ),
    kind(
        "final ByteArrayOutputStream first = new ByteArrayOutputStream(), second = new ByteArrayOutputStream();
    { System.setOut(new PrintStream(first)); }",
        &["System.setOut(new PrintStream(second));", "System.out.print(ID);", "PrintStream now = System.out; now.print('x');"],
        "first + \"/\" + second",
    ),
    // The process: properties, locale, zone; threads' names, priorities, states.
    kind(
        "{ System.clearProperty(\"answers.p\"); }",
        &[
            "System.setProperty(\"answers.p\", \"ID\");",
            "see(System.getProperty(\"answers.p\"));",
            "see(Integer.getInteger(\"answers.p\"));",
            "System.clearProperty(\"answers.p\");",
            "if (System.getProperty(\"answers.p\") == null) System.setProperty(\"answers.p\", \"7\");",
            "see(System.getProperties().putIfAbsent(\"answers.p\", \"6\"));",
        ],
        "System.getProperty(\"answers.p\")",
    ),
    kind(
        "{ Locale.setDefault(Locale.US); }",
        &["Locale.setDefault(Locale.GERMANY);", "see(Locale.getDefault());", "see(Locale.getDefault() == Locale.getDefault());"],
        "Locale.getDefault()",
    ),
    kind(
        "final Thread named = new Thread(\"a\");",
        &[
            "named.setName(\"bID\");",
            "see(named.getName());",
            "see(named.getName() == named.getName());",
            "named.setPriority(7);",
            "see(named.getPriority());",
            "named.setDaemon(true);",
            "see(named.isDaemon());",
            "named.start(); see(named.getState() == Thread.State.NEW);",
            "see(named.isAlive());",
            "named.interrupt();",
        ],
        "named.getName()",
    ),
    kind(
        "final ThreadGroup group = new ThreadGroup(\"g\");",
        &["group.setMaxPriority(4);", "see(group.getMaxPriority());", "Thread t = new Thread(group, () -> { }); t.setPriority(8); see(t.getPriority());"],
        "group.getMaxPriority()",
    ),
    // Off-heap memory, views, handles, reflection.
    kind(
        "final ByteBuffer memory = ByteBuffer.allocateDirect(8);",
        &[
            "memory.putInt(0, memory.getInt(0) + 1);",
            "memory.putLong(0, -1L);",
            "see(memory.get(2));",
            "memory.put(1, (byte) 5);",
            "see(memory.getShort(0));",
            "see(memory.asIntBuffer().get(0));",
            "memory.position(4);",
            "see(memory.remaining());",
        ],
        "memory.getLong(0)",
    ),
    kind(
        "final ByteBuffer memory = ByteBuffer.allocate(8); final ShortBuffer shorts = memory.asShortBuffer();",
        &["shorts.put(1, (short) 259);", "see(memory.getInt(0));", "memory.put((byte) 3);", "see(memory.position());", "see(shorts.get(0));"],
        "memory.getLong(0)",
    ),
    kind(
        "final int[] cells = new int[2]; final Object one = 1;
    static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(int[].class);",
        &[
            "CELLS.setVolatile(cells, 0, (Integer) one);",
            "see((int) CELLS.getVolatile(cells, 0));",
            "see((int) CELLS.getAndAdd(cells, 0, (short) 2));",
            "see(CELLS.compareAndSet(cells, 0, 0, (Integer) one + 4));",
            "see((int) CELLS.getAndBitwiseOr(cells, 0, 8));",
            "CELLS.set(cells, 0, 6);",
            "CELLS.setRelease(cells, 1, 3);",
            "see((int) CELLS.getAcquire(cells, 1));",
        ],
        "cells[0] + cells[1]",
    ),
    kind(
        "volatile int vol; long wide; static final VarHandle VOL; static final MethodHandle SETTER, GETTER; static final Field BROAD;
    static { try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VOL = lookup.findVarHandle(NAME.class, \"vol\", int.class);
        SETTER = lookup.findSetter(NAME.class, \"wide\", long.class);
        GETTER = lookup.findGetter(NAME.class, \"wide\", long.class);
        BROAD = NAME.class.getDeclaredField(\"wide\");
    } catch (Exception e) { throw new Error(e); } }",
        &[
            "VOL.setVolatile(this_(), ID);",
            "see((int) VOL.getAndAdd(this_(), 1));",
            "SETTER.invoke(this_(), ID);",
            "see(SETTER.invokeWithArguments(List.of(this_(), 3)));",
            "see((long) GETTER.invoke(this_()));",
            "see(BROAD.get(this_()));",
            "BROAD.setLong(this_(), 8);",
            "see(vol);",
            "see(wide);",
            "see(VOL.toMethodHandle(VarHandle.AccessMode.GET_AND_SET).invokeWithArguments(this_(), 5));",
        ],
        "vol + wide",
    ),
    kind(
        "final VolatileCallSite site = new VolatileCallSite(MethodHandles.constant(int.class, 1)); final MethodHandle call = site.dynamicInvoker();",
        &["site.setTarget(MethodHandles.constant(int.class, 2));", "see((int) call.invokeExact());", "see((int) site.getTarget().invokeExact());"],
        "0",
    ),
    kind(
        "final int fixed = Integer.parseInt(\"3\"); static final Field FIXED;
    static { try { FIXED = NAME.class.getDeclaredField(\"fixed\"); FIXED.setAccessible(true); } catch (Exception e) { throw new Error(e); } }",
        &["FIXED.setInt(this_(), 5);", "see(fixed);", "see(FIXED.getInt(this_()));"],
        "FIXED.get(this)",
    ),
    // Calls back into the program.
    kind(
        "volatile int left = 2, right = 2; final Object pair = new Object() { public String toString() { return left + \":\" + right; }
        public int hashCode() { return left * 10 + right; } };",
        &[
            "left--; right++;",
            "see(pair);",
            "System.out.println(pair);",
            "see(String.format(\"%s\", pair));",
            "see(\"\" + pair);",
            "see(Objects.hash(pair));",
            "see(new HashSet<>(List.of(pair)).contains(pair));",
        ],
        "left + right",
    ),
    // Futures, pools, locks, atomics.
    kind(
        "final CompletableFuture<Integer> future = new CompletableFuture<>();",
        &[
            "see(future.complete(ID));",
            "future.thenAccept(value -> x += value);",
            "see(future.isDone());",
            "see(future.getNow(-1));",
            "see(future.cancel(true));",
            "see(future.thenApply(value -> value + 1).isDone());",
            "future.completeExceptionally(new Exception());",
            "see(future.isCompletedExceptionally());",
        ],
        "future.isDone()",
    ),
    kind(
        "final CompletableFuture<Integer> one = new CompletableFuture<>(), two = new CompletableFuture<>();
    final CompletableFuture<Void> all = CompletableFuture.allOf(one, two);",
        &["one.complete(1);", "two.complete(2);", "see(all.isDone());", "see(one.isDone() + \"\" + all.isDone());"],
        "all.isDone()",
    ),
    kind(
        "final FutureTask<Integer> task = new FutureTask<>(() -> ++x);",
        &["task.run();", "see(task.isDone());", "see(task.cancel(false));", "see(task.isCancelled());"],
        "task.isDone()",
    ),
    kind(
        "final ReentrantLock lock = new ReentrantLock();",
        &[
            "lock.lock(); try { see(x++); } finally { lock.unlock(); }",
            "if (lock.tryLock()) try { x += 2; } finally { lock.unlock(); } else see(8);",
            "see(lock.isLocked());",
            "see(lock.hasQueuedThreads());",
        ],
        "lock.isLocked()",
    ),
    kind(
        "final AtomicInteger number = new AtomicInteger();",
        &["see(number.incrementAndGet());", "number.set(number.get() + 1);", "see(number.getAndUpdate(v -> v + x));", "see(number.compareAndSet(1, 5));", "x = number.get();"],
        "number",
    ),
    kind(
        "final LongAdder adder = new LongAdder();",
        &["adder.increment();", "see(adder.sum());", "see(adder.sumThenReset());", "adder.add(5);"],
        "adder.sum()",
    ),
    kind(
        "final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();",
        &["see(map.putIfAbsent(1, ID));", "map.merge(1, 10, Integer::sum);", "see(map.size());", "see(map);", "see(map.remove(1));", "System.out.println(map);"],
        "map",
    ),
    kind(
        "final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();",
        &["list.add(ID);", "see(list);", "for (int each : list) see(each);", "see(list.addIfAbsent(1));", "list.clear();"],
        "list",
    ),
    kind(
        "final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(5));",
        &["deque.addFirst(ID);", "see(deque.pollLast());", "see(deque.pollFirst());", "see(deque.peekFirst());"],
        "deque",
    ),
    kind(
        "final Semaphore permits = new Semaphore(1);",
        &["see(permits.tryAcquire());", "permits.release();", "see(permits.availablePermits());", "see(permits.drainPermits());"],
        "permits.availablePermits()",
    ),
    kind(
        "final Phaser phaser = new Phaser(1);",
        &["see(phaser.arrive());", "see(phaser.register());", "see(phaser.getPhase());", "see(phaser.arriveAndDeregister());"],
        "phaser.getPhase()",
    ),
    timed(
        "final ExecutorService pool = Executors.newSingleThreadExecutor();",
        &["pool.execute(() -> x++);", "see(pool.submit(() -> 3).isDone());", "pool.shutdown();", "see(pool.isShutdown());"],
        "close(pool)",
    ),
    // Waiting: with times, interrupts, monitors.
    timed(
        "final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();",
        &["queue.add(ID);", "see(queue.poll(1, TimeUnit.SECONDS));", "see(queue.poll());", "see(queue.size());"],
        "queue.size()",
    ),
    timed(
        "final CountDownLatch latch = new CountDownLatch(1);",
        &["latch.countDown();", "see(latch.await(1, TimeUnit.SECONDS));", "see(latch.getCount());"],
        "latch.getCount()",
    ),
    timed(
        "final Object monitor = new Object(); int turns;",
        &[
            "synchronized (monitor) { turns++; monitor.notify(); }",
            "synchronized (monitor) { if (turns == 0) monitor.wait(1000); see(turns); }",
            "synchronized (monitor) { see(turns); }",
        ],
        "turns",
    ),
    timed(
        "final ReentrantLock lock = new ReentrantLock();",
        &["if (lock.tryLock(1, TimeUnit.SECONDS)) { see(x++); lock.unlock(); } else see(-1);", "lock.lock(); x = 3; lock.unlock();", "lock.lock(); see(4);"],
        "0",
    ),
    timed(
        "volatile long then;",
        &["then = System.nanoTime();", "see(System.nanoTime() >= then);", "Thread.sleep(1); then = System.nanoTime();", "long seen = then; see(seen == 0 || System.nanoTime() >= seen);"],
        "then > 0",
    ),
    kind(
        "volatile Thread worker;",
        &["worker = Thread.currentThread(); see(Thread.interrupted());", "if (worker != null) worker.interrupt();", "if (worker != null) see(worker.isInterrupted());", "if (worker != null) see(worker.isAlive());"],
        "0",
    ),
    // References, files.
    kind(
        "final Object kept = new Object(); final ReferenceQueue<Object> queue = new ReferenceQueue<>(); final WeakReference<Object> weak = new WeakReference<>(kept, queue);",
        &["see(weak.enqueue());", "see(queue.poll() != null);", "weak.clear();", "see(weak.get() != null);", "see(weak.refersTo(kept));"],
        "queue.poll() != null",
    ),
    kind(
        "final File file; { try { file = File.createTempFile(\"answers\", \".txt\"); } catch (IOException e) { throw new Error(e); } }",
        &[
            "Files.writeString(file.toPath(), \"ab\");",
            "see(file.length());",
            "see(file.delete());",
            "see(file.exists());",
            "see(file.createNewFile());",
            "Files.write(file.toPath(), new byte[] {'x'}, StandardOpenOption.APPEND);",
            "see(Files.readString(file.toPath()));",
        ],
        "file.exists() ? file.length() : -1",
    ),
    kind(
        "final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> ++x);",
        &["see(local.get());", "local.set(ID);", "local.remove();", "x = 9;"],
        "local.get()",
    ),
];
