//! `java.lang.Class`: what a class is, its members as reflection sees them, its attributes.

use super::footprint::{COMPUTES, CONSTANT, MAKES, TABLES};
use super::{NativeMethod, declared, nothing};
use crate::classes::class_file::{Constant, access};
use crate::classes::descriptor::{Kind, parse_method};
use crate::classes::reader::Reader;
use crate::library::{Class, ClassId, ClassShape, Library, LoadError, LoaderId, Method};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("registerNatives", "", COMPUTES, nothing),
    declared("desiredAssertionStatus0", "", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        Ok(u64::from(machine.assertions && machine.library.class(class).loader != LoaderId::BOOT))
    }),
    declared("desiredAssertionStatus", "()Z", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        Ok(u64::from(machine.assertions && machine.library.class(class).loader != LoaderId::BOOT))
    }),
    declared("getPrimitiveClass", "", CONSTANT, |machine, thread, arguments| {
        let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?;
        match Kind::PRIMITIVES.into_iter().find(|kind| kind.keyword() == name) {
            Some(kind) => Ok(machine.mirror(thread, machine.library.primitive(kind))?.slot()),
            None => Err(machine.throw(thread, "java/lang/ClassNotFoundException", &name)),
        }
    }),
    declared("isInstance", "", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        let object = Ref::from_slot(arguments[1]);
        Ok(u64::from(!object.is_null() && machine.library.is_subclass(machine.heap.class_of(object), class)))
    })
    .repeatable(),
    declared("isAssignableFrom", "", CONSTANT, |machine, thread, arguments| {
        let other = Ref::from_slot(arguments[1]);
        if other.is_null() {
            return Err(machine.throw_null(thread));
        }
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        Ok(u64::from(machine.library.is_subclass(machine.mirrored(other), class)))
    }),
    declared("isInterface", "", CONSTANT, |machine, _, arguments| {
        Ok(u64::from(this(machine, arguments).is_interface()))
    }),
    declared("isArray", "", CONSTANT, |machine, _, arguments| {
        Ok(u64::from(this(machine, arguments).is_array()))
    }),
    declared("isPrimitive", "", CONSTANT, |machine, _, arguments| {
        Ok(u64::from(matches!(this(machine, arguments).shape, ClassShape::Primitive(_))))
    }),
    declared("isHidden", "", CONSTANT, |machine, _, arguments| {
        Ok(u64::from(this(machine, arguments).hidden))
    }),
    declared("isRecord0", "", CONSTANT, |machine, _, arguments| {
        let class = this(machine, arguments);
        Ok(u64::from(class.file.as_ref().is_some_and(|file| file.class_attribute("Record").is_some())))
    }),
    declared("getSuperclass", "", CONSTANT, |machine, thread, arguments| {
        let class = this(machine, arguments);
        match class.superclass.filter(|_| !class.is_interface()) {
            Some(superclass) => Ok(machine.mirror(thread, superclass)?.slot()),
            None => Ok(0),
        }
    }),
    declared("getInterfaces0", "", MAKES, |machine, thread, arguments| {
        let interfaces = this(machine, arguments).interfaces.clone();
        mirrors(machine, thread, &interfaces)
    }),
    declared("getModifiers", "", CONSTANT, |machine, _, arguments| Ok(modifiers(machine, arguments))),
    declared("getClassAccessFlagsRaw0", "", CONSTANT, |machine, _, arguments| {
        Ok(u64::from(this(machine, arguments).access))
    }),
    declared("getClassFileVersion0", "", CONSTANT, |machine, _, arguments| {
        Ok(this(machine, arguments).file.as_ref().map_or(61, |file| u64::from(file.major)))
    }),
    declared("initClassName", "", TABLES, |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        let mut name = machine.external_name(class);
        if machine.library.class(class).hidden {
            name = format!("{name}/0x{:016x}", machine.class_hash(class));
        }
        let name = machine.intern_text(thread, &name)?;
        machine.heap.set_field(Ref::from_slot(arguments[0]), machine.core.class_name, name.slot());
        Ok(name.slot())
    }),
    declared("forName0", "", TABLES, for_name),
    declared("getDeclaringClass0", "", CONSTANT, |machine, thread, arguments| {
        match inner_class(machine, thread, arguments)? {
            Some((outer, _, _)) if outer != 0 => {
                let class = machine.mirrored(Ref::from_slot(arguments[0]));
                let outer = machine.class_at(thread, class, outer)?;
                let (own, declaring) = (machine.external_name(class), machine.external_name(outer));
                let library = Rc::clone(&machine.library);
                if !is_member(&library, outer, library.class_name(class)) {
                    let text = format!("{declaring} and {own} disagree on InnerClasses attribute");
                    return Err(machine.throw(thread, "java/lang/IncompatibleClassChangeError", &text));
                }
                Ok(machine.mirror(thread, outer)?.slot())
            }
            _ => Ok(0),
        }
    }),
    declared("getSimpleBinaryName0", "", CONSTANT, |machine, thread, arguments| {
        match inner_class(machine, thread, arguments)? {
            Some((_, name, _)) if name != 0 => text_constant(machine, thread, arguments, name),
            _ => Ok(0),
        }
    }),
    declared("getEnclosingMethod0", "", MAKES, enclosing_method),
    declared("getGenericSignature0", "", CONSTANT, |machine, thread, arguments| {
        let class = this(machine, arguments);
        let index = class
            .file
            .as_ref()
            .and_then(|file| file.class_attribute("Signature"))
            .and_then(|mut reader| reader.u16().ok());
        match index {
            Some(index) => text_constant(machine, thread, arguments, index),
            None => Ok(0),
        }
    }),
    declared("getRawAnnotations", "", MAKES, |machine, thread, arguments| {
        attribute(machine, thread, arguments, "RuntimeVisibleAnnotations")
    }),
    declared("getRawTypeAnnotations", "", MAKES, |machine, thread, arguments| {
        attribute(machine, thread, arguments, "RuntimeVisibleTypeAnnotations")
    }),
    declared("getConstantPool", "", MAKES, |machine, thread, arguments| {
        let class = machine.load_class(thread, LoaderId::BOOT, "jdk/internal/reflect/ConstantPool")?;
        machine.initialize_now(thread, class)?;
        let pool = machine.new_instance(thread, class)?;
        machine.set(pool, "constantPoolOop", arguments[0]);
        Ok(pool.slot())
    }),
    declared("getDeclaredFields0", "", MAKES, declared_fields),
    declared("getDeclaredMethods0", "", MAKES, |machine, thread, arguments| {
        declared_methods(machine, thread, arguments, false)
    }),
    declared("getDeclaredConstructors0", "", MAKES, |machine, thread, arguments| {
        declared_methods(machine, thread, arguments, true)
    }),
    declared("getDeclaredClasses0", "", MAKES, declared_classes),
    declared("getRecordComponents0", "", MAKES, record_components),
    declared("getNestHost0", "", CONSTANT, |machine, thread, arguments| {
        let host = machine.nest_host(thread, machine.mirrored(Ref::from_slot(arguments[0])))?;
        Ok(machine.mirror(thread, host)?.slot())
    }),
    declared("getNestMembers0", "", MAKES, nest_members),
    declared("getPermittedSubclasses0", "", MAKES, |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        match class_list(machine, thread, class, "PermittedSubclasses")? {
            Some(list) => mirrors(machine, thread, &list),
            None => Ok(0),
        }
    }),
    declared("getSigners", "", CONSTANT, nothing),
    declared("setSigners", "", COMPUTES, nothing),
    declared("getProtectionDomain0", "", CONSTANT, nothing),
];

