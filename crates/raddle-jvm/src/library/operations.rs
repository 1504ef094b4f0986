//! Which calls of `java.util.concurrent` count as one operation, where library steps are coarse: a table (`steps.txt`), from
//! which `docs/java-library-steps.md` is made.
//!
//! The assumption, which the guide for users states: each method listed there is atomic up to where it waits, and from there
//! to where it waits next or ends; its authors promise as much, or a comparison of its outcomes with those of fine steps
//! shows it. **What is not listed promises nothing** and is a [`Role::Passage`], explored step by step, with operations
//! inside where it calls some: iterators and sums, calls that do several things in a row, loops that run tasks.
//!
//! So an entry too many may lose a schedule, and one too few only costs time. `tests/java_machine/every_method.rs` compares
//! every public method, and sees that an entry too many is noticed.

use rustc_hash::FxHashMap;

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
    /// A call of it counts as one operation, if what it is called on has no parent.
    Untiered,
    /// It does several things that its callers do not promise to do at once: they are operations of their own, whatever it
    /// is called from.
    Parts,
    /// It tells who waits for a lock.
    Inspection,
    /// It tells how many elements there are by a counter that others add to after they have put an element in.
    Size,
    /// It adds to such a counter: an operation of its own where somebody looks at it.
    Counter,
    /// A call of it counts as one operation as long as no fork-join pool is shut down: one that ends at that moment drops
    /// tasks that it has just taken.
    ForkJoin,
    /// The same; and nothing that others could tell has happened since the last task when it comes to wait, so that one
    /// that would wait is one that has not begun.
    ForkJoinWait,
    /// It runs one task of a fork-join pool: what comes before it and what comes after it are two operations.
    ForkJoinTask,
    /// It shuts a fork-join pool down.
    ForkJoinEnd,
    /// Anything else: its accesses are operations of their own, unless they are part of one.
    Passage,
}

impl Role {
    /// Whether a method is part of a fork-join pool, whose calls are operations as long as none is shut down.
    pub fn is_of_fork_join(self) -> bool {
        matches!(self, Role::ForkJoin | Role::ForkJoinWait | Role::ForkJoinTask)
    }
}

const PACKAGE: &str = "java/util/concurrent/";

/// The kinds of the table, and what they are told to be.
const KINDS: &[(&str, Role, &str)] = &[
    ("step", Role::Operation, "one step"),
    ("guarded", Role::Guarded, "one step that begins when it need not wait"),
    ("untiered", Role::Untiered, "one step, where it has no parent"),
    ("parts", Role::Parts, "steps of their own, whatever it is called from"),
    ("waiters", Role::Inspection, "one step; calls that would wait then do"),
    ("size", Role::Size, "steps of its own; the counter is apart"),
    ("counter", Role::Counter, "a step of its own, where somebody asks for the size"),
    ("fork-join", Role::ForkJoin, "one step from task to task, where no fork-join pool is shut down"),
    (
        "fork-join wait",
        Role::ForkJoinWait,
        "one step from task to task that begins when it need not wait, where no fork-join pool is shut down",
    ),
    (
        "fork-join task",
        Role::ForkJoinTask,
        "one step before the task and one after it, where no fork-join pool is shut down",
    ),
    ("fork-join end", Role::ForkJoinEnd, "steps of its own"),
];

/// One line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The class, inside `java/util/concurrent/`.
    pub class: String,
    /// What a call of one of these counts as.
    pub role: Role,
    /// The methods.
    pub methods: Vec<String>,
    /// What promises it.
    pub promise: String,
}

/// The table.
#[derive(Clone, Debug)]
pub struct Steps {
    entries: Vec<Entry>,
    roles: FxHashMap<String, FxHashMap<String, Role>>,
}

impl Default for Steps {
    fn default() -> Steps {
        Steps::with(&[])
    }
}

