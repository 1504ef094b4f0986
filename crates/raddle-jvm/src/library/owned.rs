//! What the library owns that no program can tell apart: the exceptions from the rule that every conflict is seen.
//!
//! *Fields* of the JDK's classes are owned one by one, each with the reason why nobody can tell who came first; there are
//! no owned classes or packages, so that what the JDK adds, and what nobody thought of, is seen. What an owned field leads
//! to is owned, too, where it is a collection, with the nodes and tables that it is made of, or an array: the machine follows
//! the fields (`machine/own.rs`). So the node of a table is the library's in one table and the program's in another, what the
//! program puts into a table of the library's stays the program's, and an array of classes that a program hands to
//! reflection is the program's.
//!
//! A field belongs here if what is found there comes out the same for everybody and *no code of a program's is run to find
//! it*: who finds it empty does again, unseen, what nobody can see. So the cache of a `ClassValue` is not owned, since its values
//! are computed by the program: whether it was found full decides who computes. Nor are the charsets by name, which providers
//! of a program's may make, nor annotations and the constants of an enum, for which a class of the program's is initialised. A test takes all of them away and sees the net catch each that it can reach
//! (`tests/java_machine/sight.rs`).
//!
//! *Books* are kept of threads: to enter one and to strike one out commute, as far as anybody can tell who does not look.
//! Whoever else touches a book writes it, in the eyes of the net, and brings it into sight.
//!
//! Two more lists say on what the JDK's own code may race without fault of the program's. They hide no order: everything is
//! explored there as elsewhere, and only the report of the race itself is left out.

use super::{ClassId, Library};

