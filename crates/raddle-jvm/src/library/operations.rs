//! Which calls of `java.util.concurrent` may count as one operation, where library steps are coarse.
//!
//! The assumption, which the guide for users states: each method listed here as [`Role::Operation`] is atomic up to where
//! it waits, and from there to where it waits next or ends. Its authors promise as much (collections and futures are
//! linearizable, synchronizers are atomic), or it is a step of a pool between two tasks that nobody can tell apart.
//!
//! What makes no such promise is a [`Role::Passage`] and explored step by step, with operations inside where it calls
//! some: iterators, sums and other looks at a whole collection, calls that do several things in a row, and loops that run
//! tasks.

/// What a method is to coarse steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Code of the program: it ends whatever operation it is called from.
    Program,
    /// A call of it counts as one operation, if it is not part of one already.
    Operation,
    /// The same; and nothing has happened yet when it comes to wait for the first time, so that a call that would wait
    /// is one that has not begun.
    Guarded,
    /// It tells who waits for a lock.
    Inspection,
    /// It tells how many elements there are by a counter that others add to after they have put an element in.
    Size,
    /// It adds to such a counter: an operation of its own where somebody looks at it.
    Counter,
    /// A call of it counts as one operation as long as no fork-join pool is shut down: one that ends at that moment drops
    /// tasks that it has just taken.
    ForkJoin,
    /// It shuts a fork-join pool down.
    ForkJoinEnd,
    /// Anything else: its accesses are operations of their own, unless they are part of one.
    Passage,
}

const PACKAGE: &str = "java/util/concurrent/";

/// Looks at, or changes of, many elements, which others may change in between.
const BULK: &[&str] = &[
    "size",
    "isEmpty",
    "mappingCount",
    "sumCount",
    "toArray",
    "toString",
    "equals",
    "hashCode",
    "contains",
    "containsAll",
    "containsValue",
    "clear",
    "putAll",
    "addAll",
    "addAllAbsent",
    "removeAll",
    "retainAll",
    "removeIf",
    "replaceAll",
    "drainTo",
    "iterator",
    "descendingIterator",
    "listIterator",
    "spliterator",
    "writeObject",
    "readObject",
    "clone",
    "bulkRemove",
    "removeFirstOccurrence",
    "removeLastOccurrence",
];

/// Calls that do several things in a row.
const COMPOUND: &[&str] =
    &["invokeAll", "invokeAny", "doInvokeAny", "close", "runWorker", "quiesce", "cancelAll"];

/// Classes all of whose methods are explored step by step: variables, whose methods are operations already; compositions
/// of other classes' operations; and those that promise nothing.
const FINE: &[&str] = &[
    "atomic/",
    "ConcurrentMap",
    "ConcurrentNavigableMap",
    "Executor",
    "ExecutorService",
    "ExecutorCompletionService",
    "Executors",
    "Flow",
    "SubmissionPublisher",
    "ForkJoinWorkerThread",
    "ThreadLocalRandom",
    "ThreadPoolExecutor$Worker",
];

/// Words in the names of classes that go over a collection.
const WALKERS: &[&str] = &["Iter", "Itr", "Traverser", "Enumeration", "SubMap", "SubList", "Task"];