impl Steps {
    /// The table, and what is taken for one step besides: methods such as `Phaser.arrive`, or `Phaser.*` for all of a
    /// class. Whoever adds some loses schedules, and can see by that which ones.
    pub fn with(loosened: &[String]) -> Steps {
        let lines =
            include_str!("steps.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut entries: Vec<Entry> = lines.filter_map(Entry::read).collect();
        for name in loosened {
            let Some((class, method)) = name.rsplit_once('.') else { continue };
            entries.push(Entry {
                class: class.to_owned(),
                role: Role::Operation,
                methods: vec![method.to_owned()],
                promise: String::new(),
            });
        }
        let mut roles = FxHashMap::<String, FxHashMap<String, Role>>::default();
        for entry in &entries {
            let methods = roles.entry(entry.class.clone()).or_default();
            methods.extend(entry.methods.iter().map(|method| (method.clone(), entry.role)));
        }
        Steps { entries, roles }
    }

    /// The lines.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The role of a method.
    pub fn role(&self, class: &str, method: &str, is_program: bool) -> Role {
        if is_program {
            return Role::Program;
        }
        let methods = class.strip_prefix(PACKAGE).and_then(|class| self.roles.get(class));
        let found = methods.and_then(|methods| methods.get("*").or_else(|| methods.get(method)));
        found.copied().unwrap_or(Role::Passage)
    }

    /// The page for users.
    pub fn document(&self) -> String {
        let mut text = String::from(DOCUMENT);
        for entry in &self.entries {
            let class = entry.class.replace('/', ".");
            let methods: Vec<String> = entry.methods.iter().map(|method| format!("`{method}`")).collect();
            let kind =
                KINDS.iter().find(|(_, role, _)| *role == entry.role).map_or("", |(_, _, words)| words);
            text += &format!("| `{class}` | {} | {kind} | {} |\n", methods.join(" "), entry.promise);
        }
        text
    }
}

impl Entry {
    fn read(line: &str) -> Option<Entry> {
        let mut parts = line.split('|').map(str::trim);
        let (class, kind, methods, promise) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let (_, role, _) = KINDS.iter().find(|(word, _, _)| *word == kind)?;
        Some(Entry {
            class: class.to_owned(),
            role: *role,
            methods: methods.split_whitespace().map(str::to_owned).collect(),
            promise: promise.to_owned(),
        })
    }
}

/// How the page begins.
const DOCUMENT: &str = "\
# Calls of `java.util.concurrent` that are one step

Where library steps are coarse, a call of these methods counts as one step up to where it waits, calls code of the program,
or does what is a choice of its own; from there on it is explored again. **Every other method of the library is explored
access by access**, with such steps inside where it calls some. The last column says what promises that nobody can come in
between, in short, or that the outcomes of the method were *compared* with those of fine steps: a test takes every public
method of the package by reflection, lets two threads call two of them on one object, and looks whether fine steps show
anything that coarse ones do not. Methods that are not public are parts of the library that are steps by themselves where
code of the program was called in between. `--library-steps fine` takes nothing for one step.

This page is made from the table that the tool uses (`crates/raddle-jvm/src/library/steps.txt`).

| class | methods | count as | what promises it |
|---|---|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;

    fn role_of(class: &str, method: &str) -> Role {
        Steps::default().role(&format!("java/util/concurrent/{class}"), method, false)
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines =
            include_str!("steps.txt").lines().filter(|line| line.contains(" | ") && !line.starts_with('#'));
        assert_eq!(lines.count(), Steps::default().entries().len());
    }

    #[test]
    fn no_method_has_two_roles() {
        let steps = Steps::default();
        let listed: usize = steps.entries.iter().map(|entry| entry.methods.len()).sum();
        assert_eq!(listed, steps.roles.values().map(FxHashMap::len).sum::<usize>());
    }

    #[test]
    fn the_page_for_users_is_the_table() {
        let page = include_str!("../../../../docs/java-library-steps.md");
        if std::env::var("RADDLE_BLESS").is_ok() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/java-library-steps.md");
            std::fs::write(path, Steps::default().document()).expect("the page");
        } else {
            assert_eq!(page, Steps::default().document(), "RADDLE_BLESS=1 writes it");
        }
    }

    #[test]
    fn what_is_promised_is_an_operation() {
        assert_eq!(role_of("ConcurrentHashMap", "putIfAbsent"), Role::Operation);
        assert_eq!(role_of("ThreadPoolExecutor", "execute"), Role::Operation);
        assert_eq!(role_of("locks/ReentrantReadWriteLock$WriteLock", "lock"), Role::Operation);
        assert_eq!(role_of("locks/ReentrantLock", "lock"), Role::Guarded);
        assert_eq!(role_of("ForkJoinPool", "externalPush"), Role::ForkJoin);
        assert_eq!(role_of("ForkJoinPool", "shutdown"), Role::ForkJoinEnd);
        assert_eq!(role_of("ForkJoinPool", "getPoolSize"), Role::Inspection);
        assert_eq!(role_of("ConcurrentHashMap", "size"), Role::Size);
    }

    #[test]
    fn what_is_not_is_none() {
        assert_eq!(role_of("ConcurrentHashMap", "containsValue"), Role::Passage);
        assert_eq!(role_of("ConcurrentHashMap$EntryIterator", "next"), Role::Passage);
        assert_eq!(role_of("AbstractExecutorService", "invokeAll"), Role::Passage);
        assert_eq!(role_of("ThreadPoolExecutor", "getActiveCount"), Role::Passage);
        assert_eq!(role_of("ThreadPoolExecutor", "shutdownNow"), Role::Passage);
        assert_eq!(role_of("FutureTask", "cancel"), Role::Passage);
        assert_eq!(role_of("ConcurrentLinkedDeque", "pollFirst"), Role::Passage);
        assert_eq!(role_of("SomethingNew", "invented"), Role::Passage);
        let steps = Steps::default();
        assert_eq!(steps.role("java/util/ArrayList", "add", false), Role::Passage);
        assert_eq!(steps.role("java/util/concurrent/Mine", "add", true), Role::Program);
        let loosened = Steps::with(&["ConcurrentLinkedDeque.*".to_owned()]);
        let deque = "java/util/concurrent/ConcurrentLinkedDeque";
        assert_eq!(loosened.role(deque, "pollFirst", false), Role::Operation);
    }
}
