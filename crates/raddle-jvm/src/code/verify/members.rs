//! What the verifier demands of fields, methods and constructors that an instruction names: where they may be named, and
//! which objects they may be used on (JVM specification, 4.10.1.8 and 4.10.1.9).

use super::types::Slot;
use super::{State, Verifier};
use crate::classes::class_file::{Constant, access};
use crate::classes::descriptor::{MethodShape, parse_method};
use crate::classes::reader::ClassError;
use crate::library::ClassId;

const PUT_STATIC: u8 = 179;
const GET_FIELD: u8 = 180;
const PUT_FIELD: u8 = 181;
const VIRTUAL: u8 = 182;
const SPECIAL: u8 = 183;
const STATIC: u8 = 184;
const INTERFACE: u8 = 185;
const DYNAMIC: u8 = 186;

/// From this version on, static methods of interfaces can be called.
const STATIC_IN_INTERFACES: u16 = 52;

impl Verifier<'_, '_> {
    /// The class (none for dynamic call sites), the name and the descriptor of a member.
    pub(super) fn member(&self, index: u16) -> Result<(Option<String>, String, String), ClassError> {
        let (class, member) = match self.file.constant(index)? {
            Constant::Field(class, member)
            | Constant::Method(class, member)
            | Constant::InterfaceMethod(class, member) => {
                (Some(self.file.class_name(class)?.into_owned()), member)
            }
            Constant::InvokeDynamic(_, member) | Constant::Dynamic(_, member) => (None, member),
            _ => return Err(ClassError::new(0, "not a member")),
        };
        let (name, descriptor) = self.file.name_and_type(member)?;
        Ok((class, self.file.text(name)?.into_owned(), self.file.text(descriptor)?.into_owned()))
    }

    pub(super) fn field(
        &mut self,
        index: usize,
        opcode: u8,
        constant: u16,
        state: &mut State,
    ) -> Result<(), ClassError> {
        let (class, name, descriptor) = self.member(constant)?;
        let class = class.ok_or_else(|| self.error(index, "not a field"))?;
        if matches!(opcode, PUT_STATIC | PUT_FIELD) {
            self.pop_value(index, state, &descriptor)?;
        }
        if matches!(opcode, GET_FIELD | PUT_FIELD) {
            if self.is_typed() && class.starts_with('[') {
                return Err(self.error(index, "a field of an array"));
            }
            // A constructor may set its own fields before it calls another one.
            let library = self.types.library;
            let own = library.class(self.method.class);
            let is_own = || {
                let (name, descriptor) = (library.symbol(&name), library.symbol(&descriptor));
                let mut fields = own.fields.iter();
                library.text(own.name) == class
                    && fields.any(|field| field.name == name && field.descriptor == descriptor)
            };
            if opcode == PUT_FIELD && state.stack.last() == Some(&Slot::RawThis) && is_own() {
                state.stack.pop();
            } else {
                let object = self.pop_object(index, state, &class)?;
                self.check_protected(index, &class, &name, &descriptor, object)?;
            }
        }
        if !matches!(opcode, PUT_STATIC | PUT_FIELD) {
            self.push(state, &descriptor);
        }
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        index: usize,
        opcode: u8,
        constant: u16,
        state: &mut State,
    ) -> Result<(), ClassError> {
        let (class, name, descriptor) = self.member(constant)?;
        let shape = parse_method(&descriptor)?;
        if self.is_typed() {
            self.check_operands(index, opcode, constant, &shape)?;
        }
        if name.starts_with('<') && (opcode != SPECIAL || name != "<init>" || shape.result != "V") {
            return Err(self.error(index, format!("a call of {name}")));
        }
        for parameter in shape.parameters.iter().rev() {
            self.pop_value(index, state, parameter)?;
        }
        if name == "<init>" {
            return self.construct(index, &class.unwrap_or_default(), &descriptor, state);
        }
        match (opcode, class) {
            (SPECIAL, Some(class)) => {
                if self.is_typed() {
                    self.check_special(index, &class, constant)?;
                }
                let own = self.types.library.class_name(self.method.class);
                self.pop_object(index, state, own)?;
            }
            (STATIC, _) | (_, None) => {}
            (_, Some(class)) => {
                let object = self.pop_object(index, state, &class)?;
                if opcode == VIRTUAL {
                    self.check_protected(index, &class, &name, &descriptor, object)?;
                }
            }
        }
        self.push(state, shape.result);
        Ok(())
    }

