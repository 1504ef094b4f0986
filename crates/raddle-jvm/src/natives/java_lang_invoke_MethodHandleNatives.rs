//! `java.lang.invoke.MethodHandleNatives`: resolving member names. A resolved method is kept in an extra word of the
//! `ResolvedMethodName` that its member name refers to.

use super::footprint::{COMPUTES, Footprint, MAKES, Words};
use super::{NativeMethod, declared, nothing};
use crate::classes::class_file::access;
use crate::classes::descriptor::Kind;
use crate::library::{ClassId, Field, LoaderId, Method};
use crate::machine::heap::Ref;
use crate::machine::pending::NextOperation;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::{Access, Mode};
use std::rc::Rc;

const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_FIELD: u32 = 0x4_0000;
const TRUSTED_FINAL: u32 = 0x20_0000;
const KIND_SHIFT: u32 = 24;

const GET_FIELD: u32 = 1;
const GET_STATIC: u32 = 2;
const PUT_FIELD: u32 = 3;
const INVOKE_VIRTUAL: u32 = 5;
const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
const NEW_INVOKE_SPECIAL: u32 = 8;
const INVOKE_INTERFACE: u32 = 9;

/// It reads what a member name holds.
const MEMBER: Footprint =
    Footprint::Words(&[Words::Whole(0, Access::Read), Words::Through(0, "type", Access::Read)]);

pub const METHODS: &[NativeMethod] = &[
    declared("registerNatives", "", COMPUTES, nothing),
    declared("getNamedCon", "", COMPUTES, nothing),
    declared(
        "init",
        "",
        Footprint::Words(&[Words::Whole(0, Access::Write), Words::Whole(1, Access::Read)]),
        initialize,
    ),
    declared("expand", "", COMPUTES, nothing),
    declared(
        "resolve",
        "",
        Footprint::Words(&[Words::Whole(0, Access::Write), Words::Through(0, "type", Access::Read)]),
        resolve,
    ),
    declared("objectFieldOffset", "", MEMBER, |machine, thread, arguments| {
        let member = Ref::from_slot(arguments[0]);
        let library = Rc::clone(&machine.library);
        let field = field_of(machine, thread, &library, member)?;
        Ok(u64::from(field.offset) * 8)
    }),
    declared("staticFieldOffset", "", MEMBER, |machine, thread, arguments| {
        let member = Ref::from_slot(arguments[0]);
        let library = Rc::clone(&machine.library);
        let field = field_of(machine, thread, &library, member)?;
        Ok(u64::from(machine.static_word(field.offset)) * 8)
    }),
    declared("staticFieldBase", "", MEMBER, |machine, _, arguments| {
        Ok(machine.get(Ref::from_slot(arguments[0]), "clazz"))
    }),
    declared("getMemberVMInfo", "", MAKES, |machine, thread, arguments| {
        let index = machine.box_value(thread, Kind::Long, 0)?;
        let parts = [index, Ref::from_slot(arguments[0])];
        Ok(machine.new_reference_array(thread, machine.core.object_array, &parts)?.slot())
    }),
    declared(
        "setCallSiteTargetNormal",
        "",
        Footprint::Words(&[Words::Field(0, "target", Access::Write)]),
        set_target,
    ),
    declared("setCallSiteTargetVolatile", "", Footprint::Operation(&[0], sets_volatile_target), set_target),
    declared("clearCallSiteContext", "", COMPUTES, nothing),
];

fn sets_volatile_target(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    let site = Ref::from_slot(arguments[0]);
    let target = machine.library.field_named(machine.heap.class_of(site), "target");
    let word = target.map_or(0, |field| u32::from(field.offset));
    NextOperation::write(machine.spot(site, word), Mode::Synchronising)
}

fn set_target(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    machine.set(Ref::from_slot(arguments[0]), "target", arguments[1]);
    Ok(0)
}