/// Owned fields: class, names, and why nobody can tell.
const FIELDS: &[(&str, &[&str], &str)] = &[
    ("java/io/File", &["filePath", "status"], "what was found out of a path that never changes"),
    (
        "java/lang/Class",
        &[
            "cachedConstructor",
            "classData",
            "classValueMap",
            "genericInfo",
            "module",
            "name",
            "packageName",
            "reflectionData",
            "reflectionFactory",
        ],
        "what is known of a class from its definition on, and what reflection has looked up of it: the same for everybody",
    ),
    (
        "java/lang/Class$ReflectionData",
        &[
            "canonicalName",
            "declaredConstructors",
            "declaredFields",
            "declaredMethods",
            "declaredPublicFields",
            "declaredPublicMethods",
            "interfaces",
            "publicConstructors",
            "publicFields",
            "publicMethods",
            "simpleName",
        ],
        "the same",
    ),
    ("java/lang/String", &["hash", "hashIsZero"], "the hash of characters that never change"),
    (
        "java/lang/invoke/BoundMethodHandle",
        &["SPECIALIZER"],
        "species of handles: made again by anybody, and no program sees them",
    ),
    (
        "java/lang/invoke/CallSite",
        &["GET_TARGET", "TARGET_OFFSET", "THROW_UCS"],
        "handles of the linker's own",
    ),
    ("java/lang/invoke/ClassSpecializer", &["cache", "topClassIsSuper", "topSpecies"], "species of handles"),
    (
        "java/lang/invoke/ClassSpecializer$SpeciesData",
        &["factories", "getters", "nominalGetters", "speciesCode", "transformHelpers"],
        "species of handles",
    ),
    (
        "java/lang/invoke/DirectMethodHandle",
        &["ACCESSOR_FORMS", "NFS"],
        "forms: interned, or made again by anybody",
    ),
    ("java/lang/invoke/Invokers", &["NFS", "invokers"], "forms and handles that call handles"),
    (
        "java/lang/invoke/LambdaForm",
        &[
            "LF_constant",
            "LF_identity",
            "LF_zero",
            "NF_identity",
            "NF_zero",
            "invocationCounter",
            "isCompiled",
            "transformCache",
            "vmentry",
        ],
        "forms: how a handle is called, never what it does",
    ),
    ("java/lang/invoke/LambdaForm$Name", &["index"], "forms"),
    ("java/lang/invoke/LambdaForm$NamedFunction", &["invoker", "resolvedHandle", "type"], "forms"),
    (
        "java/lang/invoke/MemberName",
        &["clazz", "flags", "method", "name", "resolution", "type"],
        "what a name of a member was resolved to",
    ),
    (
        "java/lang/invoke/MethodHandle",
        &["asTypeCache", "asTypeSoftCache", "customizationCount", "form", "updateInProgress"],
        "the last handle of another type, and how this one is called",
    ),
    (
        "java/lang/invoke/MethodHandleImpl",
        &["ARRAYS", "FAKE_METHOD_HANDLE_INVOKE", "HANDLES", "NFS"],
        "handles of the linker's own",
    ),
    (
        "java/lang/invoke/MethodHandleImpl$AsVarargsCollector",
        &["asCollectorCache"],
        "the last handle that collects",
    ),
    (
        "java/lang/invoke/MethodHandleImpl$CountingWrapper",
        &["count", "isCounting"],
        "when a form is compiled",
    ),
    (
        "java/lang/invoke/MethodHandles",
        &["IDENTITY_MHS", "PRIMITIVE_ZERO_MHS", "ZERO_MHS"],
        "handles that are made when first asked for",
    ),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        &["LOOKASIDE_TABLE", "cachedProtectionDomain"],
        "handles of the library's own members",
    ),
    (
        "java/lang/invoke/MethodType",
        &["form", "internTable", "invokers", "methodDescriptor", "wrapAlt"],
        "types of methods are interned",
    ),
    ("java/lang/invoke/MethodType$ConcurrentWeakInternSet", &["map"], "types of methods are interned"),
    ("java/lang/invoke/MethodTypeForm", &["interpretEntry", "lambdaForms", "methodHandles"], "forms"),
    ("java/lang/invoke/VarForm", &["memberName_table", "methodType_V_table", "methodType_table"], "forms"),
    (
        "java/lang/invoke/VarHandle",
        &["methodHandleTable", "methodTypeTable", "typesAndInvokers"],
        "types of the accesses of a handle, and handles for them",
    ),
    ("java/lang/invoke/VarHandle$TypesAndInvokers", &["methodHandle_table", "methodType_table"], "the same"),
    (
        "java/lang/ref/SoftReference",
        &["clock", "timestamp"],
        "when it was last looked at: only a collector asks",
    ),
    (
        "java/lang/reflect/AccessibleObject",
        &["accessCheckCache", "printStackPropertiesSet", "printStackWhenAccessFails"],
        "the last caller that had access",
    ),
    (
        "java/lang/reflect/Constructor",
        &["constructorAccessor", "genericInfo"],
        "how it is called, and its signature",
    ),
    (
        "java/lang/reflect/Executable",
        &["hasRealParameterData", "parameterData", "parameters"],
        "what a class file says of it",
    ),
    (
        "java/lang/reflect/Field",
        &["fieldAccessor", "genericInfo", "overrideFieldAccessor"],
        "how it is reached, and what a class file says of it",
    ),
    (
        "java/lang/reflect/Method",
        &["callerSensitive", "genericInfo", "hash", "methodAccessor"],
        "how it is called, and its signature",
    ),
    (
        "java/lang/reflect/Parameter",
        &["declaredAnnotations", "parameterClassCache", "parameterTypeCache"],
        "what a class file says of it",
    ),
    ("java/lang/reflect/RecordComponent", &["accessor", "genericInfo"], "what a class file says of it"),
    ("java/nio/Bits", &["PAGE_SIZE"], "of the machine, which never changes"),
    ("java/nio/charset/Charset", &["aliasSet"], "of names that never change"),
    (
        "java/util/Locale",
        &["defaultDisplayLocale", "hashCodeValue", "languageTag"],
        "of fields that never change",
    ),
    (
        "jdk/internal/access/SharedSecrets",
        &[
            "javaAWTAccess",
            "javaAWTFontAccess",
            "javaBeansAccess",
            "javaIOAccess",
            "javaIOFileDescriptorAccess",
            "javaIOFilePermissionAccess",
            "javaIORandomAccessFileAccess",
            "javaLangAccess",
            "javaLangInvokeAccess",
            "javaLangModuleAccess",
            "javaLangRefAccess",
            "javaLangReflectAccess",
            "javaNetHttpCookieAccess",
            "javaNetInetAddressAccess",
            "javaNetURLAccess",
            "javaNetUriAccess",
            "javaNioAccess",
            "javaObjectInputFilterAccess",
            "javaObjectInputStreamAccess",
            "javaObjectInputStreamReadString",
            "javaSecurityAccess",
            "javaSecurityPropertiesAccess",
            "javaSecuritySignatureAccess",
            "javaSecuritySpecAccess",
            "javaUtilCollectionAccess",
            "javaUtilJarAccess",
            "javaUtilResourceBundleAccess",
            "javaUtilZipFileAccess",
            "javaxCryptoSealedObjectAccess",
            "javaxCryptoSpecAccess",
        ],
        "doors between packages: who finds one closed initialises the class of the JDK that opens it",
    ),
    (
        "jdk/internal/loader/AbstractClassLoaderValue$Memoizer",
        &["inCall", "t", "v"],
        "under its own monitor, which is seen",
    ),
    ("jdk/internal/loader/BootLoader", &["CLASS_LOADER_VALUE_MAP"], "what the library keeps of a loader"),
    ("jdk/internal/ref/Cleaner", &["first", "next", "prev"], "under the monitor of the class, which is seen"),
    ("jdk/internal/ref/CleanerImpl", &["cleanerImplAccess"], "a door that an initialiser opens once"),
    (
        "jdk/internal/ref/PhantomCleanable",
        &["next", "prev"],
        "under the monitor of their list, which is seen",
    ),
    (
        "jdk/internal/reflect/DelegatingConstructorAccessorImpl",
        &["delegate"],
        "an accessor that was compiled does the same",
    ),
    (
        "jdk/internal/reflect/DelegatingMethodAccessorImpl",
        &["delegate"],
        "an accessor that was compiled does the same",
    ),
    (
        "jdk/internal/reflect/MethodAccessorGenerator",
        &["constructorSymnum", "methodSymnum", "serializationConstructorSymnum"],
        "numbers in names of classes that nobody can ask for",
    ),
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        &["generated", "numInvocations"],
        "when an accessor is compiled",
    ),
    (
        "jdk/internal/reflect/NativeMethodAccessorImpl",
        &["generated", "numInvocations"],
        "when an accessor is compiled",
    ),
    (
        "jdk/internal/reflect/ReflectionFactory",
        &[
            "config",
            "disableSerialConstructorChecks",
            "hasStaticInitializerMethod",
            "inflationThreshold",
            "initted",
            "noInflation",
        ],
        "read once from properties that the machine sets",
    ),
    ("jdk/internal/util/ReferencedKeyMap", &["map"], "tables of what is interned"),
    ("sun/invoke/util/ValueConversions$WrapperCache", &["map"], "handles that are made when first asked for"),
    ("sun/reflect/annotation/AnnotationInvocationHandler", &["memberMethods"], "what a class file says"),
    (
        "sun/reflect/generics/factory/CoreReflectionFactory",
        &["scope"],
        "generic signatures, when first asked for",
    ),
    ("sun/reflect/generics/reflectiveObjects/TypeVariableImpl", &["bounds"], "generic signatures"),
    (
        "sun/reflect/generics/reflectiveObjects/WildcardTypeImpl",
        &["lowerBounds", "upperBounds"],
        "generic signatures",
    ),
    (
        "sun/reflect/generics/repository/ClassRepository",
        &["superInterfaces", "superclass"],
        "generic signatures",
    ),
    (
        "sun/reflect/generics/repository/ConstructorRepository",
        &["exceptionTypes", "parameterTypes"],
        "generic signatures",
    ),
    ("sun/reflect/generics/repository/FieldRepository", &["genericType"], "generic signatures"),
    ("sun/reflect/generics/repository/GenericDeclRepository", &["typeParameters"], "generic signatures"),
    ("sun/reflect/generics/repository/MethodRepository", &["returnType"], "generic signatures"),
    ("sun/reflect/generics/scope/AbstractScope", &["enclosingScope"], "generic signatures"),
    ("sun/util/locale/BaseLocale", &["hash"], "the hash of fields that never change"),
    ("sun/util/locale/LocaleObjectCache", &["map"], "locales are interned"),
];