fn this<'a>(machine: &'a Machine, arguments: &[u64]) -> &'a Class {
    machine.library.class(machine.mirrored(Ref::from_slot(arguments[0])))
}

fn mirrors(machine: &mut Machine, thread: &mut Thread, classes: &[ClassId]) -> Result<u64, Trap> {
    let mut objects = Vec::with_capacity(classes.len());
    for class in classes {
        objects.push(machine.mirror(thread, *class)?);
    }
    Ok(machine.new_reference_array(thread, machine.core.class_array, &objects)?.slot())
}

/// What `Class.getModifiers` gives.
pub fn modifiers(machine: &Machine, arguments: &[u64]) -> u64 {
    let class = this(machine, arguments);
    let mut element = class;
    while let ClassShape::ReferenceArray(component) = element.shape {
        element = machine.library.class(component);
    }
    // Inner classes say what they are in an attribute of their own.
    let inner = element.file.as_ref().and_then(|file| {
        let mut reader = file.class_attribute("InnerClasses")?;
        for _ in 0..reader.u16().ok()? {
            let (inner, _, _, flags) =
                (reader.u16().ok()?, reader.u16().ok()?, reader.u16().ok()?, reader.u16().ok()?);
            if file.class_name(inner).is_ok_and(|name| name == machine.library.text(element.name)) {
                return Some(flags);
            }
        }
        None
    });
    let flags = inner.unwrap_or(element.access) & !access::SYNCHRONIZED;
    if class.is_array() {
        return u64::from(
            (flags & (access::PUBLIC | access::PRIVATE | access::PROTECTED))
                | access::FINAL
                | access::ABSTRACT,
        );
    }
    u64::from(flags)
}