/// The descriptor that the `type` of a member name stands for: a `MethodType`, a `Class` or a text.
fn descriptor(machine: &Machine, member_type: Ref) -> Option<String> {
    if member_type.is_null() {
        return None;
    }
    let class = machine.heap.class_of(member_type);
    if class == machine.core.string {
        return Some(machine.string_text(member_type));
    }
    if class == machine.core.class {
        return Some(class_descriptor(machine, member_type));
    }
    let (result, parameters) = if class == machine.core.method_type {
        (machine.get_reference(member_type, "rtype"), machine.get_reference(member_type, "ptypes"))
    } else {
        // An array of result type and parameter types.
        (Ref(machine.heap.element32(member_type, 0)), Ref(machine.heap.element32(member_type, 1)))
    };
    let mut text = String::from("(");
    // The types of a method type never change.
    for index in 0..machine.heap.length(parameters) {
        let parameter = Ref(machine.heap.load32(parameters, index));
        text.push_str(&class_descriptor(machine, parameter));
    }
    text.push(')');
    text.push_str(&class_descriptor(machine, result));
    Some(text)
}

fn class_descriptor(machine: &Machine, mirror: Ref) -> String {
    let class = machine.library.class(machine.mirrored(mirror));
    match class.shape {
        crate::library::ClassShape::Primitive(kind) => kind.letter().to_string(),
        _ => crate::classes::descriptor::descriptor_of_class(machine.library.text(class.name)),
    }
}

fn field_of<'a>(
    machine: &mut Machine,
    thread: &mut Thread,
    library: &'a crate::library::Library,
    member: Ref,
) -> Result<&'a Field, Trap> {
    let class = machine.mirrored(machine.get_reference(member, "clazz"));
    let name_text = machine.get_reference(member, "name");
    let name = machine.string_text(name_text);
    let text = descriptor(machine, machine.get_reference(member, "type")).unwrap_or_default();
    match library.find_field(class, library.symbol(&name), library.symbol(&text)) {
        Some(field) => Ok(field),
        None => Err(machine.throw(thread, "java/lang/NoSuchFieldError", &name)),
    }
}

fn set_field_member(
    machine: &mut Machine,
    thread: &mut Thread,
    member: Ref,
    field: &Field,
    is_setter: bool,
) -> Result<(), Trap> {
    let mut kind = if field.is_static() { GET_STATIC } else { GET_FIELD };
    if is_setter {
        kind += PUT_FIELD - GET_FIELD;
    }
    let mut flags = u32::from(field.access) | IS_FIELD | (kind << KIND_SHIFT);
    let class = machine.library.class(field.class);
    let is_record = class.file.as_ref().is_some_and(|file| file.class_attribute("Record").is_some());
    if field.access & access::FINAL != 0 && (field.is_static() || class.hidden || is_record) {
        flags |= TRUSTED_FINAL;
    }
    let mirror = machine.mirror(thread, field.class)?;
    machine.set(member, "flags", u64::from(flags));
    machine.set(member, "clazz", mirror.slot());
    set_resolved(machine, thread, member, u64::MAX)
}

/// Makes the member name look resolved; `target` is the method.
fn set_resolved(machine: &mut Machine, thread: &mut Thread, member: Ref, target: u64) -> Result<(), Trap> {
    if target != u64::MAX {
        let class = machine.load_class(thread, LoaderId::BOOT, "java/lang/invoke/ResolvedMethodName")?;
        let words = machine.library.class(class).instance_words + 1;
        let name = machine.next_name(thread);
        let Ok(resolved) = machine.heap.allocate(words, class, words, name) else {
            return Err(machine.throw(thread, "java/lang/OutOfMemoryError", "Java heap space"));
        };
        machine.heap.set_field(resolved, words as u16 - 1, target);
        let holder = machine.get(member, "clazz");
        machine.set(resolved, "vmholder", holder);
        machine.set(member, "method", resolved.slot());
    }
    Ok(())
}

fn set_method_member(
    machine: &mut Machine,
    thread: &mut Thread,
    member: Ref,
    method: &Method,
    named: ClassId,
    kind: u32,
) -> Result<(), Trap> {
    let library = Rc::clone(&machine.library);
    let holder = library.class(method.class);
    let is_final = (method.access | holder.access) & access::FINAL != 0;
    let is_constructor = method.name == library.known.constructor;
    let kind = match kind {
        _ if method.is_static() => INVOKE_STATIC,
        NEW_INVOKE_SPECIAL => NEW_INVOKE_SPECIAL,
        _ if is_constructor => INVOKE_SPECIAL,
        INVOKE_VIRTUAL | INVOKE_INTERFACE if method.is_private() || (is_final && !holder.is_interface()) => {
            INVOKE_SPECIAL
        }
        // A method of `Object` that was found through an interface is called virtually.
        INVOKE_INTERFACE if !holder.is_interface() => INVOKE_VIRTUAL,
        other => other,
    };
    let mut flags = u32::from(method.access) | (kind << KIND_SHIFT);
    flags |= if is_constructor { IS_CONSTRUCTOR } else { IS_METHOD };
    let class = if kind == INVOKE_VIRTUAL && holder.is_interface() { named } else { method.class };
    let mirror = machine.mirror(thread, class)?;
    machine.set(member, "flags", u64::from(flags));
    machine.set(member, "clazz", mirror.slot());
    set_resolved(machine, thread, member, u64::from(method.id.0))
}

