//! Dynamic calls: `invokedynamic`, method handles, variable handles, dynamic constants.
//!
//! The bootstraps that javac's code uses (lambdas, string concatenation, record methods) are done here, by making small
//! classes; all others run the JDK's own code over `MethodHandleNatives`. Linking is one invisible step. Calls of method
//! handles live in `handle`, accesses through variable handles in `var_handle`.

pub mod concatenate;
mod handle;
pub mod lambda;
mod plain;
pub mod record;
pub mod var_handle;

pub use handle::HandleCall;

use crate::classes::class_file::Constant;
use crate::classes::descriptor::{Kind, class_of_descriptor, parse_method};
use crate::code::assemble::ClassBuilder;
use crate::code::instruction::{Instruction, Op};
use crate::library::define::Origin;
use crate::library::{CallSite, ClassId, LoaderId, visibility};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

/// A bootstrap method and its arguments, as the class file has them.
pub(crate) struct Bootstrap {
    pub caller: ClassId,
    pub owner: String,
    pub method: String,
    pub handle: u16,
    /// The bootstrap method is one that is done here.
    pub is_known: bool,
    pub arguments: Vec<u16>,
    pub name: String,
    pub descriptor: String,
}

/// A method handle constant, as the class file has it.
pub(crate) struct HandleConstant {
    pub kind: u8,
    pub class_index: u16,
    pub owner: String,
    pub name: String,
    pub descriptor: String,
    pub is_interface: bool,
}

impl Machine {
    /// The quickened form of a dynamic call.
    pub fn resolve_dynamic(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<Instruction, Trap> {
        let bootstrap = self.bootstrap_at(thread, caller, index)?;
        let shape = parse_method(&bootstrap.descriptor)
            .map_err(|error| self.incomplete(thread, error.to_string()))?;
        let slots = shape.parameter_slots() as u8;
        let descriptor = self.library.symbol(&bootstrap.descriptor);
        let site = self.new_site(caller, index, None, slots, descriptor);
        Ok(Instruction::new(Op::InvokeDynamicQuick, slots, 0, site))
    }

    pub(crate) fn bootstrap_at(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<Bootstrap, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(caller).expect_file();
        let (number, member) = match file.constant(index) {
            Ok(Constant::InvokeDynamic(number, member) | Constant::Dynamic(number, member)) => {
                (number, member)
            }
            _ => return Err(self.incomplete(thread, "a dynamic constant that is none")),
        };
        let (name, descriptor) = self.name_and_type_at(caller, member)?;
        let methods = file.bootstrap_methods().unwrap_or_default();
        let Some(bootstrap) = methods.get(usize::from(number)) else {
            let text = format!("{}: there is no bootstrap method {number}", library.class_name(caller));
            return Err(Trap::Halt(Box::new(crate::machine::Halt::BadInput(text))));
        };
        let handle = self.handle_at(thread, caller, bootstrap.handle)?;
        Ok(Bootstrap {
            caller,
            is_known: plain::is_known_bootstrap(&handle),
            owner: handle.owner,
            method: handle.name,
            handle: bootstrap.handle,
            arguments: bootstrap.arguments.clone(),
            name: library.text(name).to_owned(),
            descriptor: library.text(descriptor).to_owned(),
        })
    }

    pub(crate) fn handle_at(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<HandleConstant, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(caller).expect_file();
        let Ok(Constant::MethodHandle(kind, member)) = file.constant(index) else {
            return Err(self.incomplete(thread, "a method handle constant that is none"));
        };
        let (class_index, name_and_type, is_interface) = match file.constant(member) {
            Ok(Constant::InterfaceMethod(class, member)) => (class, member, true),
            Ok(Constant::Method(class, member) | Constant::Field(class, member)) => (class, member, false),
            _ => return Err(self.incomplete(thread, "a method handle without member")),
        };
        let (name, descriptor) = self.name_and_type_at(caller, name_and_type)?;
        let owner = file.class_name(class_index).map(|name| name.into_owned()).unwrap_or_default();
        Ok(HandleConstant {
            kind,
            class_index,
            owner,
            name: library.text(name).to_owned(),
            descriptor: library.text(descriptor).to_owned(),
            is_interface,
        })
    }

    /// Links a dynamic call site.
    pub fn link_dynamic(&mut self, thread: &mut Thread, site: &CallSite) -> Result<(), Trap> {
        let bootstrap = self.bootstrap_at(thread, site.caller, site.constant)?;
        let linked = match (bootstrap.owner.as_str(), bootstrap.method.as_str()) {
            _ if !bootstrap.is_known => None,
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.link_lambda(thread, &bootstrap)?
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.link_concatenation(thread, &bootstrap)?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                self.link_record_method(thread, &bootstrap)?
            }
            _ => None,
        };
        if let Some(method) = linked {
            site.cached_class.set(1);
            site.linked.set(Some(method));
            return Ok(());
        }
        self.link_call_site(thread, site, &bootstrap)
    }

