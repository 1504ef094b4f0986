//! Native methods of the JDK, and methods that run here instead of their bytecode: one file a class, named for it.
//!
//! A native method takes its argument slots (the receiver first, two slots for long and double) and gives its result as
//! a slot. What is not here ends the run as `incomplete`; it is never thrown into the program. Each says what it reads
//! and writes of what others can reach (`footprint`).

#![expect(non_snake_case, reason = "files are named for the Java classes whose natives they hold")]

pub mod atomic;
pub mod audit;
pub mod choices;
pub mod files;
pub mod footprint;
mod java_io_FileCleanable;
mod java_io_FileDescriptor;
mod java_io_FileInputStream;
mod java_io_FileOutputStream;
mod java_io_ObjectStreamClass;
mod java_io_RandomAccessFile;
mod java_io_UnixFileSystem;
mod java_lang_Class;
mod java_lang_ClassLoader;
mod java_lang_Double;
mod java_lang_Float;
mod java_lang_Module;
mod java_lang_NullPointerException;
mod java_lang_Object;
mod java_lang_ProcessEnvironment;
mod java_lang_ProcessImpl;
mod java_lang_Runtime;
mod java_lang_Shutdown;
mod java_lang_StackStreamFactory;
mod java_lang_StackStreamFactory_AbstractStackWalker;
mod java_lang_StackTraceElement;
mod java_lang_StrictMath;
mod java_lang_String;
mod java_lang_StringUTF16;
mod java_lang_System;
mod java_lang_Thread;
mod java_lang_Thread_ThreadIdentifiers;
mod java_lang_Throwable;
mod java_lang_invoke_MethodHandleNatives;
mod java_lang_ref_Finalizer;
mod java_lang_ref_PhantomReference;
mod java_lang_ref_Reference;
mod java_lang_reflect_Array;
mod java_lang_reflect_Executable;
mod java_security_AccessController;
mod java_util_TimeZone;
mod java_util_concurrent_ThreadLocalRandom;
mod java_util_concurrent_atomic_AtomicLong;
mod java_util_zip_Adler32;
mod java_util_zip_CRC32;
mod java_util_zip_Inflater;
mod jdk_internal_loader_BootLoader;
mod jdk_internal_loader_BuiltinClassLoader;
mod jdk_internal_misc_CDS;
mod jdk_internal_misc_PreviewFeatures;
mod jdk_internal_misc_Signal;
mod jdk_internal_misc_Unsafe;
mod jdk_internal_misc_VM;
mod jdk_internal_module_SystemModuleFinders_SystemModuleReader;
mod jdk_internal_perf_Perf;
mod jdk_internal_reflect_ConstantPool;
mod jdk_internal_reflect_DirectConstructorHandleAccessor_NativeAccessor;
mod jdk_internal_reflect_DirectMethodHandleAccessor_NativeAccessor;
mod jdk_internal_reflect_NativeConstructorAccessorImpl;
mod jdk_internal_reflect_NativeMethodAccessorImpl;
mod jdk_internal_reflect_Reflection;
mod jdk_internal_reflect_ReflectionFactory;
mod jdk_internal_util_SystemProps_Raw;
mod jdk_internal_vm_ContinuationSupport;
mod memory;
mod sun_nio_ch_FileChannelImpl;
mod sun_nio_ch_FileDispatcherImpl;
mod sun_nio_ch_FileKey;
mod sun_nio_ch_IOUtil;
mod sun_nio_ch_NativeThread;
mod sun_nio_ch_UnixDispatcher;
mod sun_nio_ch_UnixFileDispatcherImpl;
mod sun_nio_fs_UnixCopyFile;
mod sun_nio_fs_UnixNativeDispatcher;

pub(crate) use java_lang_System::START_OF_TIME_MILLIS;

use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use footprint::Footprint;

/// What a native method is called with.
pub type NativeFunction = fn(&mut Machine, &mut Thread, &[u64]) -> Result<u64, Trap>;

/// A native method.
#[derive(Clone, Copy, Debug)]
pub struct NativeMethod {
    /// Its name.
    pub name: &'static str,
    /// Its descriptor; empty where the name alone decides.
    pub descriptor: &'static str,
    /// What it does.
    pub call: NativeFunction,
    /// What it says it touches.
    pub footprint: Footprint,
    leaves_nothing: bool,
}

