//! Lambdas and method references: a class that keeps what was captured and calls the implementation, with the
//! conversions that `LambdaMetafactory` specifies between the types of the interface and of the implementation.

use super::{Bootstrap, HandleConstant};
use crate::classes::class_file::{Constant, access};
use crate::classes::descriptor::{Kind, MethodShape, class_of_descriptor, parse_method};
use crate::code::assemble::{ClassBuilder, CodeBuilder};
use crate::library::MethodId;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

pub(super) const INVOKE_VIRTUAL: u8 = 5;
pub(super) const INVOKE_STATIC: u8 = 6;
const INVOKE_SPECIAL: u8 = 7;
pub(super) const NEW_INVOKE_SPECIAL: u8 = 8;
pub(super) const INVOKE_INTERFACE: u8 = 9;

/// What the class of a lambda needs to know.
struct Lambda {
    /// The implementation.
    implementation: HandleConstant,
    /// The types of the captured values.
    captured: Vec<String>,
    /// The type that the call has after generics are filled in.
    instantiated: String,
}

impl Machine {
    /// Makes the factory method of a lambda; `None` where an argument is not as javac writes it.
    pub(crate) fn link_lambda(
        &mut self,
        thread: &mut Thread,
        bootstrap: &Bootstrap,
    ) -> Result<Option<MethodId>, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(bootstrap.caller).expect_file();
        let Ok(factory) = parse_method(&bootstrap.descriptor) else { return Ok(None) };
        let method_type = |index: usize| -> Option<String> {
            match file.constant(*bootstrap.arguments.get(index)?).ok()? {
                Constant::MethodType(text) => file.text(text).ok().map(|text| text.into_owned()),
                _ => None,
            }
        };
        let (Some(erased), Some(instantiated)) = (method_type(0), method_type(2)) else { return Ok(None) };
        let Some(Ok(Constant::MethodHandle(..))) =
            bootstrap.arguments.get(1).map(|index| file.constant(*index))
        else {
            return Ok(None);
        };
        let implementation = self.handle_at(thread, bootstrap.caller, bootstrap.arguments[1])?;
        if !(INVOKE_VIRTUAL..=INVOKE_INTERFACE).contains(&implementation.kind) {
            return Ok(None);
        }
        let interface = class_of_descriptor(factory.result).to_owned();
        let mut interfaces = vec![interface];
        let mut descriptors = vec![erased];
        if bootstrap.method == "altMetafactory"
            && self.read_extras(thread, bootstrap, &mut interfaces, &mut descriptors)?.is_none()
        {
            return Ok(None);
        }
        let is_plain =
            self.is_plain_lambda(thread, bootstrap, &implementation, &descriptors, &instantiated)?;
        if !is_plain || bootstrap.method == "metafactory" && bootstrap.arguments.len() != 3 {
            return Ok(None);
        }
        let owner = self.class_at(thread, bootstrap.caller, implementation.class_index)?;
        let name = self.made_name(thread, bootstrap.caller, "Lambda");
        let interface_names: Vec<&str> = interfaces.iter().map(String::as_str).collect();
        let mut builder = ClassBuilder::new(&name, "java/lang/Object", &interface_names);
        let owner_index = builder.class(&implementation.owner);
        let lambda = Lambda {
            implementation,
            captured: factory.parameters.iter().map(|parameter| (*parameter).to_owned()).collect(),
            instantiated,
        };
        write_constructor(&mut builder, &name, &lambda);
        write_factory(&mut builder, &name, &bootstrap.descriptor, &factory, &lambda);
        let mut written: Vec<String> = Vec::new();
        for descriptor in descriptors {
            if written.contains(&descriptor) {
                continue;
            }
            let Some(code) = write_call(&mut builder, &name, &descriptor, &lambda) else { return Ok(None) };
            builder.method(access::PUBLIC, &bootstrap.name, &descriptor, code);
            written.push(descriptor);
        }
        let class = self.define_made(thread, bootstrap.caller, builder, &[(owner_index, owner)])?;
        Ok(library.declared_method(class, "make", &bootstrap.descriptor).map(|method| method.id))
    }

    /// The flags, markers and bridges of `altMetafactory`.
    fn read_extras(
        &mut self,
        thread: &mut Thread,
        bootstrap: &Bootstrap,
        interfaces: &mut Vec<String>,
        descriptors: &mut Vec<String>,
    ) -> Result<Option<()>, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(bootstrap.caller).expect_file();
        let mut rest = bootstrap.arguments.iter().skip(3);
        let mut number = || match rest.next().map(|index| file.constant(*index)) {
            Some(Ok(Constant::Integer(value))) => Some(value),
            _ => None,
        };
        let Some(flags) = number() else { return Ok(None) };
        if flags & SERIALIZABLE != 0 {
            interfaces.push("java/io/Serializable".to_owned());
        }
        if flags & MARKERS != 0 {
            let Some(count) = number() else { return Ok(None) };
            for _ in 0..count {
                let Some(index) = rest.next() else { return Ok(None) };
                let class = self.class_at(thread, bootstrap.caller, *index)?;
                interfaces.push(library.class_name(class).to_owned());
            }
        }
        if flags & BRIDGES != 0 {
            let Some(Ok(Constant::Integer(count))) = rest.next().map(|index| file.constant(*index)) else {
                return Ok(None);
            };
            for _ in 0..count {
                match rest.next().map(|index| file.constant(*index)) {
                    Some(Ok(Constant::MethodType(text))) => {
                        descriptors.push(file.text(text).map(|text| text.into_owned()).unwrap_or_default());
                    }
                    _ => return Ok(None),
                }
            }
        }
        let mut seen: Vec<String> = Vec::new();
        interfaces.retain(|interface| {
            let is_new = !seen.contains(interface);
            seen.push(interface.clone());
            is_new
        });
        Ok(Some(()))
    }
}