/// Whether a class says that a class of this name is inside of it.
fn is_member(library: &Library, outer: ClassId, inner_name: &str) -> bool {
    let class = library.class(outer);
    let members = class.file.as_ref().and_then(|file| {
        let mut reader = file.class_attribute("InnerClasses")?;
        for _ in 0..reader.u16().ok()? {
            let (inner, outer) = (reader.u16().ok()?, reader.u16().ok()?);
            reader.skip(4).ok()?;
            let is_inner = file.class_name(inner).is_ok_and(|name| name == inner_name);
            if is_inner && file.class_name(outer).is_ok_and(|name| name == library.text(class.name)) {
                return Some(());
            }
        }
        None
    });
    members.is_some()
}

/// Outer class, simple name and flags from the entry for this class.
fn inner_class(
    machine: &mut Machine,
    _thread: &mut Thread,
    arguments: &[u64],
) -> Result<Option<(u16, u16, u16)>, Trap> {
    let class = this(machine, arguments);
    let Some(file) = &class.file else { return Ok(None) };
    let found = (|| {
        let mut reader = file.class_attribute("InnerClasses")?;
        for _ in 0..reader.u16().ok()? {
            let (inner, outer, name, flags) =
                (reader.u16().ok()?, reader.u16().ok()?, reader.u16().ok()?, reader.u16().ok()?);
            if file.class_name(inner).is_ok_and(|text| text == machine.library.text(class.name)) {
                return Some((outer, name, flags));
            }
        }
        None
    })();
    Ok(found)
}

fn text_constant(
    machine: &mut Machine,
    thread: &mut Thread,
    arguments: &[u64],
    index: u16,
) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let class = library.class(machine.mirrored(Ref::from_slot(arguments[0])));
    match class.file.as_ref().and_then(|file| file.text(index).ok()) {
        Some(text) => Ok(machine.intern_text(thread, &text)?.slot()),
        None => Ok(0),
    }
}

fn attribute(machine: &mut Machine, thread: &mut Thread, arguments: &[u64], name: &str) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let class = library.class(machine.mirrored(Ref::from_slot(arguments[0])));
    match class.file.as_ref().and_then(|file| file.attribute_bytes(&file.attributes, name)) {
        Some(bytes) => Ok(machine.new_byte_array(thread, bytes)?.slot()),
        None => Ok(0),
    }
}