    /// Links through the JDK: `MethodHandleNatives.linkCallSite`.
    fn link_call_site(
        &mut self,
        thread: &mut Thread,
        site: &CallSite,
        bootstrap: &Bootstrap,
    ) -> Result<(), Trap> {
        let method_type = self.method_type(thread, bootstrap.caller, &bootstrap.descriptor)?;
        let appendix = self.new_array(thread, self.core.object_array, 1)?;
        let member = self.link_by(thread, "linkCallSite", bootstrap, method_type, Some(appendix))?;
        self.finish_link(thread, site, member, appendix)
    }

    fn finish_link(
        &mut self,
        thread: &mut Thread,
        site: &CallSite,
        member: Ref,
        appendix: Ref,
    ) -> Result<(), Trap> {
        let Some(target) = self.member_target(member) else {
            return Err(self.incomplete(thread, "a call site that was linked to nothing"));
        };
        let appendix = Ref(self.heap.element32(appendix, 0));
        site.linked.set(Some(target));
        if appendix.is_null() {
            site.cached_class.set(1);
        } else {
            self.publish(appendix);
            self.set_resolved(site.reference, appendix);
        }
        Ok(())
    }

    /// The static arguments of a bootstrap method, boxed: none, one, or an array.
    fn static_arguments(&mut self, thread: &mut Thread, bootstrap: &Bootstrap) -> Result<Ref, Trap> {
        let mut values = Vec::new();
        for index in &bootstrap.arguments {
            values.push(self.boxed_constant(thread, bootstrap.caller, *index)?);
        }
        match values.len() {
            0 => Ok(Ref::NULL),
            1 => Ok(values[0]),
            _ => self.new_reference_array(thread, self.core.object_array, &values),
        }
    }