fn write_constructor(builder: &mut ClassBuilder, name: &str, lambda: &Lambda) {
    let slots: usize = lambda.captured.iter().map(|captured| Kind::of(captured).slots()).sum();
    let mut code = CodeBuilder::new(4, slots as u16 + 1);
    let super_constructor = builder.member(10, "java/lang/Object", "<init>", "()V");
    code.load(Kind::Reference, 0).op16(183, super_constructor);
    let mut local = 1;
    for (index, captured) in lambda.captured.iter().enumerate() {
        let field_name = format!("captured{index}");
        builder.field(access::PRIVATE | access::FINAL, &field_name, captured);
        let field = builder.member(9, name, &field_name, captured);
        code.load(Kind::Reference, 0).load(Kind::of(captured), local).op16(181, field);
        local += Kind::of(captured).slots() as u16;
    }
    code.op(177);
    let descriptor = format!("({})V", lambda.captured.concat());
    builder.method(access::PRIVATE, "<init>", &descriptor, code);
}

/// The factory: a new object each time if something is captured, else always the same.
fn write_factory(
    builder: &mut ClassBuilder,
    name: &str,
    descriptor: &str,
    factory: &MethodShape<'_>,
    lambda: &Lambda,
) {
    let class = builder.class(name);
    let constructor = builder.member(10, name, "<init>", &format!("({})V", lambda.captured.concat()));
    let make = |code: &mut CodeBuilder| {
        code.op16(187, class).op(89);
        let mut local = 0;
        for captured in &factory.parameters {
            code.load(Kind::of(captured), local);
            local += Kind::of(captured).slots() as u16;
        }
        code.op16(183, constructor);
    };
    let slots = factory.parameter_slots() as u16;
    let mut code = CodeBuilder::new(slots + 4, slots);
    if lambda.captured.is_empty() {
        let own = format!("L{name};");
        builder.field(access::STATIC | access::FINAL, "INSTANCE", &own);
        let field = builder.member(9, name, "INSTANCE", &own);
        let mut initializer = CodeBuilder::new(4, 0);
        make(&mut initializer);
        initializer.op16(179, field).op(177);
        builder.method(access::STATIC, "<clinit>", "()V", initializer);
        code.op16(178, field).op(176);
    } else {
        make(&mut code);
        code.op(176);
    }
    builder.method(access::PUBLIC | access::STATIC, "make", descriptor, code);
}

