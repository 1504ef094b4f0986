//! What the library owns that no program can tell apart: the exceptions from the rule that every conflict is seen.
//!
//! Each has its reason. A *root* is a class, with all that is nested in it, or a package. What it owns:
//! * the fields of its instances and its static fields, but for those that are listed as telling the program something;
//! * the collections that its static fields lead to, with the nodes and tables that these are made of. So the node of a
//!   table is the library's in one table and the program's in another, and what the program puts into a table of the
//!   library's stays the program's.
//!
//! Besides there are fields that hold what anybody can compute again, *books* that are kept of threads, and objects that
//! are there for all threads, on which the JDK's own code races without fault of the program's.

/// Owned classes and packages, and why nobody can tell.
const ROOTS: &[(&str, &str)] = &[
    ("java/lang/Class", "what reflection has looked up of a class: it comes out the same for everybody"),
    (
        "java/lang/ClassLoader",
        "which classes and locks for loading there are: loading is one operation of the machine's",
    ),
    ("java/lang/Module", "what modules read and export: linking"),
    ("java/lang/ModuleLayer", "linking"),
    ("java/lang/NamedPackage", "linking"),
    ("java/lang/PublicMethods", "what reflection has looked up"),
    ("java/lang/WeakPairMap", "what modules were made to read: linking"),
    ("java/lang/invoke/", "linked call sites, forms, types and species: interned, or made again by anybody"),
    ("java/lang/reflect/", "accessors and generic signatures that are made when first asked for"),
    ("java/nio/charset/Charset", "charsets by name: looked up again by anybody"),
    ("jdk/internal/access/", "doors between packages of the library, opened once"),
    ("jdk/internal/loader/", "loading"),
    ("jdk/internal/module/", "linking"),
    ("jdk/internal/ref/", "what is to be done when an object is gone: only a collector asks"),
    ("jdk/internal/reflect/", "accessors, and how often they were called before they were compiled"),
    ("jdk/internal/math/", "tables of powers of ten, and buffers of the thread's own"),
    ("sun/invoke/", "names and wrappers of the types of handles"),
    ("sun/launcher/", "the start of the program"),
    ("sun/nio/cs/", "charsets by name: looked up again by anybody"),
    ("sun/reflect/", "generic signatures and annotations that are parsed when first asked for"),
    ("sun/util/locale/", "locales and what is known of them: interned, or looked up again by anybody"),
];

/// Classes in the packages of roots whose objects belong to whoever made them.
const OF_OTHERS: &[&str] = &["sun/util/locale/InternalLocaleBuilder"];

/// Fields of owned classes that do tell a program something.
const TELLING: &[(&str, &[&str])] = &[
    ("java/lang/ClassLoader", &["classAssertionStatus", "defaultAssertionStatus", "packageAssertionStatus"]),
    ("java/lang/invoke/CallSite", &["target"]),
    ("java/lang/reflect/AccessibleObject", &["override"]),
    ("java/nio/charset/CharsetEncoder", &["state"]),
    ("java/nio/charset/CharsetDecoder", &["state"]),
];

/// Fields that hold what anybody can compute again.
const FIELDS: &[(&str, &[&str], &str)] = &[
    ("java/io/File", &["status", "filePath"], "what was found out of a path that never changes"),
    ("java/nio/Bits", &["PAGE_SIZE"], "of the machine, which never changes"),
    ("java/lang/String", &["hash", "hashIsZero"], "the hash of characters that never change"),
    (
        "java/lang/ref/SoftReference",
        &["clock", "timestamp"],
        "when it was last looked at: only a collector asks",
    ),
    (
        "java/util/Locale",
        &["hashCodeValue", "languageTag", "defaultDisplayLocale"],
        "of fields that never change",
    ),
];

/// Books that are kept of threads: to enter one and to strike one out commute, as far as anybody can tell who does not
/// look at the books themselves. The class whose fields and monitors they are, and the methods that keep them.
const BOOKS: &[(&str, &[&str])] =
    &[("java/lang/ThreadGroup", &["add", "addUnstarted", "remove", "threadStartFailed", "threadTerminated"])];

/// Classes whose objects any thread may use at any time: what races in the JDK's own code there is no finding, but all
/// orders of it are explored.
const FOR_ALL_THREADS: &[&str] = &["java/lang/Thread", "java/lang/ThreadGroup", "java/lang/ref/Reference"];

fn is_in(class: &str, root: &str) -> bool {
    class
        .strip_prefix(root)
        .is_some_and(|rest| rest.is_empty() || root.ends_with('/') || rest.starts_with('$'))
}

/// Whether a class is a root, or part of one.
pub fn is_root(class: &str) -> bool {
    ROOTS.iter().any(|(root, _)| is_in(class, root)) && !OF_OTHERS.iter().any(|other| is_in(class, other))
}

/// Whether an object of a class may be a collection that a root owns.
pub fn is_collection(class: &str) -> bool {
    class.starts_with("java/util/")
}

/// Whether objects of a class are what collections of another are made of: nodes and the like, and arrays of them.
pub fn is_made_of(collection: &str, part: &str) -> bool {
    let outermost = |class: &str| class.split('$').next().unwrap_or_default().to_owned();
    let element = part.trim_start_matches('[');
    let element = element.strip_prefix('L').map_or(element, |name| name.trim_end_matches(';'));
    let collection = collection.trim_start_matches('[');
    let collection = collection.strip_prefix('L').map_or(collection, |name| name.trim_end_matches(';'));
    is_collection(element) && element.contains('$') && outermost(element) == outermost(collection)
}

/// Whether objects of a class are there for all threads.
pub fn is_for_all_threads(class: &str) -> bool {
    FOR_ALL_THREADS.contains(&class)
}

/// Whether words of a class are books that are kept of threads; so may arrays of threads be.
pub fn is_book(class: &str, is_array: bool) -> bool {
    is_array && class == "[Ljava/lang/Thread;" || BOOKS.iter().any(|(owner, _)| *owner == class)
}

/// Whether a method keeps such a book.
pub fn keeps_book(class: &str, method: &str) -> bool {
    BOOKS.iter().any(|(owner, methods)| *owner == class && methods.contains(&method))
}

/// Whether a field is the library's own business.
pub fn is_owned_field(class: &str, field: &str) -> bool {
    let tells = TELLING.iter().any(|(owner, fields)| *owner == class && fields.contains(&field));
    let is_computed = || FIELDS.iter().any(|(owner, fields, _)| *owner == class && fields.contains(&field));
    !tells && (is_root(class) || is_computed())
}