    /// The bytes after the constant of a call, and the kind of the constant.
    fn check_operands(
        &self,
        index: usize,
        opcode: u8,
        constant: u16,
        shape: &MethodShape<'_>,
    ) -> Result<(), ClassError> {
        let offset = usize::from(self.code.offsets[index]);
        let byte = |at: usize| self.bytecode.get(offset + at).copied().unwrap_or(0);
        let is_good = match opcode {
            INTERFACE => usize::from(byte(3)) == shape.parameter_slots() + 1 && byte(4) == 0,
            DYNAMIC => byte(3) == 0 && byte(4) == 0,
            SPECIAL | STATIC => {
                self.file.major >= STATIC_IN_INTERFACES
                    || !matches!(self.file.constant(constant)?, Constant::InterfaceMethod(..))
            }
            _ => true,
        };
        if is_good { Ok(()) } else { Err(self.error(index, "a call with the wrong operands")) }
    }

    /// `invokespecial` calls a method of the class itself, of one of its superclasses, or of an interface that it names.
    fn check_special(&mut self, index: usize, class: &str, constant: u16) -> Result<(), ClassError> {
        let library = self.types.library;
        let own = library.class(self.method.class);
        let mut near = own.interfaces.iter().chain(&own.superclass).map(|id| library.class_name(*id));
        if library.text(own.name) == class || near.any(|name| name == class) {
            return Ok(());
        }
        let own_name = library.text(own.name);
        if !self.types.fits(Slot::Object(own.name), class)? {
            return Err(self.error(index, format!("invokespecial of {class}, which {own_name} is not")));
        }
        if matches!(self.file.constant(constant)?, Constant::InterfaceMethod(..)) {
            return Err(
                self.error(index, format!("invokespecial of {class}, which {own_name} does not name"))
            );
        }
        Ok(())
    }

    /// A superclass of the method's class, by its name.
    fn superclass_named(&self, name: &str) -> Option<ClassId> {
        let library = self.types.library;
        let own = library.class(self.method.class);
        let mut above = own.ancestors.iter().copied().filter(|id| *id != own.id);
        above.find(|id| library.class_name(*id) == name)
    }

    /// A protected member of a superclass in another package is for objects of this class only.
    fn check_protected(
        &mut self,
        index: usize,
        class: &str,
        name: &str,
        descriptor: &str,
        object: Slot,
    ) -> Result<(), ClassError> {
        let library = self.types.library;
        let own = library.class(self.method.class);
        if !self.is_typed() || object == Slot::Object(own.name) {
            return Ok(());
        }
        let Some(superclass) = self.superclass_named(class) else { return Ok(()) };
        let (symbol, type_symbol) = (library.symbol(name), library.symbol(descriptor));
        let found = if descriptor.starts_with('(') {
            library.find_method(superclass, symbol, type_symbol).map(|method| (method.access, method.class))
        } else {
            library.find_field(superclass, symbol, type_symbol).map(|field| (field.access, field.class))
        };
        let Some((flags, holder)) = found else { return Ok(()) };
        if flags & access::PROTECTED == 0 || library.same_package(own.id, holder) {
            return Ok(());
        }
        let is_array = matches!(object, Slot::Object(name) if library.text(name).starts_with('['));
        if is_array && name == "clone" && class == "java/lang/Object" {
            return Ok(());
        }
        if !self.types.fits_protected(object, library.text(own.name))? {
            let found = self.describe(object);
            return Err(self.error(index, format!("{name} is protected, and used on {found}")));
        }
        Ok(())
    }

    /// A constructor turns what `new` made into an object, in every slot that holds it.
    fn construct(
        &mut self,
        index: usize,
        class: &str,
        descriptor: &str,
        state: &mut State,
    ) -> Result<(), ClassError> {
        let library = self.types.library;
        let own = library.class(self.method.class);
        let raw = self.take(index, state)?;
        let (is_good, made) = match raw {
            Slot::Raw(new) => {
                let made = self.file.class_name(self.code.instructions[new as usize].get().c as u16)?;
                (made == class, library.symbol(&made))
            }
            Slot::RawThis => {
                let superclass = own.superclass.map(|superclass| library.class_name(superclass));
                (library.text(own.name) == class || superclass == Some(class), own.name)
            }
            _ => (false, library.known.object),
        };
        if !is_good {
            let found = self.describe(raw);
            return Err(self.error(index, format!("the constructor of {class} is called on {found}")));
        }
        if matches!(raw, Slot::Raw(_)) {
            self.check_protected(index, class, "<init>", descriptor, Slot::Object(made))?;
        } else if self.frames.is_some() {
            let mut covering = self.code.handlers.iter().filter(|handler| handler.covers(index));
            if covering.any(|handler| !self.never_returns(handler.target as usize)) {
                return Err(self.error(index, "a handler around a constructor's call of another returns"));
            }
        }
        state.is_raw &= raw != Slot::RawThis;
        for slot in state.locals.iter_mut().chain(&mut state.stack) {
            if *slot == raw {
                *slot = Slot::Object(made);
            }
        }
        Ok(())
    }
}
