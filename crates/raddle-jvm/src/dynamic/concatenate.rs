//! String concatenation: a method that appends constants and arguments in order to a `StringBuilder`.

use super::Bootstrap;
use crate::classes::class_file::{Constant, access, decode_modified_utf8};
use crate::classes::descriptor::{Kind, parse_method};
use crate::code::assemble::{ClassBuilder, CodeBuilder};
use crate::library::MethodId;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

const ARGUMENT: char = '\u{1}';
const CONSTANT: char = '\u{2}';
const STRING_BUILDER: &str = "java/lang/StringBuilder";

impl Machine {
    /// Makes the method of a concatenation; `None` where a constant needs the JDK.
    pub(crate) fn link_concatenation(
        &mut self,
        thread: &mut Thread,
        bootstrap: &Bootstrap,
    ) -> Result<Option<MethodId>, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(bootstrap.caller).expect_file();
        let Ok(shape) = parse_method(&bootstrap.descriptor) else { return Ok(None) };
        let text_of = |index: u16| -> Option<String> {
            match file.constant(index).ok()? {
                Constant::String(text) => {
                    String::from_utf16(&decode_modified_utf8(file.utf8(text).ok()?)).ok()
                }
                Constant::Integer(value) => Some(value.to_string()),
                Constant::Long(value) => Some(value.to_string()),
                _ => None,
            }
        };
        let recipe = if bootstrap.method == "makeConcat" {
            ARGUMENT.to_string().repeat(shape.parameters.len())
        } else {
            let first = bootstrap.arguments.first().copied().unwrap_or(0);
            match text_of(first).filter(|_| matches!(file.constant(first), Ok(Constant::String(_)))) {
                Some(recipe) => recipe,
                None => return Ok(None),
            }
        };
        // The recipe takes each argument and each constant once.
        let takes = |mark: char| recipe.chars().filter(|character| *character == mark).count();
        if shape.result != "Ljava/lang/String;"
            || takes(ARGUMENT) != shape.parameters.len()
            || bootstrap.method != "makeConcat" && takes(CONSTANT) + 1 != bootstrap.arguments.len()
            || bootstrap.method == "makeConcat" && !bootstrap.arguments.is_empty()
        {
            return Ok(None);
        }
        let name = self.made_name(thread, bootstrap.caller, "Concat");
        let mut builder = ClassBuilder::new(&name, "java/lang/Object", &[]);
        let locals = shape.parameter_slots() as u16;
        let mut code = CodeBuilder::new(6, locals);
        let class = builder.class(STRING_BUILDER);
        code.op16(187, class).op(89);
        let constructor = builder.member(10, STRING_BUILDER, "<init>", "()V");
        code.op16(183, constructor);
        let mut constants = bootstrap.arguments.iter().skip(1);
        let mut parameters = shape.parameters.iter();
        let mut local = 0;
        let mut literal = String::new();
        let append = |builder: &mut ClassBuilder, code: &mut CodeBuilder, parameter: &str| {
            let descriptor = format!("({parameter})Ljava/lang/StringBuilder;");
            let member = builder.member(10, STRING_BUILDER, "append", &descriptor);
            code.op16(182, member);
        };
        for character in recipe.chars().map(Some).chain([None]) {
            // Constants and plain characters become one literal; it is written before the next argument.
            match character {
                Some(CONSTANT) => {
                    let Some(text) = constants.next().and_then(|index| text_of(*index)) else {
                        return Ok(None);
                    };
                    literal.push_str(&text);
                    continue;
                }
                Some(ARGUMENT) | None => {}
                Some(other) => {
                    literal.push(other);
                    continue;
                }
            }
            if !literal.is_empty() {
                let constant = builder.string(&literal);
                code.op16(19, constant);
                append(&mut builder, &mut code, "Ljava/lang/String;");
                literal.clear();
            }
            if character.is_none() {
                break;
            }
            let Some(parameter) = parameters.next() else { return Ok(None) };
            let kind = Kind::of(parameter);
            code.load(kind, local);
            local += kind.slots() as u16;
            let appended = match kind {
                Kind::Byte | Kind::Short | Kind::Int => "I",
                Kind::Reference if *parameter == "Ljava/lang/String;" => "Ljava/lang/String;",
                Kind::Reference => "Ljava/lang/Object;",
                _ => parameter,
            };
            append(&mut builder, &mut code, appended);
        }
        let finish = builder.member(10, STRING_BUILDER, "toString", "()Ljava/lang/String;");
        code.op16(182, finish).op(176);
        builder.method(access::PUBLIC | access::STATIC, "concat", &bootstrap.descriptor, code);
        let class = self.define_made(thread, bootstrap.caller, builder, &[])?;
        Ok(library.declared_method(class, "concat", &bootstrap.descriptor).map(|method| method.id))
    }
}