impl NativeMethod {
    /// The same, if it leaves nothing behind that a loop could depend on.
    pub const fn repeatable(mut self) -> NativeMethod {
        self.leaves_nothing = true;
        self
    }

    /// Whether it leaves nothing behind that a loop could depend on, apart from what it does as an operation.
    pub fn is_repeatable(&self) -> bool {
        // What a call of the world changes is told as what it writes.
        self.leaves_nothing || matches!(self.footprint, Footprint::Variable(_) | Footprint::World(_))
    }
}

/// A method that does not say what it touches: it conflicts with everything.
pub const fn native(name: &'static str, descriptor: &'static str, call: NativeFunction) -> NativeMethod {
    declared(name, descriptor, Footprint::Undeclared, call)
}

/// A method that says what it touches.
pub const fn declared(
    name: &'static str,
    descriptor: &'static str,
    footprint: Footprint,
    call: NativeFunction,
) -> NativeMethod {
    NativeMethod { name, descriptor, call, footprint, leaves_nothing: false }
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

/// The native methods of a class.
pub fn of_class(class: &str) -> Option<&'static [NativeMethod]> {
    Some(match class {
        "gov/nasa/jpf/vm/Verify" => choices::VERIFY,
        "org/sosy_lab/sv_benchmarks/Verifier" => choices::VERIFIER,
        "raddle/Raddle" => choices::DRIVER,
        "java/io/FileCleanable" => java_io_FileCleanable::METHODS,
        "java/io/FileDescriptor" => java_io_FileDescriptor::METHODS,
        "java/io/FileInputStream" => java_io_FileInputStream::METHODS,
        "java/io/FileOutputStream" => java_io_FileOutputStream::METHODS,
        "java/io/ObjectStreamClass" => java_io_ObjectStreamClass::METHODS,
        "java/io/RandomAccessFile" => java_io_RandomAccessFile::METHODS,
        "java/io/UnixFileSystem" => java_io_UnixFileSystem::METHODS,
        "java/lang/Class" => java_lang_Class::METHODS,
        "java/lang/ClassLoader" => java_lang_ClassLoader::METHODS,
        "java/lang/Double" => java_lang_Double::METHODS,
        "java/lang/Float" => java_lang_Float::METHODS,
        "java/lang/Module" => java_lang_Module::METHODS,
        "java/lang/NullPointerException" => java_lang_NullPointerException::METHODS,
        "java/lang/Object" => java_lang_Object::METHODS,
        "java/lang/ProcessEnvironment" => java_lang_ProcessEnvironment::METHODS,
        "java/lang/ProcessImpl" => java_lang_ProcessImpl::METHODS,
        "java/lang/Runtime" => java_lang_Runtime::METHODS,
        "java/lang/Shutdown" => java_lang_Shutdown::METHODS,
        "java/lang/StackStreamFactory" => java_lang_StackStreamFactory::METHODS,
        "java/lang/StackStreamFactory$AbstractStackWalker" => {
            java_lang_StackStreamFactory_AbstractStackWalker::METHODS
        }
        "java/lang/StackTraceElement" => java_lang_StackTraceElement::METHODS,
        "java/lang/StrictMath" => java_lang_StrictMath::METHODS,
        "java/lang/String" => java_lang_String::METHODS,
        "java/lang/StringUTF16" => java_lang_StringUTF16::METHODS,
        "java/lang/System" => java_lang_System::METHODS,
        "java/lang/Thread" => java_lang_Thread::METHODS,
        "java/lang/Thread$ThreadIdentifiers" => java_lang_Thread_ThreadIdentifiers::METHODS,
        "java/lang/Throwable" => java_lang_Throwable::METHODS,
        "java/lang/invoke/MethodHandleNatives" => java_lang_invoke_MethodHandleNatives::METHODS,
        "java/lang/ref/Finalizer" => java_lang_ref_Finalizer::METHODS,
        "java/lang/ref/PhantomReference" => java_lang_ref_PhantomReference::METHODS,
        "java/lang/ref/Reference" => java_lang_ref_Reference::METHODS,
        "java/lang/reflect/Array" => java_lang_reflect_Array::METHODS,
        "java/lang/reflect/Executable" => java_lang_reflect_Executable::METHODS,
        "java/security/AccessController" => java_security_AccessController::METHODS,
        "java/util/TimeZone" => java_util_TimeZone::METHODS,
        "java/util/concurrent/ThreadLocalRandom" => java_util_concurrent_ThreadLocalRandom::METHODS,
        "java/util/concurrent/atomic/AtomicLong" => java_util_concurrent_atomic_AtomicLong::METHODS,
        "java/util/zip/Adler32" => java_util_zip_Adler32::METHODS,
        "java/util/zip/CRC32" => java_util_zip_CRC32::METHODS,
        "java/util/zip/Inflater" => java_util_zip_Inflater::METHODS,
        "jdk/internal/loader/BootLoader" => jdk_internal_loader_BootLoader::METHODS,
        "jdk/internal/loader/BuiltinClassLoader" => jdk_internal_loader_BuiltinClassLoader::METHODS,
        "jdk/internal/misc/CDS" => jdk_internal_misc_CDS::METHODS,
        "jdk/internal/misc/PreviewFeatures" => jdk_internal_misc_PreviewFeatures::METHODS,
        "jdk/internal/misc/Signal" => jdk_internal_misc_Signal::METHODS,
        "jdk/internal/misc/Unsafe" => jdk_internal_misc_Unsafe::METHODS,
        "jdk/internal/misc/VM" => jdk_internal_misc_VM::METHODS,
        "jdk/internal/module/SystemModuleFinders$SystemModuleReader" => {
            jdk_internal_module_SystemModuleFinders_SystemModuleReader::METHODS
        }
        "jdk/internal/perf/Perf" => jdk_internal_perf_Perf::METHODS,
        "jdk/internal/reflect/ConstantPool" => jdk_internal_reflect_ConstantPool::METHODS,
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor" => {
            jdk_internal_reflect_DirectConstructorHandleAccessor_NativeAccessor::METHODS
        }
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor" => {
            jdk_internal_reflect_DirectMethodHandleAccessor_NativeAccessor::METHODS
        }
        "jdk/internal/reflect/NativeConstructorAccessorImpl" => {
            jdk_internal_reflect_NativeConstructorAccessorImpl::METHODS
        }
        "jdk/internal/reflect/NativeMethodAccessorImpl" => {
            jdk_internal_reflect_NativeMethodAccessorImpl::METHODS
        }
        "jdk/internal/reflect/Reflection" => jdk_internal_reflect_Reflection::METHODS,
        "jdk/internal/reflect/ReflectionFactory" => jdk_internal_reflect_ReflectionFactory::METHODS,
        "jdk/internal/util/SystemProps$Raw" => jdk_internal_util_SystemProps_Raw::METHODS,
        "jdk/internal/vm/ContinuationSupport" => jdk_internal_vm_ContinuationSupport::METHODS,
        "sun/nio/ch/FileChannelImpl" => sun_nio_ch_FileChannelImpl::METHODS,
        "sun/nio/ch/FileDispatcherImpl" => sun_nio_ch_FileDispatcherImpl::METHODS,
        "sun/nio/ch/FileKey" => sun_nio_ch_FileKey::METHODS,
        "sun/nio/ch/IOUtil" => sun_nio_ch_IOUtil::METHODS,
        "sun/nio/ch/NativeThread" => sun_nio_ch_NativeThread::METHODS,
        "sun/nio/ch/UnixDispatcher" => sun_nio_ch_UnixDispatcher::METHODS,
        "sun/nio/ch/UnixFileDispatcherImpl" => sun_nio_ch_UnixFileDispatcherImpl::METHODS,
        "sun/nio/fs/UnixCopyFile" | "sun/nio/fs/UnixFileSystem" => sun_nio_fs_UnixCopyFile::METHODS,
        "sun/nio/fs/LinuxNativeDispatcher" => sun_nio_fs_UnixCopyFile::OF_LINUX,
        "sun/nio/fs/UnixNativeDispatcher" => sun_nio_fs_UnixNativeDispatcher::METHODS,
        _ => return None,
    })
}
