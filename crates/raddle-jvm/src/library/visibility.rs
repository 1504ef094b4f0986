//! Which methods of the JDK a scheduler does not get to see, or sees as one operation.
//!
//! Two reasons: the data never changes after it was made (strings, boxes, reflection data), or it is the library's own
//! bookkeeping, such as counters for thread names and hash codes, whose values no program should depend on.
//!
//! The code of strings works on the bytes of builders, too, which change. So reads of arrays are seen there; the bytes of
//! strings themselves are never among what threads share (see `Machine::publish`).

use super::Visibility;

/// Classes whose own accesses are to data that never changes.
const QUIET: &[&str] = &[
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

/// Whether code of silent packages works on what programs give it: memory, arrays, and what a reference refers to.
fn is_for_programs(class: &str, method: &str) -> bool {
    match class {
        "jdk/internal/misc/Unsafe" | "jdk/internal/util/ArraysSupport" => true,
        "java/lang/ref/Reference" | "java/lang/ref/SoftReference" => {
            ["get", "clear", "refersTo"].iter().any(|name| method.starts_with(name))
        }
        _ => false,
    }
}

/// What a scheduler gets to see of a method.
pub(super) fn of_method(class: &str, method: &str, trusted: bool) -> Visibility {
    if !trusted {
        return Visibility::Program;
    }
    // These read and write the program's arrays.
    if class == "java/lang/invoke/MethodHandleImpl$ArrayAccessor" {
        return Visibility::Program;
    }
    if class == "java/io/PrintStream" && method != "<init>" {
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