/// Queues that take out by walking over what others change.
const WALKED: &[&str] = &["ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "LinkedTransferQueue"];

/// Calls that wait before they change anything that somebody could tell.
const GUARDED: &[(&str, &[&str])] = &[
    ("locks/ReentrantLock", &["lock", "lockInterruptibly"]),
    ("LinkedBlockingQueue", &["take", "put"]),
    ("ArrayBlockingQueue", &["take", "put"]),
    ("LinkedBlockingDeque", &["take", "takeFirst", "takeLast", "put", "putFirst", "putLast"]),
    ("PriorityBlockingQueue", &["take"]),
    ("CountDownLatch", &["await"]),
    ("FutureTask", &["get"]),
    ("CompletableFuture", &["get", "join"]),
    ("ThreadPoolExecutor", &["getTask"]),
];

/// Maps with a counter of their own.
const COUNTED: &[&str] = &["ConcurrentHashMap", "ConcurrentSkipListMap"];

/// Classes that fork-join pools are made of.
const FORK_JOIN: &[&str] = &["ForkJoin", "Recursive", "CountedCompleter"];

/// Calls that tell who waits for a lock.
const INSPECTIONS: &[&str] =
    &["hasQueuedThreads", "hasQueuedThread", "getQueueLength", "getQueuedThreads", "getNumberOfDependents"];

/// Calls that tell how many workers a fork-join pool has.
const WORKER_COUNTS: &[&str] = &["getPoolSize", "getRunningThreadCount", "getActiveThreadCount"];

/// The role of a method.
pub fn role(class: &str, method: &str, is_program: bool) -> Role {
    if is_program {
        return Role::Program;
    }
    let Some(class) = class.strip_prefix(PACKAGE) else { return Role::Passage };
    let is_task_of_collection =
        WALKERS.iter().any(|walker| class.split('$').skip(1).any(|inner| inner.contains(walker)))
            && !class.starts_with("ScheduledThreadPoolExecutor");
    let is_fine = FINE.iter().any(|fine| {
        class
            .strip_prefix(fine)
            .is_some_and(|rest| rest.is_empty() || fine.ends_with('/') || rest.starts_with('$'))
    });
    let is_bulk = BULK.contains(&method)
        || COMPOUND.contains(&method)
        || ["forEach", "search", "reduce", "prestart"].iter().any(|prefix| method.starts_with(prefix))
        || method == "remove" && WALKED.contains(&class);
    let is_fork_join = FORK_JOIN.iter().any(|prefix| class.starts_with(prefix));
    let counts_workers = class == "ForkJoinPool" && WORKER_COUNTS.contains(&method);
    if INSPECTIONS.contains(&method) || counts_workers {
        Role::Inspection
    } else if COUNTED.contains(&class) && ["size", "isEmpty", "mappingCount"].contains(&method) {
        Role::Size
    } else if COUNTED.contains(&class) && method == "addCount" {
        Role::Counter
    } else if class == "ForkJoinPool" && ["shutdown", "shutdownNow", "close"].contains(&method) {
        Role::ForkJoinEnd
    } else if is_fine || is_task_of_collection || is_bulk {
        Role::Passage
    } else if GUARDED.iter().any(|(guarded, methods)| *guarded == class && methods.contains(&method)) {
        Role::Guarded
    } else if is_fork_join {
        Role::ForkJoin
    } else {
        Role::Operation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role_of(class: &str, method: &str) -> Role {
        role(&format!("java/util/concurrent/{class}"), method, false)
    }

    #[test]
    fn what_is_promised_is_an_operation() {
        assert_eq!(role_of("ConcurrentHashMap", "putIfAbsent"), Role::Operation);
        assert_eq!(role_of("ThreadPoolExecutor", "execute"), Role::Operation);
        assert_eq!(role_of("FutureTask", "run"), Role::Operation);
        assert_eq!(role_of("locks/ReentrantReadWriteLock$WriteLock", "lock"), Role::Operation);
        assert_eq!(role_of("locks/ReentrantLock", "lock"), Role::Guarded);
        assert_eq!(role_of("ForkJoinPool", "externalPush"), Role::ForkJoin);
        assert_eq!(role_of("ForkJoinPool", "shutdown"), Role::ForkJoinEnd);
        assert_eq!(role_of("ForkJoinPool", "getPoolSize"), Role::Inspection);
        assert_eq!(role_of("ForkJoinPool", "runWorker"), Role::Passage);
        assert_eq!(role_of("ScheduledThreadPoolExecutor$ScheduledFutureTask", "cancel"), Role::Operation);
    }

    #[test]
    fn what_is_not_is_none() {
        assert_eq!(role_of("ConcurrentHashMap", "size"), Role::Size);
        assert_eq!(role_of("ConcurrentHashMap", "containsValue"), Role::Passage);
        assert_eq!(role_of("ConcurrentHashMap", "forEach"), Role::Passage);
        assert_eq!(role_of("ConcurrentHashMap$EntryIterator", "next"), Role::Passage);
        assert_eq!(role_of("ConcurrentHashMap$MapReduceValuesTask", "compute"), Role::Passage);
        assert_eq!(role_of("AbstractExecutorService", "invokeAll"), Role::Passage);
        assert_eq!(role_of("ThreadPoolExecutor", "runWorker"), Role::Passage);
        assert_eq!(role_of("ThreadPoolExecutor$Worker", "run"), Role::Passage);
        assert_eq!(role_of("atomic/AtomicInteger", "incrementAndGet"), Role::Passage);
        assert_eq!(role_of("ConcurrentLinkedQueue", "remove"), Role::Passage);
        assert_eq!(role("java/util/ArrayList", "add", false), Role::Passage);
        assert_eq!(role("java/util/concurrent/Mine", "add", true), Role::Program);
    }
}