/// The class whose fields and monitors are books, and the methods that keep them.
const BOOKS: &[(&str, &[&str])] =
    &[("java/lang/ThreadGroup", &["add", "addUnstarted", "remove", "threadStartFailed", "threadTerminated"])];

/// Classes whose objects any thread may use at any time, and the machine and the JDK do so at moments that no program can
/// name, let alone guard: the start and the end of a thread, a collection.
const FOR_ALL_THREADS: &[&str] = &["java/lang/Thread", "java/lang/ThreadGroup", "java/lang/ref/Reference"];

/// Classes whose authors let threads race on their fields, and on arrays of what is nested in them: what they find there is
/// looked at twice, and asked for under a lock where it will not do.
const LETS_RACE: &[&str] =
    &["java/io/ClassCache$CacheRef", "java/lang/ClassValue$ClassValueMap", "java/lang/ClassValue"];

/// Whether an object of a class may be a collection that the library owns.
pub fn is_collection(class: &str) -> bool {
    class.starts_with("java/util/")
}

/// The class of an array's innermost elements, or the class itself.
fn element_of(class: &str) -> &str {
    let element = class.trim_start_matches('[');
    if element.len() == class.len() {
        return class;
    }
    element.strip_prefix('L').map_or(element, |name| name.trim_end_matches(';'))
}

fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or_default()
}

/// Whether objects of a class are what collections of another are made of: nodes and the like, and arrays of them.
pub fn is_made_of(collection: &str, part: &str) -> bool {
    let (element, collection) = (element_of(part), element_of(collection));
    is_collection(element) && element.contains('$') && outermost(element) == outermost(collection)
}

/// Whether objects of a class are there for all threads, or its authors let them race.
pub fn may_race(class: &str) -> bool {
    FOR_ALL_THREADS.contains(&class) || LETS_RACE.contains(&class)
}

/// Whether threads may race on the elements of arrays of a class.
pub fn may_race_on_elements(array: &str) -> bool {
    let element = element_of(array);
    element.contains('$') && LETS_RACE.contains(&outermost(element))
}

/// Whether words of a class are books that are kept of threads; so may arrays of threads be.
pub fn is_book(class: &str, is_array: bool) -> bool {
    is_array && class == "[Ljava/lang/Thread;" || BOOKS.iter().any(|(owner, _)| *owner == class)
}

/// Whether a method keeps such a book.
pub fn keeps_book(class: &str, method: &str) -> bool {
    BOOKS.iter().any(|(owner, methods)| *owner == class && methods.contains(&method))
}

/// All owned fields, as `class.field`.
pub fn fields() -> impl Iterator<Item = (&'static str, &'static str)> {
    FIELDS.iter().flat_map(|(class, fields, _)| fields.iter().map(|field| (*class, *field)))
}

impl Library {
    /// Whether a field that a class declares is the library's own business.
    pub fn owns(&self, class: ClassId, field: &str) -> bool {
        if !self.is_of_jdk(class) || self.owns_nothing.get() {
            return false;
        }
        let name = self.class_name(class);
        FIELDS.iter().any(|(owner, fields, _)| *owner == name && fields.contains(&field))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_place_and_its_reason() {
        for (class, names, reason) in FIELDS {
            assert!(names.is_sorted() && !names.is_empty() && !reason.is_empty(), "{class}");
        }
        assert!(FIELDS.is_sorted_by_key(|(class, ..)| class), "classes in their order");
    }
}
