//! The slow paths of the interpreter: resolving calls and constants the first time, selecting interface methods,
//! arrays of arrays, and the roots of a collection.

use super::heap::Ref;
use super::thread::Thread;
use super::{Machine, Trap};
use crate::classes::class_file::{Constant, access};
use crate::classes::descriptor::{Kind, parse_method};
use crate::code::instruction::{Instruction, Op};
use crate::library::{CallSite, ClassId, ClassShape, Library, Method, MethodId};
use std::rc::Rc;

impl Machine {
    /// The quickened form of a call.
    pub fn resolve_call(
        &mut self,
        thread: &mut Thread,
        library: &Library,
        caller: ClassId,
        instruction: Instruction,
    ) -> Result<Instruction, Trap> {
        let index = instruction.c as u16;
        let is_static = instruction.op == Op::InvokeStatic;
        let (method, descriptor, named) = self.method_at(thread, library, caller, index, is_static)?;
        if method.polymorphic {
            let shape = parse_method(library.text(descriptor))
                .map_err(|error| self.incomplete(thread, error.to_string()))?;
            let slots = shape.parameter_slots() as u8 + u8::from(!is_static);
            let site = self.new_site(caller, index, Some(method.id), slots, descriptor);
            return Ok(Instruction::new(Op::InvokeHandleQuick, slots, 0, site));
        }
        let slots = method.argument_slots;
        let direct = |method: MethodId| Instruction::new(Op::InvokeSpecialQuick, slots, 0, method.0);
        Ok(match instruction.op {
            Op::InvokeStatic => Instruction::new(Op::InvokeStaticQuick, slots, 0, method.id.0),
            Op::InvokeSpecial => {
                let selected = self.select_special(library, caller, named, method);
                if library.method(selected).is_abstract() {
                    return Err(self.throw_abstract(thread, caller, method));
                }
                direct(selected)
            }
            _ if method.is_private() => direct(method.id),
            _ if library.class(method.class).is_interface() => {
                let site = self.new_site(caller, index, Some(method.id), slots, descriptor);
                Instruction::new(Op::InvokeInterfaceQuick, slots, 0, site)
            }
            _ => {
                let is_final = (method.access | library.class(method.class).access) & access::FINAL != 0;
                match method.vtable_index.get() {
                    Some(index) if !is_final => {
                        Instruction::new(Op::InvokeVirtualQuick, slots, index, method.id.0)
                    }
                    _ => direct(method.id),
                }
            }
        })
    }

    /// What `invokespecial` calls: the method itself, or the superclass's where `super.` was written.
    fn select_special(
        &self,
        library: &Library,
        caller: ClassId,
        named: ClassId,
        method: &Method,
    ) -> MethodId {
        let is_super_call = method.name != library.known.constructor
            && !method.is_private()
            && !library.class(named).is_interface()
            && named != caller
            && library.is_subclass(caller, named);
        if is_super_call
            && let Some(superclass) = library.class(caller).superclass
            && let Some(selected) = library.find_method(superclass, method.name, method.descriptor)
        {
            return selected.id;
        }
        method.id
    }

    /// What an interface call selects for a receiver.
    pub fn select_interface(
        &mut self,
        thread: &mut Thread,
        receiver: ClassId,
        site: &CallSite,
    ) -> Result<MethodId, Trap> {
        let library = Rc::clone(&self.library);
        let called = library.method(site.method.expect("interface sites have a method"));
        if !library.is_subclass(receiver, called.class) {
            let text = format!(
                "Class {} does not implement the requested interface {}",
                self.external_name(receiver),
                self.external_name(called.class)
            );
            return Err(self.throw(thread, "java/lang/IncompatibleClassChangeError", &text));
        }
        match library.select(receiver, called) {
            Some(target) if !library.method(target).is_abstract() => Ok(target),
            _ => Err(self.throw_abstract(thread, receiver, called)),
        }
    }