fn for_name(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?;
    let initialize = arguments[1] as u32 != 0;
    let loader = machine.loader_of_object(Ref::from_slot(arguments[2]));
    if name.contains('/') {
        return Err(machine.throw(thread, "java/lang/ClassNotFoundException", &name));
    }
    let internal = name.replace('.', "/");
    let library = Rc::clone(&machine.library);
    let class = if loader <= LoaderId::APPLICATION
        || library.known(&machine.made, loader, &internal).is_some()
    {
        match library.load_for(&machine.made, loader, &internal) {
            Ok(class) => class,
            Err(LoadError::NotFound(_)) => {
                return Err(machine.throw(thread, "java/lang/ClassNotFoundException", &name));
            }
            Err(error) => {
                return Err(machine.load_failure(thread, error, "java/lang/ClassNotFoundException"));
            }
        }
    } else {
        match machine.load_class(thread, loader, &internal) {
            Ok(class) => class,
            Err(Trap::Throw(exception)) => {
                let cause = machine.heap.reference(exception, machine.core.throwable_cause);
                let thrown = library.class_name(machine.heap.class_of(exception));
                return Err(
                    if thrown == "java/lang/NoClassDefFoundError" && !cause.is_null() && cause != exception {
                        Trap::Throw(cause)
                    } else {
                        Trap::Throw(exception)
                    },
                );
            }
            Err(other) => return Err(other),
        }
    };
    if initialize {
        machine.ensure_initialized(thread, class)?;
    }
    Ok(machine.mirror(thread, class)?.slot())
}

fn enclosing_method(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let id = machine.mirrored(Ref::from_slot(arguments[0]));
    let class = library.class(id);
    let Some(file) = &class.file else { return Ok(0) };
    let Some(mut reader) = file.class_attribute("EnclosingMethod") else { return Ok(0) };
    let (Ok(outer), Ok(method)) = (reader.u16(), reader.u16()) else { return Ok(0) };
    let outer = machine.class_at(thread, id, outer)?;
    let mut parts = vec![machine.mirror(thread, outer)?, Ref::NULL, Ref::NULL];
    if method != 0 {
        let (name, descriptor) = machine.name_and_type_at(id, method)?;
        parts[1] = machine.intern_text(thread, library.text(name))?;
        parts[2] = machine.intern_text(thread, library.text(descriptor))?;
    }
    Ok(machine.new_reference_array(thread, machine.core.object_array, &parts)?.slot())
}

fn optional_bytes(machine: &mut Machine, thread: &mut Thread, bytes: Option<&[u8]>) -> Result<u64, Trap> {
    match bytes {
        Some(bytes) => Ok(machine.new_byte_array(thread, bytes)?.slot()),
        None => Ok(0),
    }
}

fn declared_fields(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let id = machine.mirrored(Ref::from_slot(arguments[0]));
    let class = library.class(id);
    let only_public = arguments[1] as u32 != 0;
    let field_class = machine.load_class(thread, LoaderId::BOOT, "java/lang/reflect/Field")?;
    machine.initialize_now(thread, field_class)?;
    let mut objects = Vec::new();
    for (index, field) in class.fields.iter().enumerate() {
        if only_public && field.access & access::PUBLIC == 0 {
            continue;
        }
        let file = class.expect_file();
        let member = &file.fields[index];
        let object = machine.new_instance(thread, field_class)?;
        let name = machine.intern_text(thread, library.text(field.name))?;
        let field_type = machine.mirror_of_descriptor(thread, id, library.text(field.descriptor))?;
        machine.set(object, "clazz", arguments[0]);
        machine.set(object, "slot", index as u64);
        machine.set(object, "name", name.slot());
        machine.set(object, "type", field_type.slot());
        machine.set(object, "modifiers", u64::from(field.access));
        machine.set(
            object,
            "trustedFinal",
            u64::from(
                field.access & access::FINAL != 0
                    && (field.is_static() || class.hidden || file.class_attribute("Record").is_some()),
            ),
        );
        if let Some(signature) = file
            .attribute_bytes(&member.attributes, "Signature")
            .and_then(|bytes| Reader::new(bytes).u16().ok())
        {
            let text = file.text(signature).unwrap_or_default().into_owned();
            let text = machine.intern_text(thread, &text)?;
            machine.set(object, "signature", text.slot());
        }
        let annotations = optional_bytes(
            machine,
            thread,
            file.attribute_bytes(&member.attributes, "RuntimeVisibleAnnotations"),
        )?;
        machine.set(object, "annotations", annotations);
        objects.push(object);
    }
    let array = library.array_of(field_class);
    Ok(machine.new_reference_array(thread, array, &objects)?.slot())
}