/// `init(member, field or method or constructor)`.
fn initialize(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let (member, reflected) = (Ref::from_slot(arguments[0]), Ref::from_slot(arguments[1]));
    let library = Rc::clone(&machine.library);
    let class = machine.mirrored(machine.get_reference(reflected, "clazz"));
    let slot = machine.get(reflected, "slot") as usize;
    match library.class_name(machine.heap.class_of(reflected)) {
        "java/lang/reflect/Field" => {
            let field = &library.class(class).fields[slot];
            set_field_member(machine, thread, member, field, false)?;
        }
        "java/lang/reflect/Constructor" => {
            let method = library.method(library.class(class).methods[slot]);
            set_method_member(machine, thread, member, method, class, INVOKE_SPECIAL)?;
        }
        _ => {
            let method = library.method(library.class(class).methods[slot]);
            let kind = if library.class(class).is_interface() { INVOKE_INTERFACE } else { INVOKE_VIRTUAL };
            set_method_member(machine, thread, member, method, class, kind)?;
        }
    }
    Ok(0)
}

/// `resolve(member, caller, lookupMode, speculative)`.
fn resolve(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let member = Ref::from_slot(arguments[0]);
    let is_speculative = arguments.get(3).is_some_and(|flag| *flag as u32 != 0);
    let library = Rc::clone(&machine.library);
    let mirror = machine.get_reference(member, "clazz");
    if mirror.is_null() {
        return Ok(0);
    }
    let class = machine.mirrored(mirror);
    let flags = machine.get(member, "flags") as u32;
    let kind = (flags >> KIND_SHIFT) & 15;
    let name_text = machine.get_reference(member, "name");
    if name_text.is_null() {
        return Ok(0);
    }
    let name = machine.string_text(name_text);
    let Some(text) = descriptor(machine, machine.get_reference(member, "type")) else { return Ok(0) };
    let (name_symbol, text_symbol) = (library.symbol(&name), library.symbol(&text));
    if flags & IS_FIELD != 0 {
        let Some(field) = library.find_field(class, name_symbol, text_symbol) else {
            if is_speculative {
                return Ok(0);
            }
            return Err(machine.throw(thread, "java/lang/NoSuchFieldError", &name));
        };
        set_field_member(machine, thread, member, field, kind >= PUT_FIELD)?;
        return Ok(member.slot());
    }
    let mut method = library.find_method(class, name_symbol, text_symbol);
    if class == machine.core.method_handle || class == machine.core.var_handle {
        method = library.find_polymorphic(class, name_symbol).or(method);
    }
    // An interface has no constructor, and inherits none.
    if flags & IS_CONSTRUCTOR != 0 {
        method = method.filter(|method| method.class == class);
    }
    let fits = |method: &&Method| match kind {
        INVOKE_STATIC => method.is_static(),
        _ => !method.is_static(),
    };
    let is_found = method.is_some();
    match method.filter(fits) {
        Some(method) => {
            set_method_member(machine, thread, member, method, class, kind)?;
            Ok(member.slot())
        }
        None if is_speculative => Ok(0),
        None if is_found => {
            let text = format!(
                "Expected {} method {}",
                if kind == INVOKE_STATIC { "static" } else { "instance" },
                name
            );
            Err(machine.throw(thread, "java/lang/IncompatibleClassChangeError", &text))
        }
        None => {
            let text = format!("'{}'", machine.describe_signature(class, name_symbol, text_symbol));
            Err(machine.throw(thread, "java/lang/NoSuchMethodError", &text))
        }
    }
}
