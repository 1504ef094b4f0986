//! What native methods say they touch, against what they are seen to touch: two programs call them with arguments that
//! other threads can reach, and the heap is asked what each call read and wrote.
//!
//! A native of a class that these programs use has to be called, or to be listed here with the reason.

use crate::handles;
use crate::hotspot::{compile, scratch};
use raddle_jvm::library::ClassId;
use raddle_jvm::machine::Output;
use raddle_jvm::natives::audit::Audit;
use raddle_jvm::natives::footprint::{Footprint, Reason};
use raddle_jvm::run::{RunOptions, start};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// Natives that are not called here, by how their names begin, and why not.
const UNCALLED: &[(&str, &str)] = &[
    ("java.io.", "what files touch is asked of the world before each call, in tests of its own"),
    ("sun.nio.", "the same"),
    ("java.lang.Module.defineModule0", "called while the library starts, when there is one thread"),
    ("jdk.internal.loader.BootLoader.setBootLoaderUnnamedModule0", "the same"),
    ("java.lang.Thread.start0", "`Thread.start` takes its place"),
    ("java.lang.Class.desiredAssertionStatus0", "`Class.desiredAssertionStatus` takes its place"),
    ("java.lang.ClassLoader.retrieveDirectives", "it ends the run as incomplete"),
    ("java.lang.ClassLoader.clearAssertionStatus", "the same"),
    ("java.lang.ClassLoader.findLoadedClass0", "only loaders of programs ask"),
    ("jdk.internal.loader.BuiltinClassLoader.find", "`loadClassOrNull` takes its place"),
    (
        "jdk.internal.loader.BuiltinClassLoader.loadClassOrNull(Ljava/lang/String;Z)",
        "one of two that do the same",
    ),
    ("jdk.internal.loader.BootLoader.getSystemPackageLocation", "only packages of the JDK are asked for it"),
    (
        "jdk.internal.loader.BuiltinClassLoader.loadClassOrNull",
        "the machine finds classes of programs itself",
    ),
    ("jdk.internal.misc.Unsafe.copySwapMemory0", "the function of `copyMemory0`, and nothing calls it"),
    ("jdk.internal.misc.VM.", "numbers and a loader that are the same from beginning to end"),
    ("jdk.internal.util.SystemProps$Raw.", "called while the library starts, when there is one thread"),
    (
        "jdk.internal.reflect.ConstantPool.",
        "what a class file holds; those that annotations ask for are called",
    ),
    ("jdk.internal.reflect.Reflection.areNestMates", "facts of two class files"),
    ("java.lang.invoke.MethodHandleNatives.getMemberVMInfo", "only debuggers of the JDK ask"),
    ("java.util.TimeZone.getSystemGMTOffsetID", "a text that is the same from beginning to end"),
    ("jdk.internal.misc.Unsafe.defineClass0", "only proxies of older JDKs define classes by it"),
];

/// `Unsafe` has the same function for numbers of all widths; those of some are called.
fn is_of_a_kind_like_others(name: &str) -> bool {
    name.starts_with("jdk.internal.misc.Unsafe.")
        && ["Char", "Short", "Float", "Byte", "Double", "Boolean"].iter().any(|kind| name.contains(kind))
}

/// Runs a program whose natives are looked at, and gives the natives of all classes that it came to use.
fn audit(directory: &Path, name: &str, audit: &Rc<RefCell<Audit>>) -> Vec<(String, Footprint)> {
    let options = RunOptions {
        class_path: vec![directory.to_owned()],
        main_class: name.to_owned(),
        ..RunOptions::default()
    };
    let mut machine = start(&options, Output::Kept(Rc::default())).expect("a machine");
    machine.stops = true;
    machine.publish_statics();
    machine.audit = Some(Rc::clone(audit));
    let halt = machine.run_to_end();
    assert_eq!(format!("{halt:?}"), "Exit(0)", "{name}");
    assert!(!machine.main_failed, "{name}");
    let library = &machine.library;
    let methods = (0..library.class_count()).flat_map(|id| &library.class(ClassId(id)).methods);
    let natives = methods.filter_map(|id| {
        let method = library.method(*id);
        let native = method.native?;
        Some((format!("{}{}", library.method_name(*id), library.text(method.descriptor)), native.footprint))
    });
    natives.collect()
}

#[test]
fn natives_touch_no_more_than_they_say() {
    let directory = scratch("footprints");
    let (cases, natives) = (directory.join("Cases.java"), directory.join("Natives.java"));
    std::fs::write(&cases, handles::source()).expect("a source");
    std::fs::write(&natives, include_str!("Natives.java")).expect("a source");
    compile(&[cases, natives], &directory);
    let seen = Rc::new(RefCell::new(Audit::default()));
    let mut known = audit(&directory, "Natives", &seen);
    known.extend(audit(&directory, "Cases", &seen));
    let seen = seen.borrow();
    let unsaid: Vec<&str> = seen.unsaid.iter().map(String::as_str).collect();
    let is_undeclared = |footprint: &Footprint| matches!(footprint, Footprint::Undeclared);
    let undeclared: Vec<&String> =
        known.iter().filter(|(_, footprint)| is_undeclared(footprint)).map(|(name, _)| name).collect();
    assert!(undeclared.is_empty(), "natives that do not say what they touch: {undeclared:#?}");
    // What only computes, or does nothing, has no way to touch anything.
    let computes = |footprint: &Footprint| matches!(footprint, Footprint::Private(Reason::Computes));
    let mut uncalled: Vec<&str> = known
        .iter()
        .filter(|(name, footprint)| !computes(footprint) && !seen.called.contains(name))
        .map(|(name, _)| name.as_str())
        .collect();
    uncalled.retain(|name| !UNCALLED.iter().any(|(start, _)| name.starts_with(start)));
    uncalled.retain(|name| !is_of_a_kind_like_others(name));
    uncalled.sort_unstable();
    uncalled.dedup();
    assert!(unsaid.is_empty() && uncalled.is_empty(), "unsaid: {unsaid:#?}\nuncalled: {uncalled:#?}");
}