fn declared_methods(
    machine: &mut Machine,
    thread: &mut Thread,
    arguments: &[u64],
    constructors: bool,
) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let id = machine.mirrored(Ref::from_slot(arguments[0]));
    let class = library.class(id);
    let only_public = arguments[1] as u32 != 0;
    let name = if constructors { "java/lang/reflect/Constructor" } else { "java/lang/reflect/Method" };
    let member_class = machine.load_class(thread, LoaderId::BOOT, name)?;
    machine.initialize_now(thread, member_class)?;
    let mut objects = Vec::new();
    for method in class.methods.iter().map(|method| library.method(*method)) {
        if (method.name == library.known.constructor) != constructors
            || method.name == library.known.initializer
            || (only_public && method.access & access::PUBLIC == 0)
        {
            continue;
        }
        objects.push(reflect_method(machine, thread, method)?);
    }
    let array = library.array_of(member_class);
    Ok(machine.new_reference_array(thread, array, &objects)?.slot())
}

/// The `Method` or `Constructor` of a method.
pub fn reflect_method(machine: &mut Machine, thread: &mut Thread, method: &Method) -> Result<Ref, Trap> {
    let library = Rc::clone(&machine.library);
    let class = library.class(method.class);
    let file = class.expect_file();
    let member = &file.methods[usize::from(method.index)];
    let is_constructor = method.name == library.known.constructor;
    let name = if is_constructor { "java/lang/reflect/Constructor" } else { "java/lang/reflect/Method" };
    let member_class = machine.load_class(thread, LoaderId::BOOT, name)?;
    machine.initialize_now(thread, member_class)?;
    let object = machine.new_instance(thread, member_class)?;
    let Ok(shape) = parse_method(library.text(method.descriptor)) else { return Ok(object) };
    let mut parameters = Vec::new();
    for parameter in &shape.parameters {
        parameters.push(machine.mirror_of_descriptor(thread, method.class, parameter)?);
    }
    let parameters = machine.new_reference_array(thread, machine.core.class_array, &parameters)?;
    let mut exceptions = Vec::new();
    if let Some(bytes) = file.attribute_bytes(&member.attributes, "Exceptions") {
        let mut reader = Reader::new(bytes);
        for _ in 0..reader.u16().unwrap_or(0) {
            let Ok(index) = reader.u16() else { break };
            let exception = machine.class_at(thread, method.class, index)?;
            exceptions.push(machine.mirror(thread, exception)?);
        }
    }
    let exceptions = machine.new_reference_array(thread, machine.core.class_array, &exceptions)?;
    let mirror = machine.mirror(thread, method.class)?;
    machine.set(object, "clazz", mirror.slot());
    machine.set(object, "slot", u64::from(method.index));
    machine.set(object, "parameterTypes", parameters.slot());
    machine.set(object, "exceptionTypes", exceptions.slot());
    machine.set(object, "modifiers", u64::from(method.access));
    if !is_constructor {
        let name = machine.intern_text(thread, library.text(method.name))?;
        let result = machine.mirror_of_descriptor(thread, method.class, shape.result)?;
        machine.set(object, "name", name.slot());
        machine.set(object, "returnType", result.slot());
        let default =
            optional_bytes(machine, thread, file.attribute_bytes(&member.attributes, "AnnotationDefault"))?;
        machine.set(object, "annotationDefault", default);
    }
    if let Some(signature) =
        file.attribute_bytes(&member.attributes, "Signature").and_then(|bytes| Reader::new(bytes).u16().ok())
    {
        let text = file.text(signature).unwrap_or_default().into_owned();
        let text = machine.intern_text(thread, &text)?;
        machine.set(object, "signature", text.slot());
    }
    let annotations = optional_bytes(
        machine,
        thread,
        file.attribute_bytes(&member.attributes, "RuntimeVisibleAnnotations"),
    )?;
    machine.set(object, "annotations", annotations);
    let of_parameters = optional_bytes(
        machine,
        thread,
        file.attribute_bytes(&member.attributes, "RuntimeVisibleParameterAnnotations"),
    )?;
    machine.set(object, "parameterAnnotations", of_parameters);
    Ok(object)
}

