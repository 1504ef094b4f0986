//! Resolving constants of the pool in the context of a run: classes, fields, methods, strings. What is resolved is a
//! fact of the library; only references (strings, mirrors, handles) belong to the run.

use super::heap::Ref;
use super::thread::Thread;
use super::{Machine, Trap};
use crate::classes::class_file::{ClassFile, Constant, access, decode_modified_utf8};
use crate::code::instruction::{Instruction, Op};
use crate::library::access::Permission;
use crate::library::{CallSite, ClassId, Field, LoaderId, Method, MethodId, Resolved, Symbol};
use std::cell::Cell;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

impl Machine {
    /// A class by name, for a loader. Loaders that the program made are asked in Java.
    pub fn load_class(&mut self, thread: &mut Thread, loader: LoaderId, name: &str) -> Result<ClassId, Trap> {
        let library = Rc::clone(&self.library);
        if let Some(known) = library.known(&self.made, loader, name) {
            return Ok(known);
        }
        if loader <= LoaderId::APPLICATION {
            return match library.load_for(&self.made, loader, name) {
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
        match self.ask_loader(thread, loader, name) {
            Ok(mirror) if mirror != 0 => {
                let class = self.mirrored(Ref::from_slot(mirror));
                Rc::make_mut(&mut self.made).insert(loader, library.symbol(name), class);
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

    /// Calls a loader's `loadClass`. What is made for that is named by the loader and the class, and does not count among
    /// the thread's own objects: a run that is given what another has linked may ask later, or for less.
    fn ask_loader(&mut self, thread: &mut Thread, loader: LoaderId, name: &str) -> Result<u64, Trap> {
        let object = self.loader_object(loader);
        let mut words = self.spot(object, 0).place.object.to_le_bytes().to_vec();
        words.extend_from_slice(name.as_bytes());
        thread.namers.push((xxh3_64(&words) as u32, 0));
        let descriptor = "(Ljava/lang/String;)Ljava/lang/Class;";
        let answer = match self.new_string(thread, &name.replace('/', ".")) {
            Ok(text) => self.call_virtual_now(thread, object, "loadClass", descriptor, &[text.slot()]),
            Err(trap) => Err(trap),
        };
        thread.namers.pop();
        answer
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
        if !library.may_name(caller, found) {
            let text = format!(
                "class {} cannot access class {}",
                self.external_name(caller),
                self.external_name(found)
            );
            return Err(self.throw(thread, "java/lang/IllegalAccessError", &text));
        }
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

    /// Whether two classes are in one nest.
    pub fn are_nestmates(
        &mut self,
        thread: &mut Thread,
        left: ClassId,
        right: ClassId,
    ) -> Result<bool, Trap> {
        Ok(self.nest_host(thread, left)? == self.nest_host(thread, right)?)
    }

    /// The class that hosts the nest of a class: itself, unless another one of its package agrees to be it.
    pub fn nest_host(&mut self, thread: &mut Thread, id: ClassId) -> Result<ClassId, Trap> {
        let library = Rc::clone(&self.library);
        let class = library.class(id);
        if let Some(host) = class.nest_host.get() {
            return self.nest_host(thread, host);
        }
        let Some(file) = &class.file else { return Ok(id) };
        let Some(index) = file.class_attribute("NestHost").and_then(|mut reader| reader.u16().ok()) else {
            return Ok(id);
        };
        let host = match self.class_at(thread, id, index) {
            Ok(host) => host,
            Err(Trap::Throw(_)) => return Ok(id),
            Err(other) => return Err(other),
        };
        let hosts = |file: &ClassFile| {
            let mut members = file.class_attribute("NestMembers")?;
            let count = members.u16().ok()?;
            let is_named =
                |index: u16| file.class_name(index).is_ok_and(|name| name == library.class_name(id));
            (0..count).any(|_| members.u16().is_ok_and(is_named)).then_some(())
        };
        let is_host =
            library.same_package(id, host) && library.class(host).file.as_ref().and_then(hosts).is_some();
        Ok(if is_host { host } else { id })
    }

    /// Throws if the code of a class may not use a member of another.
    fn check_access(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        named: ClassId,
        holder: ClassId,
        flags: u16,
        name: Symbol,
    ) -> Result<(), Trap> {
        let is_granted = match self.library.may_use(caller, named, holder, flags) {
            Permission::Granted => true,
            Permission::AmongNestmates => self.are_nestmates(thread, caller, holder)?,
            Permission::Denied => false,
        };
        if is_granted {
            return Ok(());
        }
        let text = format!(
            "class {} tried to access {}.{}",
            self.external_name(caller),
            self.external_name(holder),
            self.library.text(name)
        );
        Err(self.throw(thread, "java/lang/IllegalAccessError", &text))
    }

    /// The field that an instruction's constant means.
    pub fn field_at<'a>(
        &mut self,
        thread: &mut Thread,
        library: &'a crate::library::Library,
        caller: ClassId,
        instruction: Instruction,
    ) -> Result<&'a Field, Trap> {
        let index = instruction.c as u16;
        let is_static = matches!(instruction.op, Op::GetStatic | Op::PutStatic);
        let (class, name, descriptor, _) = self.member_at(thread, caller, index)?;
        let Some(field) = library.find_field(class, name, descriptor) else {
            return Err(self.throw(thread, "java/lang/NoSuchFieldError", library.text(name)));
        };
        self.check_access(thread, caller, class, field.class, field.access, name)?;
        if field.is_static() != is_static {
            let kind = if is_static { "static" } else { "non-static" };
            let text = format!(
                "Expected {kind} field {}.{}",
                library.class_name(field.class).replace('/', "."),
                library.text(name)
            );
            return Err(self.throw(thread, "java/lang/IncompatibleClassChangeError", &text));
        }
        if matches!(instruction.op, Op::PutStatic | Op::PutField) && field.access & access::FINAL != 0 {
            let initializer = if is_static { library.known.initializer } else { library.known.constructor };
            let method = thread.frames.last().map(|frame| library.method(frame.method).name);
            if !library.may_set_final(caller, method == Some(initializer), field.class) {
                let text = format!(
                    "Update to {kind} final field {}.{} attempted by another than its initializer",
                    self.external_name(field.class),
                    library.text(name),
                    kind = if is_static { "static" } else { "non-static" },
                );
                return Err(self.throw(thread, "java/lang/IllegalAccessError", &text));
            }
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
        // Constructors are not inherited.
        let is_own = |method: &&Method| method.class == class || name != library.known.constructor;
        let Some(method) = library.find_method(class, name, descriptor).filter(is_own) else {
            let text = format!("'{}'", self.describe_signature(class, name, descriptor));
            return Err(self.throw(thread, "java/lang/NoSuchMethodError", &text));
        };
        self.check_access(thread, caller, class, method.class, method.access, name)?;
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
                let number = self.library.new_resolved(caller, key);
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
            reference: self.library.new_resolved(caller, u32::from(constant)),
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
