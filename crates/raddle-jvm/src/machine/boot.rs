//! Bringing the JDK's core up: the main thread, the three phases of `System`, and the class loaders.

use super::core::Core;
use super::heap::{Heap, Ref};
use super::thread::{Thread, ThreadId};
use super::world::World;
use super::{Environment, Halt, Limits, Machine, Output, Trap};
use crate::library::{ClassId, Library, LoaderId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The path of the main thread.
const MAIN_PATH: u32 = 0x2545_F491;

impl Machine {
    /// A machine before its library is initialised.
    pub fn new(
        library: Rc<Library>,
        limits: Limits,
        environment: Environment,
        world: World,
        output: Output,
    ) -> Result<Machine, Halt> {
        let major =
            environment.java_version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(17);
        let core = Core::new(&library, major)
            .map_err(|error| Halt::BadInput(format!("the JDK's core classes cannot be loaded: {error:?}")))?;
        Ok(Machine {
            heap: Heap::new(limits.heap_bytes / 8),
            library,
            class_states: Rc::default(),
            resolved: Rc::default(),
            interned: Rc::default(),
            threads: Vec::new(),
            destroyer: None,
            monitors: FxHashMap::default(),
            modules: Rc::default(),
            loaders: Rc::default(),
            made: Rc::default(),
            core: Rc::new(core),
            limits,
            output,
            environment: Rc::new(environment),
            native_memory: Rc::default(),
            inflaters: Rc::default(),
            world,
            executed: 0,
            timeouts: super::time::Timeouts::default(),
            start_of_time: 0,
            looked: Rc::default(),
            moments: Rc::default(),
            stops: false,
            states_seen: false,
            idle_workers_wait: false,
            spurious_wakeups: false,
            concurrent: false,
            attempt_failed: false,
            attempt_succeeded: false,
            hidden: super::hidden::Hidden::default(),
            new_memory: 0..0,
            publications: super::publish::Publications::default(),
            library_uses: super::stretch::Granularity::default(),
            reservations: Rc::default(),
            last_run: 0,
            booted: false,
            assertions: false,
            thread_numbers: 0,
            threads_made: 0,
            base: None,
            seen_creators: Rc::default(),
            learnt: Rc::default(),
            audit: None,
            main_failed: false,
            events: Vec::new(),
            notified: 0,
        })
    }

    /// Initialises the library's core. The main thread is thread zero afterwards, without frames.
    pub fn boot(&mut self) -> Result<(), Halt> {
        let mut thread = Thread::new(ThreadId(0), Ref::NULL, MAIN_PATH);
        self.threads.push(Rc::new(thread.clone()));
        let booted = self.boot_library(&mut thread);
        let result = match booted {
            Ok(()) => {
                self.booted = true;
                Ok(())
            }
            Err(Trap::Halt(halt)) => Err(*halt),
            Err(Trap::Throw(exception)) => Err(self.describe_boot_failure(&thread, exception)),
            Err(other) => Err(Halt::Limit(format!("the JDK's core cannot be initialised: {other:?}"))),
        };
        thread.frames.clear();
        self.threads[0] = Rc::new(thread);
        result
    }

    fn describe_boot_failure(&mut self, thread: &Thread, exception: Ref) -> Halt {
        let class = self.external_name(self.heap.class_of(exception));
        let message = self.heap.reference(exception, self.core.throwable_message);
        let message = if message.is_null() { String::new() } else { self.string_text(message) };
        let mut stack: Vec<String> = self
            .backtrace(exception)
            .into_iter()
            .map(|(method, pc)| self.describe_frame(method, pc))
            .collect();
        let cause = self.heap.reference(exception, self.core.throwable_cause);
        if !cause.is_null() && cause != exception {
            let class = self.external_name(self.heap.class_of(cause));
            let message = self.heap.reference(cause, self.core.throwable_message);
            let message = if message.is_null() { String::new() } else { self.string_text(message) };
            stack.push(format!("caused by {class}: {message}"));
            stack.extend(
                self.backtrace(cause).into_iter().map(|(method, pc)| self.describe_frame(method, pc)),
            );
        }
        let _ = thread;
        Halt::Incomplete { missing: format!("the JDK's core fails to start: {class}: {message}"), stack }
    }

    fn boot_library(&mut self, thread: &mut Thread) -> Result<(), Trap> {
        for name in [
            "java/lang/Object",
            "java/lang/Class",
            "java/lang/String",
            "java/lang/System",
            "java/lang/ThreadGroup",
            "java/lang/Thread",
        ] {
            let class = self.load_class(thread, LoaderId::BOOT, name)?;
            self.mirror(thread, class)?;
            if name == "java/lang/String" || name == "java/lang/Object" {
                self.initialize_now(thread, class)?;
            }
        }
        // The machine fills these constants after the class set them to zero.
        let constants = self.load_class(thread, LoaderId::BOOT, "jdk/internal/misc/UnsafeConstants")?;
        self.initialize_now(thread, constants)?;
        for (name, value) in [("ADDRESS_SIZE0", 8), ("PAGE_SIZE", 4096), ("UNALIGNED_ACCESS", 1)] {
            self.set_static(thread, constants, name, value)?;
        }
        self.make_main_thread(thread)?;
        for name in [
            "java/lang/Module",
            "java/lang/reflect/Method",
            "java/lang/ref/Finalizer",
            "java/lang/Class",
            "java/lang/Throwable",
        ] {
            let class = self.load_class(thread, LoaderId::BOOT, name)?;
            self.initialize_now(thread, class)?;
        }
        self.call_static_now(thread, "java/lang/System", "initPhase1", "()V", &[])?;
        self.call_static_now(thread, "java/lang/System", "initPhase2", "(ZZ)I", &[1, 1]).and_then(
            |result| {
                if result as u32 == 0 {
                    Ok(())
                } else {
                    Err(self.incomplete(thread, "the module system (System.initPhase2) fails"))
                }
            },
        )?;
        if self.core.java_version >= 19 {
            // Reflection of newer JDKs goes through method handles.
            for name in ["java/lang/invoke/MethodHandle", "java/lang/invoke/MethodHandleNatives"] {
                let class = self.load_class(thread, LoaderId::BOOT, name)?;
                self.initialize_now(thread, class)?;
            }
        }
        self.call_static_now(thread, "java/lang/System", "initPhase3", "()V", &[])?;
        let loader = self.call_static_now(
            thread,
            "java/lang/ClassLoader",
            "getSystemClassLoader",
            "()Ljava/lang/ClassLoader;",
            &[],
        )?;
        self.loaders = Rc::new(vec![Ref::NULL, Ref::from_slot(loader)]);
        Ok(())
    }

    /// The main thread's object, with its groups, as the machine makes them before any constructor can run.
    fn make_main_thread(&mut self, thread: &mut Thread) -> Result<(), Trap> {
        const NORMAL_PRIORITY: u64 = 5;
        const MAX_PRIORITY: u64 = 10;
        const RUNNABLE: u64 = 5;
        let group_class = self.load_class(thread, LoaderId::BOOT, "java/lang/ThreadGroup")?;
        let object = self.new_instance(thread, self.core.thread)?;
        thread.object = object;
        self.publish(object);
        let system = self.new_instance(thread, group_class)?;
        let set_initial =
            |machine: &mut Machine, target: Ref, name: &str, value: u64| machine.set(target, name, value);
        if self.library.field_named(self.core.thread, "holder").is_some() {
            let holder_class = self.load_class(thread, LoaderId::BOOT, "java/lang/Thread$FieldHolder")?;
            let holder = self.new_instance(thread, holder_class)?;
            set_initial(self, object, "holder", holder.slot());
            set_initial(self, holder, "priority", NORMAL_PRIORITY);
            set_initial(self, holder, "threadStatus", RUNNABLE);
            set_initial(self, object, "tid", 1);
        } else {
            set_initial(self, object, "priority", NORMAL_PRIORITY);
        }
        set_initial(self, object, "eetop", 1);
        self.initialize_now(thread, group_class)?;
        self.run_constructor(thread, system, "()V", &[])?;
        let main = self.new_instance(thread, group_class)?;
        let name = self.intern_text(thread, "main")?;
        self.initialize_now(thread, self.core.thread)?;
        self.run_constructor(
            thread,
            main,
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[system.slot(), name.slot()],
        )
        .or_else(|_| {
            self.set(main, "parent", system.slot());
            self.set(main, "name", name.slot());
            self.set(main, "maxPriority", MAX_PRIORITY);
            Ok(0)
        })?;
        let group_holder = self.get_reference(object, "holder");
        self.set(if group_holder.is_null() { object } else { group_holder }, "group", main.slot());
        self.run_constructor(
            thread,
            object,
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[main.slot(), name.slot()],
        )?;
        let holder = self.get_reference(object, "holder");
        self.set(if holder.is_null() { object } else { holder }, "threadStatus", RUNNABLE);
        Ok(())
    }

    /// Runs a constructor at once.
    pub fn run_constructor(
        &mut self,
        thread: &mut Thread,
        object: Ref,
        descriptor: &str,
        more: &[u64],
    ) -> Result<u64, Trap> {
        let library = Rc::clone(&self.library);
        let class = self.heap.class_of(object);
        let Some(constructor) = library.declared_method(class, "<init>", descriptor) else {
            return Err(
                self.incomplete(thread, format!("a constructor {}{descriptor}", library.class_name(class)))
            );
        };
        let mut arguments = vec![object.slot()];
        arguments.extend_from_slice(more);
        self.call_now(thread, constructor.id, &arguments)
    }

    /// The address under which newer JDKs count thread ids.
    pub fn next_thread_id_address(&mut self, thread: &mut Thread) -> u64 {
        let address = self.allocate_native(thread, 8);
        self.set_native_bytes(address, 8, 3);
        address
    }

    /// The class with this name on the class path.
    pub fn application_class(&mut self, thread: &mut Thread, name: &str) -> Result<ClassId, Trap> {
        self.load_class(thread, LoaderId::APPLICATION, &name.replace('.', "/"))
    }
}
