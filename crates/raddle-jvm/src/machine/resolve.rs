//! Resolving constants of the pool in the context of a run: classes, fields, methods, strings. What is resolved is a
//! fact of the library; only references (strings, mirrors, handles) belong to the run.

use super::heap::Ref;
use super::thread::Thread;
use super::{Machine, Trap};
use crate::classes::class_file::{Constant, decode_modified_utf8};
use crate::library::{CallSite, ClassId, Field, LoaderId, Method, MethodId, Resolved, Symbol};
use std::cell::Cell;
use std::rc::Rc;

impl Machine {
    /// A class by name, for a loader. Loaders that the program made are asked in Java.
    pub fn load_class(&mut self, thread: &mut Thread, loader: LoaderId, name: &str) -> Result<ClassId, Trap> {
        let library = Rc::clone(&self.library);
        if let Some(known) = library.loaded(loader, name) {
            return Ok(known);
        }
        if loader <= LoaderId::APPLICATION {
            return match library.load(loader, name) {
                Ok(class) => Ok(class),
                Err(error) => Err(self.load_failure(thread, error, "java/lang/NoClassDefFoundError")),
            };
        }
        if let Some(component) = name.strip_prefix('[') {
            let element = crate::classes::descriptor::class_of_descriptor(component);
            let component = match crate::classes::descriptor::Kind::of(component) {
                crate::classes::descriptor::Kind::Reference => self.load_class(thread, loader, element)?,
                kind => library.primitive(kind),
            };
            return Ok(library.array_of(component));
        }
        let object = self.loader_object(loader);
        let text = self.new_string(thread, &name.replace('/', "."))?;
        let descriptor = "(Ljava/lang/String;)Ljava/lang/Class;";
        match self.call_virtual_now(thread, object, "loadClass", descriptor, &[text.slot()]) {
            Ok(mirror) if mirror != 0 => {
                let class = self.mirrored(Ref::from_slot(mirror));
                library.remember(loader, name, class);
                Ok(class)
            }
            Ok(_) => Err(self.throw(thread, "java/lang/NoClassDefFoundError", name)),
            Err(Trap::Throw(exception)) => {
                let class = library.class_name(self.heap.class_of(exception));
                if class == "java/lang/ClassNotFoundException" {
                    let error = self.new_exception(thread, "java/lang/NoClassDefFoundError", Some(name))?;
                    self.heap.set_field(error, self.core.throwable_cause, exception.slot());
                    return Err(Trap::Throw(error));
                }
                Err(Trap::Throw(exception))
            }
            Err(other) => Err(other),
        }
    }

    /// The class constant of a class's pool.
    pub fn class_at(&mut self, thread: &mut Thread, caller: ClassId, index: u16) -> Result<ClassId, Trap> {
        let library = Rc::clone(&self.library);
        let class = library.class(caller);
        if let Some(Resolved::Class(known)) = class.resolved.borrow().get(&u32::from(index)) {
            return Ok(*known);
        }
        let file = class.expect_file();
        if index == file.this_class {
            return Ok(caller);
        }
        let name = file.class_name(index).map_err(|error| self.bad_constant(caller, &error))?;
        let found = self.load_class(thread, class.loader, &name)?;
        class.resolved.borrow_mut().insert(u32::from(index), Resolved::Class(found));
        Ok(found)
    }

    fn bad_constant(&self, class: ClassId, error: &crate::classes::reader::ClassError) -> Trap {
        Trap::Halt(Box::new(super::Halt::BadInput(format!("{}: {error}", self.library.class_name(class)))))
    }

    /// Class, name and descriptor of a member constant.
    pub fn member_at(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<(ClassId, Symbol, Symbol, bool), Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(caller).expect_file();
        let (class, member, is_interface) = match file.constant(index) {
            Ok(Constant::Field(class, member) | Constant::Method(class, member)) => (class, member, false),
            Ok(Constant::InterfaceMethod(class, member)) => (class, member, true),
            Ok(_) => {
                return Err(self.bad_constant(
                    caller,
                    &crate::classes::reader::ClassError::new(0, format!("constant {index} is no member")),
                ));
            }
            Err(error) => return Err(self.bad_constant(caller, &error)),
        };
        let (name, descriptor) = self.name_and_type_at(caller, member)?;
        let class = self.class_at(thread, caller, class)?;
        Ok((class, name, descriptor, is_interface))
    }