fn declared_classes(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let id = machine.mirrored(Ref::from_slot(arguments[0]));
    let class = library.class(id);
    let mut found = Vec::new();
    if let Some(file) = &class.file
        && let Some(mut reader) = file.class_attribute("InnerClasses")
    {
        for _ in 0..reader.u16().unwrap_or(0) {
            let (Ok(inner), Ok(outer), Ok(_), Ok(_)) =
                (reader.u16(), reader.u16(), reader.u16(), reader.u16())
            else {
                break;
            };
            if outer != 0 && file.class_name(outer).is_ok_and(|name| name == library.text(class.name)) {
                found.push(machine.class_at(thread, id, inner)?);
            }
        }
    }
    mirrors(machine, thread, &found)
}

fn record_components(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let id = machine.mirrored(Ref::from_slot(arguments[0]));
    let class = library.class(id);
    let component_class = machine.load_class(thread, LoaderId::BOOT, "java/lang/reflect/RecordComponent")?;
    machine.initialize_now(thread, component_class)?;
    let mut objects = Vec::new();
    let file = class.expect_file();
    if let Some(mut reader) = file.class_attribute("Record") {
        for _ in 0..reader.u16().unwrap_or(0) {
            let (Ok(name), Ok(descriptor), Ok(attributes)) = (reader.u16(), reader.u16(), reader.u16())
            else {
                break;
            };
            let object = machine.new_instance(thread, component_class)?;
            let name = file.text(name).unwrap_or_default().into_owned();
            let descriptor = file.text(descriptor).unwrap_or_default().into_owned();
            for _ in 0..attributes {
                let (Ok(attribute), Ok(length)) = (reader.u16(), reader.u32()) else { break };
                let Ok(content) = reader.take(length as usize) else { break };
                match file.text(attribute).unwrap_or_default().as_ref() {
                    "Signature" => {
                        let index = Reader::new(content).u16().unwrap_or(0);
                        let text = file.text(index).unwrap_or_default().into_owned();
                        let text = machine.intern_text(thread, &text)?;
                        machine.set(object, "signature", text.slot());
                    }
                    "RuntimeVisibleAnnotations" => {
                        let bytes = machine.new_byte_array(thread, content)?;
                        machine.set(object, "annotations", bytes.slot());
                    }
                    _ => {}
                }
            }
            let component_type = machine.mirror_of_descriptor(thread, id, &descriptor)?;
            let text = machine.intern_text(thread, &name)?;
            machine.set(object, "clazz", arguments[0]);
            machine.set(object, "name", text.slot());
            machine.set(object, "type", component_type.slot());
            if let Some(accessor) = library.declared_method(id, &name, &format!("(){descriptor}")) {
                let accessor = reflect_method(machine, thread, accessor)?;
                machine.set(object, "accessor", accessor.slot());
            }
            objects.push(object);
        }
    }
    let array = library.array_of(component_class);
    Ok(machine.new_reference_array(thread, array, &objects)?.slot())
}

fn class_list(
    machine: &mut Machine,
    thread: &mut Thread,
    id: ClassId,
    attribute: &str,
) -> Result<Option<Vec<ClassId>>, Trap> {
    let library = Rc::clone(&machine.library);
    let Some(file) = &library.class(id).file else { return Ok(None) };
    let Some(mut reader) = file.class_attribute(attribute) else { return Ok(None) };
    let mut list = Vec::new();
    for _ in 0..reader.u16().unwrap_or(0) {
        let Ok(index) = reader.u16() else { break };
        if matches!(file.constant(index), Ok(Constant::Class(_))) {
            list.push(machine.class_at(thread, id, index)?);
        }
    }
    Ok(Some(list))
}

fn nest_members(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let host = machine.nest_host(thread, machine.mirrored(Ref::from_slot(arguments[0])))?;
    let mut members = vec![host];
    members.extend(class_list(machine, thread, host, "NestMembers")?.unwrap_or_default());
    mirrors(machine, thread, &members)
}