    /// A loadable constant as an object.
    pub(crate) fn boxed_constant(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<Ref, Trap> {
        let library = Rc::clone(&self.library);
        match library.class(caller).expect_file().constant(index) {
            Ok(Constant::Integer(value)) => self.box_value(thread, Kind::Int, u64::from(value as u32)),
            Ok(Constant::Float(bits)) => self.box_value(thread, Kind::Float, u64::from(bits)),
            Ok(Constant::Long(value)) => self.box_value(thread, Kind::Long, value as u64),
            Ok(Constant::Double(bits)) => self.box_value(thread, Kind::Double, bits),
            _ => self.load_reference_constant(thread, caller, index),
        }
    }

    /// The `MethodType` of a descriptor.
    pub fn method_type(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        descriptor: &str,
    ) -> Result<Ref, Trap> {
        let Ok(shape) = parse_method(descriptor) else {
            return Err(self.incomplete(thread, format!("the method type {descriptor}")));
        };
        let mut parameters = Vec::new();
        for parameter in &shape.parameters {
            parameters.push(self.mirror_of_descriptor(thread, caller, parameter)?);
        }
        let result = self.mirror_of_descriptor(thread, caller, shape.result)?;
        let array = self.new_reference_array(thread, self.core.class_array, &parameters)?;
        let method_type = self.call_static_now(
            thread,
            "java/lang/invoke/MethodHandleNatives",
            "findMethodHandleType",
            "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
            &[result.slot(), array.slot()],
        )?;
        Ok(Ref::from_slot(method_type))
    }

    /// The `Class` that a field descriptor means to a class.
    pub fn mirror_of_descriptor(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        descriptor: &str,
    ) -> Result<Ref, Trap> {
        let class = match Kind::of(descriptor) {
            Kind::Reference => {
                let loader = self.library.class(caller).loader;
                let name = class_of_descriptor(descriptor);
                if self.library.class_name(caller) == name {
                    caller
                } else {
                    self.load_class(thread, loader, name)?
                }
            }
            kind => self.library.primitive(kind),
        };
        self.mirror(thread, class)
    }

    /// A method handle constant, linked by the JDK.
    pub fn method_handle_constant(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        kind: u8,
        member: u16,
    ) -> Result<Ref, Trap> {
        let library = Rc::clone(&self.library);
        let (class, name, descriptor, _) = self.member_at(thread, caller, member)?;
        let descriptor = library.text(descriptor);
        // The member is resolved before its type is: a missing one is told as such.
        if !library.class(caller).trusted {
            let read = |op: Op| Instruction::new(op, 0, 0, u32::from(member));
            match kind {
                1 | 3 => self.field_at(thread, &library, caller, read(Op::GetField)).map(|_| ())?,
                2 | 4 => self.field_at(thread, &library, caller, read(Op::GetStatic)).map(|_| ())?,
                _ => {
                    self.method_at(thread, &library, caller, member, kind == lambda::INVOKE_STATIC)?;
                }
            }
        }
        let member_type = if kind <= 4 {
            self.mirror_of_descriptor(thread, caller, descriptor)?
        } else {
            self.method_type(thread, caller, descriptor)?
        };
        let caller_mirror = self.mirror(thread, caller)?;
        let class = self.mirror(thread, class)?;
        let name = self.intern_text(thread, library.text(name))?;
        let handle = self.call_static_now(
            thread,
            "java/lang/invoke/MethodHandleNatives",
            "linkMethodHandleConstant",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
            &[caller_mirror.slot(), u64::from(kind), class.slot(), name.slot(), member_type.slot()],
        )?;
        Ok(Ref::from_slot(handle))
    }

    /// A dynamic constant, linked by the JDK.
    pub fn dynamic_constant(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<Ref, Trap> {
        let bootstrap = self.bootstrap_at(thread, caller, index)?;
        let constant_type = self.mirror_of_descriptor(thread, caller, &bootstrap.descriptor)?;
        self.link_by(thread, "linkDynamicConstant", &bootstrap, constant_type, None)
    }

    /// Calls one of the linking methods of `MethodHandleNatives`; some JDKs give them one more number, which is ignored.
    fn link_by(
        &mut self,
        thread: &mut Thread,
        linker: &str,
        bootstrap: &Bootstrap,
        linked_type: Ref,
        appendix: Option<Ref>,
    ) -> Result<Ref, Trap> {
        let caller = self.mirror(thread, bootstrap.caller)?;
        let handle = self.load_reference_constant(thread, bootstrap.caller, bootstrap.handle)?;
        let name = self.intern_text(thread, &bootstrap.name)?;
        let arguments = self.static_arguments(thread, bootstrap)?;
        let natives = self.load_class(thread, LoaderId::BOOT, "java/lang/invoke/MethodHandleNatives")?;
        let library = Rc::clone(&self.library);
        let mut methods = library.class(natives).methods.iter().map(|id| library.method(*id));
        let Some(method) = methods.find(|method| library.text(method.name) == linker) else {
            return Err(self.incomplete(thread, format!("MethodHandleNatives.{linker}")));
        };
        let mut slots = vec![handle.slot(), name.slot(), linked_type.slot(), arguments.slot()];
        slots.extend(appendix.map(Ref::slot));
        if usize::from(method.argument_slots) > slots.len() + 1 {
            slots.insert(0, 0);
        }
        slots.insert(0, caller.slot());
        Ok(Ref::from_slot(self.call_now(thread, method.id, &slots)?))
    }

    /// Defines a class that was made here, in the package and by the loader of its host.
    pub(crate) fn define_made(
        &mut self,
        thread: &mut Thread,
        host: ClassId,
        builder: ClassBuilder,
        known_classes: &[(u16, ClassId)],
    ) -> Result<ClassId, Trap> {
        let library = Rc::clone(&self.library);
        let bytes: Rc<[u8]> = builder.finish().into();
        let file = crate::classes::class_file::ClassFile::parse(bytes)
            .map_err(|error| self.incomplete(thread, format!("a made class: {error}")))?;
        let loader = library.class(host).loader;
        let name = library.symbol(&file.class_name(file.this_class).unwrap_or_default());
        let mut interfaces = Vec::new();
        for index in &file.interfaces {
            let known = known_classes.iter().find(|(known, _)| known == index).map(|(_, class)| *class);
            let interface = match known {
                Some(class) => class,
                None => {
                    let name = file.class_name(*index).unwrap_or_default().into_owned();
                    self.load_class(thread, loader, &name)?
                }
            };
            interfaces.push(interface);
        }
        let superclass = Some(self.core.object);
        // It matters to nobody when a function of the JDK computes, such as `Integer::sum`.
        let only_computes =
            known_classes.iter().any(|(_, class)| visibility::only_computes(library.class_name(*class)));
        let is_of_library = library.class(host).trusted || only_computes;
        let origin = Origin { trusted: true, hidden: true, is_of_library };
        let class = library
            .link(file, name, loader, superclass, interfaces, origin)
            .map_err(|error| self.incomplete(thread, format!("a made class: {error}")))?;
        let linked = library.class(class);
        linked.nest_host.set(Some(host));
        for (index, known) in known_classes {
            linked.resolved.borrow_mut().insert(u32::from(*index), crate::library::Resolved::Class(*known));
        }
        Ok(class)
    }

    /// A name for a class that is made for a host, by where in the host: so it is the same in every run and every
    /// process, whatever was linked before.
    pub(crate) fn made_name(&self, thread: &Thread, host: ClassId, suffix: &str) -> String {
        let method_and_place = thread.frames.last().and_then(|frame| {
            let methods = &self.library.class(host).methods;
            Some((methods.iter().position(|method| *method == frame.method)?, frame.pc))
        });
        let (method, place) = method_and_place.unwrap_or_default();
        format!("{}$${suffix}${method}_{place}", self.library.class_name(host))
    }
}
