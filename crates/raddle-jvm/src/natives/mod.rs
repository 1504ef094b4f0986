//! Native methods of the JDK, and methods that run here instead of their bytecode: one file a class, named for it.
//!
//! A native method takes its argument slots (the receiver first, two slots for long and double) and gives its result as
//! a slot. What is not here ends the run as `incomplete`; it is never thrown into the program.

#![expect(non_snake_case, reason = "files are named for the Java classes whose natives they hold")]

pub mod atomic;
pub mod choices;
mod memory;

use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};

/// What a native method is called with.
pub type NativeFunction = fn(&mut Machine, &mut Thread, &[u64]) -> Result<u64, Trap>;

/// Whether a native method is something that other threads could notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeOperation {
    /// It touches nothing that is shared.
    Private,
    /// It touches the object in its second argument, at the offset in its third (`Unsafe`).
    Memory,
    /// It touches the receiver.
    Receiver,
    /// It touches the element of the array in its first argument, by the number in its second.
    Element,
    /// It copies elements from the array in its first argument to the one in its third.
    Copy,
    /// It is always an operation.
    Always,
}

/// A native method.
#[derive(Debug)]
pub struct NativeMethod {
    /// Its name.
    pub name: &'static str,
    /// Its descriptor; empty where the name alone decides.
    pub descriptor: &'static str,
    /// What it does.
    pub call: NativeFunction,
    /// What it means for scheduling.
    pub operation: NativeOperation,
}

impl NativeMethod {
    /// Whether it leaves nothing behind that a loop could depend on, apart from what it does as an operation.
    pub fn is_repeatable(&self) -> bool {
        self.operation == NativeOperation::Memory
            || matches!(
                self.name,
                "onSpinWait"
                    | "yield"
                    | "yield0"
                    | "sleep"
                    | "sleepNanos0"
                    | "isAlive"
                    | "alive"
                    | "currentThread"
                    | "currentCarrierThread"
                    | "getClass"
                    | "hashCode"
                    | "isInstance"
                    | "fullFence"
                    | "loadFence"
                    | "storeFence"
            )
    }
}

/// A method that touches nothing shared.
pub const fn native(name: &'static str, descriptor: &'static str, call: NativeFunction) -> NativeMethod {
    NativeMethod { name, descriptor, call, operation: NativeOperation::Private }
}

/// A method that is an operation.
pub const fn operation(
    name: &'static str,
    descriptor: &'static str,
    operation: NativeOperation,
    call: NativeFunction,
) -> NativeMethod {
    NativeMethod { name, descriptor, call, operation }
}

/// Does nothing and gives zero, null or false.
pub fn nothing(_machine: &mut Machine, _thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    Ok(0)
}

/// The modifiers of the class that a mirror stands for, as `Class.getModifiers` gives them.
pub(crate) fn class_modifiers(machine: &Machine, mirror: crate::machine::heap::Ref) -> u64 {
    java_lang_Class::modifiers(machine, &[mirror.slot()])
}

/// The method of a list with this name and descriptor.
pub fn find(methods: &'static [NativeMethod], name: &str, descriptor: &str) -> Option<&'static NativeMethod> {
    methods.iter().find(|method| {
        method.name == name && (method.descriptor.is_empty() || method.descriptor == descriptor)
    })
}

macro_rules! classes {
    ($($module:ident => $class:literal),* $(,)?) => {
        $(mod $module;)*

        /// The native methods of a class.
        pub fn of_class(class: &str) -> Option<&'static [NativeMethod]> {
            match class {
                $($class => Some($module::METHODS),)*
                "gov/nasa/jpf/vm/Verify" => Some(choices::VERIFY),
                "raddle/Raddle" => Some(choices::DRIVER),
                "org/sosy_lab/sv_benchmarks/Verifier" => Some(choices::VERIFIER),
                _ => None,
            }
        }
    };
}