fn write_call(
    builder: &mut ClassBuilder,
    name: &str,
    descriptor: &str,
    lambda: &Lambda,
) -> Option<CodeBuilder> {
    let shape = parse_method(descriptor).ok()?;
    let instantiated = parse_method(&lambda.instantiated).ok()?;
    let implementation = parse_method(&lambda.implementation.descriptor).ok()?;
    let kind = lambda.implementation.kind;
    // What the implementation takes, its receiver first.
    let mut targets: Vec<String> = Vec::new();
    let receiver = format!("L{};", lambda.implementation.owner);
    let receiver = if lambda.implementation.owner.starts_with('[') {
        lambda.implementation.owner.clone()
    } else {
        receiver
    };
    if !matches!(kind, INVOKE_STATIC | NEW_INVOKE_SPECIAL) {
        targets.push(receiver);
    }
    targets.extend(implementation.parameters.iter().map(|parameter| (*parameter).to_owned()));
    if targets.len() != lambda.captured.len() + shape.parameters.len()
        || instantiated.parameters.len() != shape.parameters.len()
    {
        return None;
    }
    let slots: usize = targets.iter().map(|target| Kind::of(target).slots()).sum();
    let mut code = CodeBuilder::new(slots as u16 + 6, shape.parameter_slots() as u16 + 1);
    if kind == NEW_INVOKE_SPECIAL {
        let class = builder.class(&lambda.implementation.owner);
        code.op16(187, class).op(89);
    }
    for (index, captured) in lambda.captured.iter().enumerate() {
        let field = builder.member(9, name, &format!("captured{index}"), captured);
        code.load(Kind::Reference, 0).op16(180, field);
        convert(builder, &mut code, captured, captured, &targets[index]);
    }
    let mut local = 1;
    for (index, parameter) in shape.parameters.iter().enumerate() {
        code.load(Kind::of(parameter), local);
        local += Kind::of(parameter).slots() as u16;
        convert(
            builder,
            &mut code,
            parameter,
            instantiated.parameters[index],
            &targets[lambda.captured.len() + index],
        );
    }
    let constant = &lambda.implementation;
    let tag = if constant.is_interface { 11 } else { 10 };
    let member = builder.member(tag, &constant.owner, &constant.name, &constant.descriptor);
    match kind {
        INVOKE_STATIC => code.op16(184, member),
        INVOKE_SPECIAL | NEW_INVOKE_SPECIAL => code.op16(183, member),
        INVOKE_INTERFACE => code.invoke_interface(member, slots as u8),
        _ => code.op16(182, member),
    };
    let result = if kind == NEW_INVOKE_SPECIAL {
        format!("L{};", constant.owner)
    } else {
        implementation.result.to_owned()
    };
    if shape.result == "V" {
        match Kind::of(&result).slots() {
            0 => {}
            1 => {
                code.op(87);
            }
            _ => {
                code.op(88);
            }
        }
    } else {
        convert(builder, &mut code, &result, instantiated.result, shape.result);
    }
    code.return_value(Kind::of(shape.result));
    Some(code)
}

pub(super) fn box_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Int => "java/lang/Integer",
        Kind::Long => "java/lang/Long",
        Kind::Float => "java/lang/Float",
        _ => "java/lang/Double",
    }
}

pub(super) fn unboxed_kind(class: &str) -> Option<Kind> {
    crate::machine::objects::BOX_KINDS.into_iter().find(|kind| box_name(*kind) == class)
}

/// Converts the value on top of the stack; `between` is its type once generics are filled in.
fn convert(builder: &mut ClassBuilder, code: &mut CodeBuilder, from: &str, between: &str, to: &str) {
    let (source, target) = (Kind::of(from), Kind::of(to));
    match (source == Kind::Reference, target == Kind::Reference) {
        (true, true) => {
            if to != "Ljava/lang/Object;" && to != from {
                let class = builder.class(class_of_descriptor(to));
                code.op16(192, class);
            }
        }
        (true, false) => {
            let between_class = class_of_descriptor(between);
            let boxed = unboxed_kind(between_class)
                .or_else(|| unboxed_kind(class_of_descriptor(from)))
                .unwrap_or(target);
            let class = builder.class(box_name(boxed));
            let method = format!("{}Value", boxed.keyword());
            let unbox = builder.member(10, box_name(boxed), &method, &format!("(){}", boxed.letter()));
            code.op16(192, class).op16(182, unbox);
            widen(code, boxed, target);
        }
        (false, true) => {
            // An int result boxed as a wider type is widened first.
            let boxed = unboxed_kind(class_of_descriptor(between))
                .or_else(|| unboxed_kind(class_of_descriptor(to)))
                .unwrap_or(source);
            widen(code, source, boxed);
            let name = box_name(boxed);
            let value_of = builder.member(10, name, "valueOf", &format!("({})L{name};", boxed.letter()));
            code.op16(184, value_of);
        }
        (false, false) => widen(code, source, target),
    }
}

fn widen(code: &mut CodeBuilder, from: Kind, to: Kind) {
    let is_int =
        |kind: Kind| matches!(kind, Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int);
    let opcode = match (from, to) {
        (from, Kind::Long) if is_int(from) => 133,
        (from, Kind::Float) if is_int(from) => 134,
        (from, Kind::Double) if is_int(from) => 135,
        (Kind::Long, Kind::Float) => 137,
        (Kind::Long, Kind::Double) => 138,
        (Kind::Float, Kind::Double) => 141,
        _ => return,
    };
    code.op(opcode);
}
