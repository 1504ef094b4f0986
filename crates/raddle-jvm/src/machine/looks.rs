//! What a program looked at of its environment: a run shows one answer of many that are possible, and a proof says so.
//!
//! Only looks of the program count, and what it calls to look: what the library does by itself, such as the number of
//! processors for a pool or a hash code for a table, can't be told apart by the program. Nothing here changes a run.

use super::Machine;
use super::thread::{Frame, Thread};
use crate::library::{MethodId, Visibility};
use std::rc::Rc;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Look {
    /// The clock.
    Clock,
    /// The identity hash code of an object.
    Identity,
    /// A random number without a seed of the program's.
    Random,
    /// The number of processors.
    Processors,
    /// How much memory is used or free.
    Memory,
    /// What a weak, soft or phantom reference refers to, a queue of such references, or an object with a finaliser.
    References,
    /// A worker of a fork-join pool was started.
    Workers,
    /// The JDK registered something for the end of the program, and the program did not.
    Hooks,
}

impl Look {
    /// All that can be looked at.
    pub const ALL: [Look; 8] = [
        Look::Clock,
        Look::Identity,
        Look::Random,
        Look::Processors,
        Look::Memory,
        Look::References,
        Look::Workers,
        Look::Hooks,
    ];

    /// What a proof relies on where this was looked at, in words that go on after "Relies on".
    pub fn assumption(self) -> &'static str {
        match self {
            Look::Clock => "how long things take on Raddle's clock",
            Look::Identity => "identity hash codes as Raddle gives them",
            Look::Random => "one sequence of random numbers (--explore-random tries others)",
            Look::Processors => "4 processors",
            Look::Memory => "the size of Raddle's heap",
            Look::References => "references that are cleared only by the program",
            Look::Workers => "fork-join workers looking for tasks in one order",
            Look::Hooks => "what the JDK registers for the end changing nothing",
        }
    }

    /// Whether code of the library between the program and the look keeps the answer to itself.
    fn is_hidden_by(self, class: &str) -> bool {
        let within = |names: &[&str]| names.iter().any(|name| class.starts_with(name));
        match self {
            Look::Clock => within(&["java/util/concurrent/", "java/util/Timer"]),
            Look::Identity => within(&[
                "java/util/HashMap",
                "java/util/Hashtable",
                "java/util/WeakHashMap",
                "java/util/concurrent/",
                "java/lang/ThreadLocal",
                "java/lang/Class",
                "java/lang/invoke/",
                "java/lang/reflect/",
                "jdk/",
                "sun/",
            ]),
            Look::Random => within(&[
                "java/util/concurrent/ConcurrentHashMap",
                "java/util/concurrent/ConcurrentSkipList",
                "java/util/concurrent/ForkJoin",
                "java/util/concurrent/atomic/",
            ]),
            Look::Processors | Look::Memory => class != "java/lang/Runtime",
            // What files, buffers and checksums give back when they are forgotten, nobody can tell.
            Look::References => {
                const OWNERS: &[&str] = &[
                    "java/io/",
                    "java/lang/",
                    "java/nio/",
                    "java/util/concurrent/",
                    "java/util/jar/",
                    "java/util/zip/",
                    "jdk/",
                    "sun/",
                ];
                within(OWNERS) && !within(&["java/lang/ref/", "jdk/internal/ref/"])
            }
            Look::Workers | Look::Hooks => false,
        }
    }
}

/// A look, and the place of the program's code where it happened.
pub type Looked = (Look, MethodId, u32);

impl Machine {
    /// Takes note of a look, if it is the program's.
    pub fn note_look(&mut self, thread: &Thread, look: Look) {
        if !self.stops {
            return;
        }
        for Frame { method, pc, .. } in thread.frames.iter().rev() {
            let declared = self.library.method(*method);
            if declared.visibility == Visibility::Program {
                let looked = (look, *method, *pc);
                if !self.looked.contains(&looked) {
                    Rc::make_mut(&mut self.looked).insert(looked);
                }
                return;
            }
            if look.is_hidden_by(self.library.class_name(declared.class)) {
                return;
            }
        }
    }

    /// Takes note of a look at the clock; where that becomes a seed, of random numbers instead.
    pub fn note_look_at_clock(&mut self, thread: &Thread) {
        const MAKERS: [&str; 3] = ["java/util/Random", "java/security/", "sun/security/"];
        let methods = thread.frames.iter().rev().map(|frame| self.library.method(frame.method));
        let library = methods.take_while(|method| method.visibility != Visibility::Program);
        let mut classes = library.map(|method| self.library.class_name(method.class));
        if !classes.any(|class| MAKERS.iter().any(|maker| class.starts_with(maker))) {
            self.note_look(thread, Look::Clock);
        } else if !self.library.random_is_a_choice.get() {
            self.note_look(thread, Look::Random);
        }
    }

    /// A place in a source: its file and line.
    pub fn file_and_line(&self, method: MethodId, pc: u32) -> String {
        match self.source_place(method, pc).file_and_line() {
            nowhere if nowhere.is_empty() => "Unknown Source".to_owned(),
            place => place,
        }
    }
}