classes! {
    java_io_FileDescriptor => "java/io/FileDescriptor",
    java_io_FileInputStream => "java/io/FileInputStream",
    java_io_FileOutputStream => "java/io/FileOutputStream",
    java_io_ObjectStreamClass => "java/io/ObjectStreamClass",
    java_io_UnixFileSystem => "java/io/UnixFileSystem",
    java_lang_Class => "java/lang/Class",
    java_lang_ClassLoader => "java/lang/ClassLoader",
    java_lang_Double => "java/lang/Double",
    java_lang_Float => "java/lang/Float",
    java_lang_Module => "java/lang/Module",
    java_lang_NullPointerException => "java/lang/NullPointerException",
    java_lang_Object => "java/lang/Object",
    java_lang_ProcessEnvironment => "java/lang/ProcessEnvironment",
    java_lang_ProcessImpl => "java/lang/ProcessImpl",
    java_lang_Runtime => "java/lang/Runtime",
    java_lang_Shutdown => "java/lang/Shutdown",
    java_lang_StackStreamFactory => "java/lang/StackStreamFactory",
    java_lang_StackStreamFactory_AbstractStackWalker => "java/lang/StackStreamFactory$AbstractStackWalker",
    java_lang_StackTraceElement => "java/lang/StackTraceElement",
    java_lang_StrictMath => "java/lang/StrictMath",
    java_lang_String => "java/lang/String",
    java_lang_StringUTF16 => "java/lang/StringUTF16",
    java_lang_System => "java/lang/System",
    java_lang_Thread => "java/lang/Thread",
    java_lang_Thread_ThreadIdentifiers => "java/lang/Thread$ThreadIdentifiers",
    java_lang_Throwable => "java/lang/Throwable",
    java_lang_invoke_MethodHandleNatives => "java/lang/invoke/MethodHandleNatives",
    java_lang_ref_Finalizer => "java/lang/ref/Finalizer",
    java_lang_ref_PhantomReference => "java/lang/ref/PhantomReference",
    java_lang_ref_Reference => "java/lang/ref/Reference",
    java_lang_reflect_Array => "java/lang/reflect/Array",
    java_lang_reflect_Executable => "java/lang/reflect/Executable",
    java_security_AccessController => "java/security/AccessController",
    java_util_TimeZone => "java/util/TimeZone",
    java_util_concurrent_ThreadLocalRandom => "java/util/concurrent/ThreadLocalRandom",
    java_util_concurrent_atomic_AtomicLong => "java/util/concurrent/atomic/AtomicLong",
    java_util_zip_Adler32 => "java/util/zip/Adler32",
    java_util_zip_CRC32 => "java/util/zip/CRC32",
    java_util_zip_Inflater => "java/util/zip/Inflater",
    jdk_internal_loader_BootLoader => "jdk/internal/loader/BootLoader",
    jdk_internal_loader_BuiltinClassLoader => "jdk/internal/loader/BuiltinClassLoader",
    jdk_internal_misc_CDS => "jdk/internal/misc/CDS",
    jdk_internal_misc_PreviewFeatures => "jdk/internal/misc/PreviewFeatures",
    jdk_internal_misc_Signal => "jdk/internal/misc/Signal",
    jdk_internal_misc_Unsafe => "jdk/internal/misc/Unsafe",
    jdk_internal_misc_VM => "jdk/internal/misc/VM",
    jdk_internal_module_SystemModuleFinders_SystemModuleReader => "jdk/internal/module/SystemModuleFinders$SystemModuleReader",
    jdk_internal_reflect_ConstantPool => "jdk/internal/reflect/ConstantPool",
    jdk_internal_reflect_DirectConstructorHandleAccessor_NativeAccessor => "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
    jdk_internal_reflect_DirectMethodHandleAccessor_NativeAccessor => "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
    jdk_internal_reflect_NativeConstructorAccessorImpl => "jdk/internal/reflect/NativeConstructorAccessorImpl",
    jdk_internal_reflect_NativeMethodAccessorImpl => "jdk/internal/reflect/NativeMethodAccessorImpl",
    jdk_internal_reflect_Reflection => "jdk/internal/reflect/Reflection",
    jdk_internal_reflect_ReflectionFactory => "jdk/internal/reflect/ReflectionFactory",
    jdk_internal_vm_ContinuationSupport => "jdk/internal/vm/ContinuationSupport",
    sun_nio_ch_FileChannelImpl => "sun/nio/ch/FileChannelImpl",
    sun_nio_ch_FileDispatcherImpl => "sun/nio/ch/FileDispatcherImpl",
    sun_nio_ch_IOUtil => "sun/nio/ch/IOUtil",
    sun_nio_ch_NativeThread => "sun/nio/ch/NativeThread",
    sun_nio_ch_UnixDispatcher => "sun/nio/ch/UnixDispatcher",
    sun_nio_ch_UnixFileDispatcherImpl => "sun/nio/ch/UnixFileDispatcherImpl",
    sun_nio_fs_UnixNativeDispatcher => "sun/nio/fs/UnixNativeDispatcher",
    jdk_internal_util_SystemProps_Raw => "jdk/internal/util/SystemProps$Raw",
}
