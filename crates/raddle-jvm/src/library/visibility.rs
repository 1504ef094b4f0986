//! Where to begin: which methods of the JDK run without stopping until somebody conflicts with what they touch.
//!
//! These are hints and nothing more: no proof rests on them, since what is touched out of sight is recorded and compared
//! (`machine/hidden.rs`). A class that is missing here costs steps, and one too many costs a round. Good ones are those whose
//! data never changes after it was made (boxes, reflection data), and the library's own bookkeeping.
//!
//! The code of strings works on the bytes of builders, too, which change. So reads of arrays are seen there; the bytes of
//! strings themselves are never among what threads share (see `Machine::publish`).

use super::Visibility;

/// Classes whose own accesses are to data that never changes.
const QUIET: &[&str] = &[
    // A path, with what was found out of its text.
    "java/io/File",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Throwable",
    "java/lang/Math",
    "java/util/ImmutableCollections",
    "java/util/concurrent/TimeUnit",
];

/// Classes whose own fields never change, but that read arrays of others: those of builders, or of the program.
const QUIET_FIELDS: &[&str] = &["java/lang/String", "java/lang/Character"];

/// Whether the methods of a class of the JDK compute values from values, and do nothing else.
pub fn only_computes(class: &str) -> bool {
    const VALUES: &[&str] =
        &["Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double", "Character", "String", "Math"];
    class.strip_prefix("java/lang/").is_some_and(|name| VALUES.contains(&name))
}

/// Classes and packages whose calls are the library's own business.
const SILENT: &[&str] = &[
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/System",
    "java/lang/StackTraceElement",
    "java/lang/ThreadGroup",
    "java/lang/ThreadLocal",
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/lang/reflect/",
    "java/security/",
    "java/util/Formatter",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/",
    "sun/",
];

/// Methods of a stream that do all they do under its lock, and call no code of the program's but of a stream beneath.
const WRITTEN_UNDER_LOCK: &[(&str, &str)] = &[
    ("write", "(Ljava/lang/String;)V"),
    ("writeln", "(Ljava/lang/String;)V"),
    ("write", "([C)V"),
    ("writeln", "([C)V"),
    ("newLine", "()V"),
];

/// Single methods that are the library's own business.
const SILENT_METHODS: &[(&str, &str)] = &[
    ("java/lang/Thread", "<init>"),
    ("java/lang/Thread", "getName"),
    ("java/lang/Thread", "toString"),
    ("java/lang/Thread", "getId"),
    ("java/lang/Thread", "dispatchUncaughtException"),
    ("java/lang/Throwable", "printStackTrace"),
    ("java/lang/String", "format"),
    ("java/lang/String", "formatted"),
    ("java/util/Random", "<init>"),
];

fn is_in(class: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        class
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || name.ends_with('/') || rest.starts_with('$'))
    })
}

/// Whether code of silent packages works on what programs give it: memory, arrays, what a reference refers to, the process.
fn is_for_programs(class: &str, method: &str) -> bool {
    match class {
        "jdk/internal/misc/Unsafe" | "jdk/internal/util/ArraysSupport" => true,
        // Others may come before the end, and may end it themselves.
        "java/lang/System" => method == "exit",
        // Channels and paths.
        _ if class.starts_with("sun/nio/ch/") || class.starts_with("sun/nio/fs/") => true,
        "java/lang/ref/Reference" | "java/lang/ref/SoftReference" => {
            ["get", "clear", "refersTo"].iter().any(|name| method.starts_with(name))
        }
        _ => false,
    }
}

/// What a scheduler gets to see of a method.
pub(super) fn of_method(class: &str, method: &str, descriptor: &str, trusted: bool) -> Visibility {
    if !trusted {
        return Visibility::Program;
    }
    // These read and write the program's arrays.
    let is_handle_of_elements = class == "java/lang/invoke/MethodHandleImpl$ArrayAccessor"
        || class.starts_with("java/lang/invoke/VarHandle") && class.ends_with("$Array");
    if is_handle_of_elements && !method.starts_with('<') {
        return Visibility::Program;
    }
    if class == "java/io/PrintStream" && WRITTEN_UNDER_LOCK.contains(&(method, descriptor)) {
        return Visibility::Single;
    }
    if SILENT_METHODS.contains(&(class, method)) || (is_in(class, SILENT) && !is_for_programs(class, method))
    {
        return Visibility::Silent;
    }
    // A collection is made of an array of somebody else's.
    let is_made = is_in(class, &["java/util/ImmutableCollections"])
        && (method == "<init>" || method.starts_with("listFrom"));
    if is_made || is_in(class, QUIET_FIELDS) {
        return Visibility::QuietFields;
    }
    if is_in(class, QUIET) { Visibility::Quiet } else { Visibility::Ordinary }
}
