//! `jdk.internal.util.SystemProps.Raw`: the properties that the platform and the machine give.

use super::footprint::MAKES;
use super::{NativeMethod, declared};
use crate::library::LoaderId;
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("vmProperties", "", MAKES, vm_properties),
    declared("platformProperties", "", MAKES, platform_properties),
];

fn vm_properties(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    let environment = Rc::clone(&machine.environment);
    let major = environment.java_version.split('.').next().unwrap_or("17").to_owned();
    let mut pairs: Vec<(String, String)> = [
        ("java.home", environment.java_home.as_str()),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", major.as_str()),
        ("java.vm.name", "Raddle"),
        ("java.vm.vendor", "Raddle"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "interpreted mode"),
        ("java.vm.compressedOopsMode", "32-bit"),
        ("java.class.path", environment.class_path.as_str()),
        ("java.class.version", "61.0"),
        ("java.library.path", ""),
        ("jdk.debug", "release"),
        ("sun.nio.MaxDirectMemorySize", "-1"),
        ("sun.nio.PageAlignDirectMemory", "false"),
        // Reflection goes through the machine, not through classes or handles made for it.
        ("jdk.reflect.useDirectMethodHandle", "false"),
        ("jdk.reflect.useNativeAccessorOnly", "true"),
        ("java.util.concurrent.ForkJoinPool.common.parallelism", "3"),
    ]
    .iter()
    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
    .collect();
    pairs.extend(environment.properties.iter().cloned());
    let mut array = Vec::new();
    for (name, value) in pairs {
        array.push(machine.new_string(thread, &name)?);
        array.push(machine.new_string(thread, &value)?);
    }
    array.push(Ref::NULL);
    array.push(Ref::NULL);
    Ok(machine.new_reference_array(thread, machine.core.string_array, &array)?.slot())
}

fn platform_properties(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    let raw = machine.load_class(thread, LoaderId::BOOT, "jdk/internal/util/SystemProps$Raw")?;
    let library = Rc::clone(&machine.library);
    let count = library
        .class(raw)
        .fields
        .iter()
        .filter(|field| {
            library.text(field.name).ends_with("_NDX") || library.text(field.name) == "FIXED_LENGTH"
        })
        .count();
    let array = machine.new_array(thread, machine.core.string_array, count as i32)?;
    let directory = machine.world.directory();
    let values = [
        ("_file_encoding_NDX", "UTF-8"),
        ("_native_encoding_NDX", "UTF-8"),
        ("_stdout_encoding_NDX", "UTF-8"),
        ("_stderr_encoding_NDX", "UTF-8"),
        ("_sun_jnu_encoding_NDX", "UTF-8"),
        ("_file_separator_NDX", "/"),
        ("_path_separator_NDX", ":"),
        ("_line_separator_NDX", "\n"),
        ("_os_name_NDX", "Linux"),
        ("_os_arch_NDX", "amd64"),
        ("_os_version_NDX", "6.0"),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_user_dir_NDX", directory.as_str()),
        ("_user_home_NDX", "/"),
        ("_user_name_NDX", "user"),
        ("_display_language_NDX", "en"),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
    ];
    for (name, value) in values {
        if library.field_named(raw, name).is_none() {
            continue;
        }
        let index = machine.get_static(thread, raw, name)? as u32;
        let text = machine.new_string(thread, value)?;
        machine.heap.set_element32(array, index, text.0);
    }
    Ok(array.slot())
}
