//! The methods of records: `toString`, `hashCode` and `equals`, as `ObjectMethods` specifies them.

use super::Bootstrap;
use crate::classes::class_file::{Constant, access};
use crate::classes::descriptor::{Kind, class_of_descriptor};
use crate::code::assemble::{ClassBuilder, CodeBuilder};
use crate::library::MethodId;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

const STRING_BUILDER: &str = "java/lang/StringBuilder";
const GET_FIELD: u8 = 1;

impl Machine {
    /// Makes a method of a record; `None` where the bootstrap is used in another way.
    pub(crate) fn link_record_method(
        &mut self,
        thread: &mut Thread,
        bootstrap: &Bootstrap,
    ) -> Result<Option<MethodId>, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(bootstrap.caller).expect_file();
        let Some(Ok(Constant::Class(_))) = bootstrap.arguments.first().map(|index| file.constant(*index))
        else {
            return Ok(None);
        };
        let record = self.class_at(thread, bootstrap.caller, bootstrap.arguments[0])?;
        let names = match bootstrap.arguments.get(1).map(|index| file.constant(*index)) {
            Some(Ok(Constant::String(text))) => file.text(text).unwrap_or_default(),
            _ => return Ok(None),
        };
        let owner = library.class_name(record).to_owned();
        let descriptor = match bootstrap.name.as_str() {
            "toString" => format!("(L{owner};)Ljava/lang/String;"),
            "hashCode" => format!("(L{owner};)I"),
            _ => format!("(L{owner};Ljava/lang/Object;)Z"),
        };
        let mut fields: Vec<(String, String)> = Vec::new();
        for index in bootstrap.arguments.iter().skip(2) {
            let Ok(Constant::MethodHandle(..)) = file.constant(*index) else { return Ok(None) };
            let handle = self.handle_at(thread, bootstrap.caller, *index)?;
            let (name, type_name) = (library.symbol(&handle.name), library.symbol(&handle.descriptor));
            let mut own = library.class(record).fields.iter().filter(|field| !field.is_static());
            let is_own = own.any(|field| field.name == name && field.descriptor == type_name);
            if handle.kind != GET_FIELD || handle.owner != owner || !is_own {
                return Ok(None);
            }
            fields.push((handle.name, handle.descriptor));
        }
        let named: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        if bootstrap.descriptor != descriptor || record != bootstrap.caller || names != named.join(";") {
            return Ok(None);
        }
        let name = self.made_name(thread, bootstrap.caller, "Record");
        let mut builder = ClassBuilder::new(&name, "java/lang/Object", &[]);
        let owner_index = builder.class(&owner);
        let code = match bootstrap.name.as_str() {
            "toString" => write_to_string(&mut builder, &owner, &fields),
            "hashCode" => write_hash_code(&mut builder, &owner, &fields),
            "equals" => write_equals(&mut builder, &owner, &fields),
            _ => return Ok(None),
        };
        builder.method(access::PUBLIC | access::STATIC, &bootstrap.name, &bootstrap.descriptor, code);
        let class = self.define_made(thread, bootstrap.caller, builder, &[(owner_index, record)])?;
        Ok(library.declared_method(class, &bootstrap.name, &bootstrap.descriptor).map(|method| method.id))
    }
}

fn write_to_string(builder: &mut ClassBuilder, owner: &str, fields: &[(String, String)]) -> CodeBuilder {
    let mut code = CodeBuilder::new(8, 1);
    let class = builder.class(STRING_BUILDER);
    let constructor = builder.member(10, STRING_BUILDER, "<init>", "()V");
    code.op16(187, class).op(89).op16(183, constructor);
    let append_string =
        builder.member(10, STRING_BUILDER, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;");
    let owner_class = builder.class(owner);
    let simple_name = builder.member(10, "java/lang/Class", "getSimpleName", "()Ljava/lang/String;");
    code.op16(19, owner_class).op16(182, simple_name).op16(182, append_string);
    for (index, (name, descriptor)) in fields.iter().enumerate() {
        let before = format!("{}{name}=", if index == 0 { "[" } else { ", " });
        let text = builder.string(&before);
        code.op16(19, text).op16(182, append_string);
        let field = builder.member(9, owner, name, descriptor);
        code.load(Kind::Reference, 0).op16(180, field);
        let appended = match Kind::of(descriptor) {
            Kind::Byte | Kind::Short | Kind::Int => "I",
            Kind::Reference => "Ljava/lang/Object;",
            _ => descriptor,
        };
        let append =
            builder.member(10, STRING_BUILDER, "append", &format!("({appended})Ljava/lang/StringBuilder;"));
        code.op16(182, append);
    }
    let end = builder.string(if fields.is_empty() { "[]" } else { "]" });
    let finish = builder.member(10, STRING_BUILDER, "toString", "()Ljava/lang/String;");
    code.op16(19, end).op16(182, append_string).op16(182, finish).op(176);
    code
}

/// The class that knows how a kind is hashed and compared.
fn box_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Int => "java/lang/Integer",
        Kind::Long => "java/lang/Long",
        Kind::Float => "java/lang/Float",
        Kind::Double => "java/lang/Double",
        _ => "java/util/Objects",
    }
}

fn write_hash_code(builder: &mut ClassBuilder, owner: &str, fields: &[(String, String)]) -> CodeBuilder {
    let mut code = CodeBuilder::new(8, 1);
    code.op(3);
    for (name, descriptor) in fields {
        let kind = Kind::of(descriptor);
        let field = builder.member(9, owner, name, descriptor);
        // result * 31 + hash(component)
        code.op16(17, 31).op(104).load(Kind::Reference, 0).op16(180, field);
        let parameter = if kind == Kind::Reference { "Ljava/lang/Object;" } else { descriptor };
        let hash = builder.member(10, box_of(kind), "hashCode", &format!("({parameter})I"));
        code.op16(184, hash).op(96);
    }
    code.op(172);
    code
}

fn write_equals(builder: &mut ClassBuilder, owner: &str, fields: &[(String, String)]) -> CodeBuilder {
    let mut code = CodeBuilder::new(8, 2);
    let owner_class = builder.class(class_of_descriptor(owner));
    let mut failures = Vec::new();
    code.load(Kind::Reference, 1).op16(193, owner_class);
    failures.push(code.here());
    code.op16(153, 0);
    for (name, descriptor) in fields {
        let kind = Kind::of(descriptor);
        let field = builder.member(9, owner, name, descriptor);
        code.load(Kind::Reference, 0).op16(180, field);
        code.load(Kind::Reference, 1).op16(192, owner_class).op16(180, field);
        let jump_if_different = if kind == Kind::Reference {
            let equals =
                builder.member(10, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
            code.op16(184, equals);
            153
        } else {
            let compare =
                builder.member(10, box_of(kind), "compare", &format!("({descriptor}{descriptor})I"));
            code.op16(184, compare);
            154
        };
        failures.push(code.here());
        code.op16(jump_if_different, 0);
    }
    code.op(4).op(172);
    for failure in failures {
        code.patch(failure);
    }
    code.op(3).op(172);
    code
}