    /// Name and descriptor of a constant.
    pub fn name_and_type_at(&mut self, caller: ClassId, index: u16) -> Result<(Symbol, Symbol), Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(caller).expect_file();
        let parts = file.name_and_type(index).and_then(|(name, descriptor)| {
            Ok((library.symbol(&file.text(name)?), library.symbol(&file.text(descriptor)?)))
        });
        parts.map_err(|error| self.bad_constant(caller, &error))
    }

    /// The field that a constant means.
    pub fn field_at<'a>(
        &mut self,
        thread: &mut Thread,
        library: &'a crate::library::Library,
        caller: ClassId,
        index: u16,
        is_static: bool,
    ) -> Result<&'a Field, Trap> {
        let (class, name, descriptor, _) = self.member_at(thread, caller, index)?;
        let Some(field) = library.find_field(class, name, descriptor) else {
            return Err(self.throw(thread, "java/lang/NoSuchFieldError", library.text(name)));
        };
        if field.is_static() != is_static {
            let kind = if is_static { "static" } else { "non-static" };
            let text = format!(
                "Expected {kind} field {}.{}",
                library.class_name(field.class).replace('/', "."),
                library.text(name)
            );
            return Err(self.throw(thread, "java/lang/IncompatibleClassChangeError", &text));
        }
        Ok(field)
    }

    /// The method that a constant means.
    pub fn method_at<'a>(
        &mut self,
        thread: &mut Thread,
        library: &'a crate::library::Library,
        caller: ClassId,
        index: u16,
        is_static: bool,
    ) -> Result<(&'a Method, Symbol, ClassId), Trap> {
        let (class, name, descriptor, is_interface) = self.member_at(thread, caller, index)?;
        if !is_static
            && (class == self.core.method_handle || class == self.core.var_handle)
            && let Some(method) = library.find_polymorphic(class, name)
        {
            return Ok((method, descriptor, class));
        }
        if is_static
            && class == self.core.method_handle
            && let Some(method) = library.find_polymorphic(class, name)
        {
            return Ok((method, descriptor, class));
        }
        if library.class(class).is_interface() != is_interface {
            let text = format!(
                "Found {} {}, but {} was expected",
                if is_interface { "class" } else { "interface" },
                library.class_name(class).replace('/', "."),
                if is_interface { "interface" } else { "class" }
            );
            return Err(self.throw(thread, "java/lang/IncompatibleClassChangeError", &text));
        }
        let Some(method) = library.find_method(class, name, descriptor) else {
            let text = format!("'{}'", self.describe_signature(class, name, descriptor));
            return Err(self.throw(thread, "java/lang/NoSuchMethodError", &text));
        };
        if method.is_static() != is_static {
            let kind = if is_static { "static" } else { "non-static" };
            let text =
                format!("Expected {kind} method '{}'", self.describe_signature(class, name, descriptor));
            return Err(self.throw(thread, "java/lang/IncompatibleClassChangeError", &text));
        }
        Ok((method, descriptor, class))
    }

    /// `int pkg.Class.name(java.lang.String)`, as HotSpot words it.
    pub fn describe_signature(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> String {
        let text = self.library.text(descriptor);
        let Ok(shape) = crate::classes::descriptor::parse_method(text) else { return text.to_owned() };
        let parameters: Vec<String> = shape.parameters.iter().map(|parameter| java_type(parameter)).collect();
        format!(
            "{} {}.{}({})",
            java_type(shape.result),
            self.library.class_name(class).replace('/', "."),
            self.library.text(name),
            parameters.join(", ")
        )
    }

    /// The number of the machine's resolved reference for a constant of the pool.
    pub fn reference_number(&mut self, caller: ClassId, index: u16) -> u32 {
        let class = self.library.class(caller);
        let mut resolved = class.resolved.borrow_mut();
        // Class constants are resolved to classes; references have keys above all pool indices.
        let key = u32::from(index) | 0x1_0000;
        match resolved.get(&key) {
            Some(Resolved::Reference(number)) => *number,
            _ => {
                let number = self.library.new_resolved();
                resolved.insert(key, Resolved::Reference(number));
                number
            }
        }
    }

    /// The object of a loadable constant that is no number.
    pub fn load_reference_constant(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<Ref, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(caller).expect_file();
        match file.constant(index).map_err(|error| self.bad_constant(caller, &error))? {
            Constant::String(text) => {
                let bytes = file.utf8(text).map_err(|error| self.bad_constant(caller, &error))?;
                let units = decode_modified_utf8(bytes);
                self.intern(thread, &units)
            }
            Constant::Class(_) => {
                let class = self.class_at(thread, caller, index)?;
                self.mirror(thread, class)
            }
            Constant::MethodType(descriptor) => {
                let text =
                    file.text(descriptor).map_err(|error| self.bad_constant(caller, &error))?.into_owned();
                self.method_type(thread, caller, &text)
            }
            Constant::MethodHandle(kind, member) => self.method_handle_constant(thread, caller, kind, member),
            Constant::Dynamic(..) => self.dynamic_constant(thread, caller, index),
            other => Err(self.incomplete(thread, format!("the constant {other:?}"))),
        }
    }

    /// A new call site.
    pub fn new_site(
        &self,
        caller: ClassId,
        constant: u16,
        method: Option<MethodId>,
        argument_slots: u8,
        descriptor: Symbol,
    ) -> u32 {
        self.library.add_site(CallSite {
            caller,
            constant,
            method,
            argument_slots,
            descriptor,
            cached_class: Cell::new(0),
            cached_target: Cell::new(MethodId(0)),
            reference: self.library.new_resolved(),
            linked: Cell::new(None),
        })
    }
}

/// The Java spelling of a field descriptor.
pub fn java_type(descriptor: &str) -> String {
    if let Some(component) = descriptor.strip_prefix('[') {
        return format!("{}[]", java_type(component));
    }
    match crate::classes::descriptor::Kind::of(descriptor) {
        crate::classes::descriptor::Kind::Reference => {
            crate::classes::descriptor::class_of_descriptor(descriptor).replace('/', ".")
        }
        kind => kind.keyword().to_owned(),
    }
}