    /// The value of a constant of one slot, or `None` where it is an object that is now resolved.
    pub fn resolve_constant(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<Option<u64>, Trap> {
        let library = Rc::clone(&self.library);
        let file = library.class(caller).expect_file();
        if let Ok(Constant::Dynamic(_, member)) = file.constant(index) {
            let (_, descriptor) = self.name_and_type_at(caller, member)?;
            let kind = Kind::of(library.text(descriptor));
            if kind != Kind::Reference {
                let boxed = self.resolved_constant(thread, caller, index)?;
                return Ok(Some(self.unbox(boxed).map_or(0, |(_, value)| value)));
            }
            // A dynamic constant may be null, which the quick form cannot tell from unresolved.
            let value = self.resolved_constant(thread, caller, index)?;
            return Ok(Some(value.slot()));
        }
        self.resolved_constant(thread, caller, index)?;
        Ok(None)
    }

    fn resolved_constant(&mut self, thread: &mut Thread, caller: ClassId, index: u16) -> Result<Ref, Trap> {
        let number = self.reference_number(caller, index);
        let known = self.resolved_reference(number);
        if !known.is_null() {
            return Ok(known);
        }
        let reference = self.load_reference_constant(thread, caller, index)?;
        self.publish(reference);
        self.set_resolved(number, reference);
        Ok(reference)
    }

    /// The value of a constant of two slots.
    pub fn resolve_wide_constant(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        index: u16,
    ) -> Result<u64, Trap> {
        let boxed = self.resolved_constant(thread, caller, index)?;
        Ok(self.unbox(boxed).map_or(0, |(_, value)| value))
    }

    /// Resolves a quickened constant that this run has not resolved yet.
    pub fn load_constant_again(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        self.resolved_constant(thread, caller, instruction.b).map(|_| ())
    }

    /// The name of a class as `Class.getName` gives it.
    pub fn external_name(&self, class: ClassId) -> String {
        self.library.class_name(class).replace('/', ".")
    }

    /// A failed cast, in HotSpot's words.
    pub fn throw_class_cast(&mut self, thread: &mut Thread, from: ClassId, to: ClassId) -> Trap {
        let describe = |machine: &Machine, class: ClassId| {
            let mut element = class;
            while let ClassShape::ReferenceArray(component) = machine.library.class(element).shape {
                element = component;
            }
            let linked = machine.library.class(element);
            if linked.loader == crate::library::LoaderId::BOOT {
                let module = match linked.file {
                    Some(_) => machine.library.image.module_of_package(machine.library.package(element)),
                    None => None,
                };
                format!("module {} of loader 'bootstrap'", module.as_deref().unwrap_or("java.base"))
            } else if linked.loader == crate::library::LoaderId::APPLICATION {
                "unnamed module of loader 'app'".to_owned()
            } else {
                "unnamed module".to_owned()
            }
        };
        let (from_name, to_name) = (self.external_name(from), self.external_name(to));
        let (from_place, to_place) = (describe(self, from), describe(self, to));
        let places = if from_place == to_place {
            format!("{from_name} and {to_name} are in {from_place}")
        } else {
            format!("{from_name} is in {from_place}; {to_name} is in {to_place}")
        };
        let text = format!("class {from_name} cannot be cast to class {to_name} ({places})");
        self.throw(thread, "java/lang/ClassCastException", &text)
    }

    /// A new array; a full heap is collected first.
    pub fn new_array_or_collect(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        length: i32,
    ) -> Result<Ref, Trap> {
        let element = self.library.class(class).element_kind().map_or(8, Kind::element_bytes) as u64;
        let words = u64::try_from(length).unwrap_or(0) * element / 8 + 3;
        if self.heap.words_in_use() + words > self.limits.heap_bytes / 8 {
            self.collect_garbage(thread);
        }
        self.new_array(thread, class, length)
    }

    /// An array of arrays.
    pub fn new_multi_array(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        lengths: &[i32],
    ) -> Result<Ref, Trap> {
        let array = self.new_array_or_collect(thread, class, lengths[0])?;
        if lengths.len() > 1 {
            let library = Rc::clone(&self.library);
            let component = match library.class(class).shape {
                ClassShape::ReferenceArray(component) => component,
                _ => return Err(self.incomplete(thread, "an array with more dimensions than its class")),
            };
            for index in 0..lengths[0] as u32 {
                let element = self.new_multi_array(thread, component, &lengths[1..])?;
                self.heap.set_element32(array, index, element.0);
            }
        }
        Ok(array)
    }

    /// Frees what no thread can reach.
    pub fn collect_garbage(&mut self, thread: &Thread) {
        if thread.nested > 0 {
            // Calls of the machine's own hold references where the collector cannot see them.
            return;
        }
        let mut exact: Vec<Ref> = Vec::new();
        exact.extend(self.class_states.iter().map(|state| state.mirror));
        exact.extend(self.resolved.iter());
        exact.extend(self.interned.values());
        exact.extend(self.loaders.iter());
        exact.extend(self.modules.values());
        exact.extend(self.monitors.keys());
        let mut guesses: Vec<u64> = Vec::new();
        let running = thread.id;
        for other in self.threads.iter().map(Rc::as_ref).filter(|other| other.id != running).chain([thread]) {
            exact.push(other.object);
            exact.push(other.uncaught);
            exact.push(other.scoped_values);
            exact.push(other.unwinding);
            let Some(frame) = other.frames.last() else { continue };
            let code = self.library.method(frame.method).code.get();
            let end = frame.base + code.map_or(0, |code| code.max_locals + code.max_stack);
            let end = (end.max(frame.sp) as usize).min(other.stack.len());
            guesses.extend_from_slice(&other.stack[..end]);
            for frame in &other.frames {
                exact.push(frame.lock);
                if let super::thread::Continuation::Construct(object) = frame.continuation {
                    exact.push(object);
                }
            }
        }
        let library = Rc::clone(&self.library);
        self.heap.collect(&library, self.core.class, self.core.class_id, &exact, &guesses);
    }
}
