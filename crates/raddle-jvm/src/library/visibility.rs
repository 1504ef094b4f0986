//! Which methods of the JDK a scheduler does not get to see, or sees as one operation.
//!
//! Two reasons: the data never changes after it was made (strings, boxes, reflection data), or it is the library's own
//! bookkeeping, such as counters for thread names and hash codes, whose values no program should depend on.

use super::Visibility;

/// Classes whose own accesses are to data that never changes.
const QUIET: &[&str] = &[
    "java/lang/String",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/StringCoding",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
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
    if SILENT_METHODS.contains(&(class, method))
        || (is_in(class, SILENT) && class != "jdk/internal/misc/Unsafe")
    {
        return Visibility::Silent;
    }
    if is_in(class, QUIET) { Visibility::Quiet } else { Visibility::Ordinary }
}
