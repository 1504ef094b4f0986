//! Class initialisation: its lock, its order (superclass, interfaces with default methods, itself), its failure.
//!
//! As the language says it (JLS 12.4.2): a thread first marks the class as its own, and only then comes to those before it,
//! one by one, where it may have to wait for another thread. So two threads can wait for each other.

use super::heap::Ref;
use super::looks::Look;
use super::thread::{Continuation, Marks, Status, Thread};
use super::{Halt, Initialization, Machine, Trap};
use crate::classes::class_file::Constant;
use crate::library::{ClassId, LoaderId};
use std::rc::Rc;

impl Machine {
    /// Passes if the class is initialised, or is being initialised by this thread. Otherwise begins or awaits it.
    #[inline(always)]
    pub fn ensure_initialized(&mut self, thread: &mut Thread, class: ClassId) -> Result<(), Trap> {
        if self.class_state(class).initialization == Initialization::Done {
            return Ok(());
        }
        self.begin_initialization(thread, class)
    }

    /// The same, inside the interpreter's loop. Where threads stop, the initialisation of a class of the program is one
    /// operation, and that of a class of the JDK is none.
    #[cold]
    pub fn ensure_initialized_in<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
    ) -> Result<(), Trap> {
        if self.class_state(class).initialization == Initialization::Untouched {
            self.ask_again(thread, class)?;
            self.note_finalizer(thread, class);
        }
        if !STOPS || !self.stops || thread.nested > 0 || thread.silent > 0 {
            return self.ensure_initialized(thread, class);
        }
        if self.library.class(class).trusted {
            return self.initialize_now(thread, class);
        }
        if self.has_passed(thread, class) || self.settle(thread, class)? {
            return Ok(());
        }
        if self.concurrent {
            if !thread.granted {
                self.mirror(thread, class)?;
                return Err(Trap::Stop);
            }
            thread.granted = false;
            if matches!(self.class_state(class).initialization, Initialization::DoneBy(..)) {
                thread.passed.push((class, thread.starts));
                return Ok(());
            }
        }
        self.begin_initialization(thread, class)
    }

    /// Takes note that objects of a class have a finaliser, if they have one of the program's: none is run.
    fn note_finalizer(&mut self, thread: &Thread, class: ClassId) {
        let library = Rc::clone(&self.library);
        let mut own = library.class(class).ancestors.iter().filter(|class| !library.class(**class).trusted);
        if own.any(|class| library.declared_method(*class, "finalize", "()V").is_some()) {
            self.note_look(thread, Look::References);
        }
    }

    /// Asks a loader of the program's own for a class that this run has not got from it. What another run has resolved stands
    /// in the code, which all runs share; but `loadClass` is the program's code, and every run comes to it.
    fn ask_again(&mut self, thread: &mut Thread, class: ClassId) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        let name = library.class_name(class);
        let is_given = linked.loader <= LoaderId::APPLICATION || linked.trusted || linked.hidden;
        if is_given || library.known(&self.made, linked.loader, name).is_some() {
            return Ok(());
        }
        let Some(frame) = thread.frames.last() else { return Ok(()) };
        let asking = library.class(library.method(frame.method).class).loader;
        if self.load_class(thread, asking, name)? != class {
            return Err(
                self.incomplete(thread, "a class loader that gives one name another class in another run")
            );
        }
        Ok(())
    }

    /// Initialises a class for which nothing has to run, nor for those before it: nobody can notice when. Says whether
    /// that is so.
    fn settle(&mut self, thread: &mut Thread, class: ClassId) -> Result<bool, Trap> {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        match self.class_state(class).initialization {
            Initialization::Done => return Ok(true),
            Initialization::Untouched if linked.initializer.is_none() => {}
            _ => return Ok(false),
        }
        for before in self.initialized_before(class) {
            if !self.settle(thread, before)? {
                return Ok(false);
            }
        }
        self.mirror(thread, class)?;
        self.verify(thread, class)?;
        self.class_state_mut(class).initialization = Initialization::Done;
        Ok(true)
    }

    /// What a class is once this thread has initialised it.
    fn initialized_by(&self, thread: &Thread, class: ClassId) -> Initialization {
        if !self.concurrent || self.library.class(class).trusted {
            Initialization::Done
        } else {
            Initialization::DoneBy(thread.id, thread.starts)
        }
    }

    /// Whether a thread need not look whether a class is initialised: it initialises it, or did, or an ancestor had done
    /// so when it started the branch that the thread belongs to, or the thread has looked.
    pub fn has_passed(&self, thread: &Thread, class: ClassId) -> bool {
        match self.class_state(class).initialization {
            Initialization::Done => true,
            Initialization::Running(owner) => owner == thread.id,
            Initialization::DoneBy(by, starts) => {
                if by == thread.id || thread.passed_before(class, u32::MAX) {
                    return true;
                }
                let (mut parent, mut ordinal) = (thread.parent, thread.ordinal);
                while let Some(ancestor) = parent {
                    let above = &self.threads[ancestor.0 as usize];
                    if ancestor == by && starts <= ordinal || above.passed_before(class, ordinal) {
                        return true;
                    }
                    (parent, ordinal) = (above.parent, above.ordinal);
                }
                false
            }
            Initialization::Untouched | Initialization::Failed => false,
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_initialization(&mut self, thread: &mut Thread, class: ClassId) -> Result<(), Trap> {
        match self.class_state(class).initialization {
            Initialization::Done | Initialization::DoneBy(..) => Ok(()),
            Initialization::Running(owner) if owner == thread.id => Ok(()),
            Initialization::Running(_) => {
                thread.status = Status::AwaitingClass(class);
                Err(Trap::Block)
            }
            Initialization::Failed => {
                let name = self.library.class_name(class).replace('/', ".");
                let message = format!("Could not initialize class {name}");
                Err(self.throw(thread, "java/lang/NoClassDefFoundError", &message))
            }
            Initialization::Untouched => {
                self.reserve_unseen_initialization(thread, class);
                let frames = thread.frames.len();
                self.push_initializer(thread, class)?;
                if thread.frames.len() > frames { Err(Trap::Retry) } else { Ok(()) }
            }
        }
    }

    /// The initialisation of a class of the program is an operation only where an instruction asks for it.
    fn reserve_unseen_initialization(&mut self, thread: &Thread, class: ClassId) {
        let linked = self.library.class(class);
        if self.concurrent
            && !linked.trusted
            && linked.initializer.is_some()
            && (thread.silent > 0 || thread.nested > 0)
        {
            let name = self.external_name(class);
            self.reserve(format!("the initialisation of {name} by reflection or by the library"));
        }
    }

    /// Marks a class as this thread's, and pushes its initialiser, which is not run before it is prepared.
    fn push_initializer(&mut self, thread: &mut Thread, class: ClassId) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        self.mirror(thread, class)?;
        self.verify(thread, class)?;
        let is_prepared =
            self.initialized_before(class).iter().all(|before| self.has_passed(thread, *before));
        if linked.initializer.is_none() && is_prepared {
            self.class_state_mut(class).initialization = self.initialized_by(thread, class);
            return Ok(());
        }
        self.class_state_mut(class).initialization = Initialization::Running(thread.id);
        // A class without initialiser of its own still has to be marked when those before it are done: the empty
        // constructor of `Object` stands in.
        let constructor = library.declared_method(self.core.object, "<init>", "()V").map(|method| method.id);
        let method = linked.initializer.or(constructor).expect("Object has a constructor");
        let arguments: &[u64] = if linked.initializer.is_some() { &[] } else { &[0] };
        self.push_frame(thread, method, arguments, Continuation::Initialize(class))?;
        if let Some(frame) = thread.frames.last_mut().filter(|_| !is_prepared) {
            frame.marks = frame.marks.with(Marks::NOT_PREPARED);
        }
        thread.namers.push((self.class_hash(class), 0));
        thread.initializing.push((class, thread.operations));
        Ok(())
    }

    /// Sees to the classes before the one whose initialiser is the thread's innermost frame.
    pub fn prepare_initializer<const STOPS: bool>(&mut self, thread: &mut Thread) -> Result<(), Trap> {
        let Some(class) = self.unprepared(thread) else { return Ok(()) };
        for before in self.initialized_before(class) {
            if !self.has_passed(thread, before) {
                self.ensure_initialized_in::<STOPS>(thread, before)?;
            }
        }
        Ok(())
    }

    /// The class whose initialiser is the thread's innermost frame and is not prepared.
    fn unprepared(&self, thread: &Thread) -> Option<ClassId> {
        let frame = thread.frames.last().filter(|frame| frame.marks.has(Marks::NOT_PREPARED))?;
        match frame.continuation {
            Continuation::Initialize(class) => Some(class),
            _ => None,
        }
    }

    /// The class that a thread has to see to before the initialiser that is its innermost frame.
    pub fn next_to_prepare(&self, thread: &Thread) -> Option<ClassId> {
        let mut before = self.initialized_before(self.unprepared(thread)?).into_iter();
        before.find(|before| !self.has_passed(thread, *before))
    }

    /// The classes that are initialised before a class, in their order.
    fn initialized_before(&self, class: ClassId) -> Vec<ClassId> {
        let linked = self.library.class(class);
        let mut before = Vec::new();
        if !linked.is_interface() {
            before.extend(linked.superclass);
            self.interfaces_with_defaults(class, &mut before);
        }
        before
    }

    fn interfaces_with_defaults(&self, class: ClassId, found: &mut Vec<ClassId>) {
        for interface in &self.library.class(class).interfaces {
            self.interfaces_with_defaults(*interface, found);
            let methods = &self.library.class(*interface).methods;
            let has_default = methods
                .iter()
                .map(|id| self.library.method(*id))
                .any(|method| !method.is_static() && !method.is_abstract() && !method.is_private());
            if has_default && !found.contains(interface) {
                found.push(*interface);
            }
        }
    }

    /// Marks a class as initialised, and lets those go on that waited for it.
    pub fn finish_initialization(&mut self, thread: &mut Thread, class: ClassId) {
        self.class_state_mut(class).initialization = self.initialized_by(thread, class);
        thread.namers.pop();
        thread.initializing.pop();
        if self.stops {
            self.publish_statics_of(class);
        }
    }

    /// Whether the end of an initialiser is an operation of its own: others may wait for it, because it stopped inside.
    pub fn is_end_of_initialization_seen(&self, thread: &Thread, class: ClassId) -> bool {
        self.concurrent
            && thread.nested == 0
            && thread.silent == 0
            && !self.library.class(class).trusted
            && thread
                .initializing
                .last()
                .is_some_and(|(begun, at)| *begun == class && *at != thread.operations)
    }

    /// Initialises a class at once, without places to stop.
    pub fn initialize_now(&mut self, thread: &mut Thread, class: ClassId) -> Result<(), Trap> {
        if matches!(self.class_state(class).initialization, Initialization::Done | Initialization::DoneBy(..))
        {
            return Ok(());
        }
        let depth = thread.frames.len();
        match self.begin_initialization(thread, class) {
            Err(Trap::Retry) => self.run_above(thread, depth).map(|_| ()),
            Err(Trap::Block) => {
                thread.status = Status::Runnable;
                Err(self.incomplete(
                    thread,
                    "a class that another thread initialises, inside a call of the machine's own",
                ))
            }
            other => other,
        }
    }

    /// Checks the code of a class that does not come from the JDK.
    fn verify(&mut self, thread: &mut Thread, class: ClassId) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        let is_accessor = || linked.loader != LoaderId::APPLICATION && library.is_accessor(linked);
        if linked.trusted || linked.verified.get() || is_accessor() {
            return Ok(());
        }
        // A class is linked after those that it is made of.
        for before in linked.superclass.iter().chain(&linked.interfaces) {
            self.verify(thread, *before)?;
        }
        for method in &linked.methods {
            let method = library.method(*method);
            if method.is_native() || method.is_abstract() {
                continue;
            }
            let mut failure = None;
            let mut resolve = |name: &str| match self.load_class(thread, linked.loader, name) {
                Ok(found) => Some(found),
                Err(trap) => {
                    failure = Some(trap);
                    None
                }
            };
            let checked = crate::code::verify::verify(&library, method, &mut resolve);
            let checked = checked.and_then(|()| self.decode(method.id));
            if let Err(error) = checked {
                // The class cannot be linked because another one is missing, which the program gets to know.
                if let Some(trap) = failure {
                    return Err(trap);
                }
                let place = format!("{}.{}", library.class_name(class), library.text(method.name));
                return Err(Trap::Halt(Box::new(Halt::BadInput(format!("{place}: {error}")))));
            }
        }
        linked.verified.set(true);
        Ok(())
    }

    /// Gives static fields their constant values.
    pub fn set_static_constants(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        mirror: Ref,
    ) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        let Some(file) = &linked.file else { return Ok(()) };
        for (member, field) in file.fields.iter().zip(&linked.fields) {
            if !field.is_static() {
                continue;
            }
            let Some(bytes) = file.attribute_bytes(&member.attributes, "ConstantValue") else { continue };
            let Some(index) = bytes.get(..2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]])) else {
                continue;
            };
            let value = match file.constant(index) {
                Ok(Constant::Integer(value)) => value as u32 as u64,
                Ok(Constant::Float(bits)) => u64::from(bits),
                Ok(Constant::Long(value)) => value as u64,
                Ok(Constant::Double(bits)) => bits,
                Ok(Constant::String(text)) => {
                    let Ok(bytes) = file.utf8(text) else { continue };
                    let units = crate::classes::class_file::decode_modified_utf8(bytes);
                    self.intern(thread, &units)?.slot()
                }
                _ => continue,
            };
            self.heap.set_field(mirror, self.static_word(field.offset), value);
        }
        Ok(())
    }

    /// The module of a class, as far as modules are there.
    pub fn module_for(&mut self, thread: &mut Thread, class: ClassId) -> Result<Ref, Trap> {
        let library = Rc::clone(&self.library);
        let mut element = class;
        while let crate::library::ClassShape::ReferenceArray(component) = library.class(element).shape {
            element = component;
        }
        let linked = library.class(element);
        if linked.loader == LoaderId::BOOT {
            let module = match linked.file {
                Some(_) => library.image.module_of_package(library.package(element)),
                None => Some("java.base".into()),
            };
            let module = module.unwrap_or_else(|| "java.base".into());
            return Ok(self.modules.get(&module).copied().unwrap_or(Ref::NULL));
        }
        let loader = self.loader_object(linked.loader);
        let _ = thread;
        Ok(if loader.is_null() { Ref::NULL } else { self.get_reference(loader, "unnamedModule") })
    }
}
