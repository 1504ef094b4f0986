//! What native methods say they read and write of what others can reach: the scheduler goes by it, and a test compares it
//! with what they are seen to touch (`tests/java_machine/footprints.rs`).
//!
//! A declaration is data, or a function from the arguments to the operation that a call is. A method without one is taken
//! to touch everything: right, if slow.

use super::files::MakesCall;
use crate::classes::descriptor::Kind;
use crate::library::{LoaderId, Visibility};
use crate::machine::Machine;
use crate::machine::heap::Ref;
use crate::machine::heap::observe::outside_spot;
use crate::machine::pending::{ELEMENTS, NextOperation, OUTPUT, Spot};
use crate::machine::thread::Thread;
use crate::machine::world::World;
use raddle_explore::operation::{Access, Mode, OperationKind, Place, Touch};
use std::ops::Range;

/// The operation that a call is, from its argument slots.
pub type Describe = fn(&Machine, &Thread, &[u64]) -> NextOperation;

/// What a native method says of itself.
#[derive(Clone, Copy, Debug)]
pub enum Footprint {
    /// It touches nothing that another thread could tell, and why.
    Private(Reason),
    /// It touches these words of its arguments: no operation where all of them are its thread's own.
    Words(&'static [Words]),
    /// The same, where the arguments decide which.
    Given(fn(&[u64]) -> &'static [Words]),
    /// It is one access to the variable at the offset in its third argument into the object in its second (`Unsafe`).
    Variable(Variable),
    /// It touches ranges of memory, each at an offset into an object or at an address: the numbers of the arguments.
    Memory(&'static [Memory]),
    /// It makes a call of the run's world.
    World(WorldCall),
    /// It is an operation of its own kind, if one of the objects in these arguments is shared; always, if there are none.
    Operation(&'static [usize], Describe),
    /// The end of the process: an operation whatever code comes to it. It touches no word, so that nobody would notice if it
    /// were left out of sight.
    End(Describe),
    /// It does not say.
    Undeclared,
}

/// A call of the run's world: it touches what the call does, and this.
#[derive(Clone, Copy, Debug)]
pub struct WorldCall {
    /// Makes the call from the arguments.
    pub makes: MakesCall,
    /// Words of the arguments.
    pub words: &'static [Words],
    /// Memory outside of the heap: the numbers of the arguments that hold the address and how many bytes.
    pub memory: Option<(usize, usize, Access)>,
}

/// Why nobody else can tell what a native method does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It computes from its arguments, or does nothing.
    Computes,
    /// It tells what never changes: of a class, of the JDK, of how the run began, of who an object is.
    Constant,
    /// It makes objects, which only its thread has.
    Makes,
    /// It looks at, or changes, what belongs to its thread alone: its frames, its clock, its numbers.
    OwnThread,
    /// It fills tables of the library whose content does not depend on who comes first: classes, modules, interned texts.
    Tables,
    /// It calls a method, whose own accesses are seen.
    Calls,
}

/// It computes from its arguments, or does nothing.
pub const COMPUTES: Footprint = Footprint::Private(Reason::Computes);
/// It tells what never changes.
pub const CONSTANT: Footprint = Footprint::Private(Reason::Constant);
/// It makes objects.
pub const MAKES: Footprint = Footprint::Private(Reason::Makes);
/// It concerns its own thread.
pub const OWN_THREAD: Footprint = Footprint::Private(Reason::OwnThread);
/// It fills tables of the library.
pub const TABLES: Footprint = Footprint::Private(Reason::Tables);
/// It calls a method.
pub const CALLS: Footprint = Footprint::Private(Reason::Calls);

/// It touches what nobody can say.
pub const EVERYTHING: Footprint = Footprint::Operation(&[], |_, _, _| NextOperation::on_everything());

/// Words of an argument that are touched. Numbers are those of argument slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words {
    /// All fields or elements of an object.
    Whole(usize, Access),
    /// One field of an object, by name.
    Field(usize, &'static str, Access),
    /// One element: the array, its index.
    Element(usize, usize, Access),
    /// Elements: the array, the first index, how many.
    Elements(usize, usize, usize, Access),
    /// A static field: the class, its name.
    Static(&'static str, &'static str, Access),
    /// A whole object that a field of an argument refers to.
    Through(usize, &'static str, Access),
    /// An array, and all objects that are its elements.
    Each(usize, Access),
    /// A field of the running thread's own object, by name.
    Own(&'static str, Access),
    /// What lies at an address outside of the heap.
    Outside(usize, Access),
}

/// What an access does to its variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// How wide it is.
    pub kind: Kind,
    /// Whether it reads, writes, or does both.
    pub operation: OperationKind,
    /// Its mode.
    pub mode: Mode,
    /// Whether it writes only if it finds what it expects.
    pub is_attempt: bool,
}

impl Variable {
    /// A read.
    pub const fn read(kind: Kind, mode: Mode) -> Variable {
        Variable { kind, operation: OperationKind::Read, mode, is_attempt: false }
    }

    /// A write.
    pub const fn write(kind: Kind, mode: Mode) -> Variable {
        Variable { kind, operation: OperationKind::Write, mode, is_attempt: false }
    }

    /// An update.
    pub const fn update(kind: Kind, mode: Mode) -> Variable {
        Variable { kind, operation: OperationKind::ReadModifyWrite, mode, is_attempt: false }
    }

    /// An update that is made only if the variable holds what is expected.
    pub const fn attempt(kind: Kind, mode: Mode) -> Variable {
        Variable { is_attempt: true, ..Variable::update(kind, mode) }
    }

    /// The access that a method of `VarHandle` makes, by its name: `compareAndSet`, `getAcquire` …
    pub fn named(name: &str, kind: Kind) -> Variable {
        let mode = |unnamed: Mode| match name {
            _ if name.ends_with("Acquire") => Mode::Acquire,
            _ if name.ends_with("Release") => Mode::Release,
            _ if name.ends_with("Opaque") || name.ends_with("Plain") => Mode::Relaxed,
            _ if name.ends_with("Volatile") => Mode::Synchronising,
            _ => unnamed,
        };
        if name.starts_with("compareAnd") || name.starts_with("weakCompareAnd") {
            Variable::attempt(kind, mode(Mode::Synchronising))
        } else if name.starts_with("getAnd") {
            Variable::update(kind, mode(Mode::Synchronising))
        } else if name.starts_with("get") {
            Variable::read(kind, mode(Mode::Plain))
        } else {
            Variable::write(kind, mode(Mode::Plain))
        }
    }
}

/// A range of memory: the numbers of the arguments that hold its object, its offset and its length in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The object, null for an address.
    pub object: usize,
    /// The offset, or the address.
    pub offset: usize,
    /// How many bytes.
    pub bytes: usize,
    /// How they are touched.
    pub access: Access,
}

/// Words in a row that a call touches.
struct Row {
    object: Ref,
    /// What the kernel calls the object.
    name: u64,
    parts: Range<u32>,
    access: Access,
}

impl Words {
    fn access(self) -> Access {
        match self {
            Words::Whole(.., access)
            | Words::Field(.., access)
            | Words::Element(.., access)
            | Words::Elements(.., access)
            | Words::Static(.., access)
            | Words::Own(.., access)
            | Words::Through(.., access)
            | Words::Each(.., access)
            | Words::Outside(.., access) => access,
        }
    }

    fn is_of_array(self) -> bool {
        matches!(self, Words::Element(..) | Words::Elements(..) | Words::Whole(..) | Words::Each(..))
    }

    /// What is touched of words that others can reach.
    fn each(self, machine: &Machine, thread: &Thread, arguments: &[u64], visit: &mut dyn FnMut(Row)) {
        let argument = |number: usize| Ref::from_slot(arguments[number]);
        let mut visit = |object: Ref, parts: Range<u32>, access: Access| {
            if !object.is_null() && machine.heap.is_shared(object) {
                visit(Row { object, name: machine.heap.name(object), parts, access });
            }
        };
        let whole = |object: Ref| if object.is_null() { 0..0 } else { machine.parts(object) };
        let field = |object: Ref, name: &str| {
            let field = (!object.is_null())
                .then(|| machine.library.field_named(machine.heap.class_of(object), name))
                .flatten();
            field.map_or(0..0, |field| u32::from(field.offset)..u32::from(field.offset) + 1)
        };
        match self {
            Words::Whole(number, access) => visit(argument(number), whole(argument(number)), access),
            Words::Field(number, name, access) => {
                visit(argument(number), field(argument(number), name), access);
            }
            Words::Own(name, access) => visit(thread.object, field(thread.object, name), access),
            Words::Element(array, index, access) => {
                let first = ELEMENTS.saturating_add(arguments[index] as u32);
                visit(argument(array), first..first.saturating_add(1), access);
            }
            Words::Elements(array, first, count, access) => {
                let array = argument(array);
                let length = if array.is_null() { 0 } else { u64::from(machine.heap.length(array)) };
                let (from, count) = (arguments[first] as i32, arguments[count] as i32);
                // What does not fit ends in an exception, and touches nothing.
                if from >= 0 && count >= 0 && from as u64 + count as u64 <= length {
                    let first = ELEMENTS.saturating_add(from as u32);
                    visit(array, first..first.saturating_add(count as u32), access);
                }
            }
            Words::Static(class, name, access) => {
                let library = &machine.library;
                if let Some(class) = library.loaded(LoaderId::BOOT, class)
                    && let Some(field) = library.field_named(class, name)
                {
                    let word = u32::from(machine.static_word(field.offset));
                    visit(machine.class_state(class).mirror, word..word + 1, access);
                }
            }
            Words::Through(number, name, access) => {
                let holder = argument(number);
                if !holder.is_null() {
                    let object = machine.get_reference(holder, name);
                    visit(object, whole(object), access);
                }
            }
            Words::Each(number, access) => {
                let array = argument(number);
                visit(array, whole(array), access);
                let elements = if array.is_null() { Vec::new() } else { machine.references(array) };
                elements.into_iter().for_each(|element| visit(element, whole(element), access));
            }
            Words::Outside(..) => {}
        }
    }

    /// What is touched outside of the heap.
    fn outside(self, arguments: &[u64]) -> Option<(Spot, Access)> {
        match self {
            Words::Outside(address, access) => Some((outside_spot(arguments[address]), access)),
            _ => None,
        }
    }
}

impl Footprint {
    /// Whether a call by a method of this visibility is to be scheduled, where there are other threads.
    #[inline]
    pub fn is_seen(&self, machine: &Machine, thread: &Thread, arguments: &[u64], caller: Visibility) -> bool {
        let is_shared = |slot: u64| {
            let object = Ref::from_slot(slot);
            !object.is_null() && machine.heap.is_shared(object)
        };
        match self {
            Footprint::Private(_) => false,
            // The end of the process, the start of a thread, a permit: no word of the heap tells of these, so that the net
            // would not catch one that happens in code that nobody sees.
            Footprint::End(_) | Footprint::Operation([], _) => true,
            // What reflection and handles do to the program's own data is seen, although their calls are not.
            Footprint::Variable(_) => {
                let object = Ref::from_slot(arguments[1]);
                if object.is_null() {
                    return true;
                }
                machine.heap.is_shared(object)
                    && (thread.silent == 0 && !caller.hides_fields()
                        || machine.is_of_program(object, arguments[2]))
            }
            Footprint::Memory(ranges) => ranges.iter().any(|range| {
                let slot = arguments[range.object];
                let is_new = || machine.is_new_memory(arguments[range.offset], arguments[range.bytes]);
                if Ref::from_slot(slot).is_null() { !is_new() } else { is_shared(slot) }
            }),
            // Files are seen whatever code works on them, but for positions of its own.
            Footprint::World(call) => call.is_seen(machine, thread, arguments, caller),
            _ if thread.silent != 0 => false,
            // What is read where data never changes is such data; what is written to is not.
            Footprint::Words(words) => words.iter().any(|words| {
                let counts = match caller {
                    Visibility::Quiet => words.access() == Access::Write,
                    Visibility::QuietFields => words.access() == Access::Write || words.is_of_array(),
                    _ => true,
                };
                counts && words.is_shared(machine, thread, arguments)
            }),
            Footprint::Given(words) => {
                words(arguments).iter().any(|words| words.is_shared(machine, thread, arguments))
            }
            _ if caller.hides_fields() => false,
            Footprint::Operation(objects, _) => {
                objects.is_empty() || objects.iter().any(|number| is_shared(arguments[*number]))
            }
            Footprint::Undeclared => true,
        }
    }

    /// Whether a call is an operation even where there is no other thread.
    #[inline(always)]
    pub fn is_always_seen(&self) -> bool {
        matches!(self, Footprint::Operation([], _) | Footprint::End(_))
    }

    /// What a call touches of what others can reach, object by object.
    pub fn spots(&self, machine: &Machine, thread: &Thread, arguments: &[u64]) -> Vec<(Spot, Access)> {
        match self {
            Footprint::Private(_) | Footprint::Undeclared | Footprint::End(_) => Vec::new(),
            Footprint::World(call) => spots_of(call.words, machine, thread, arguments),
            Footprint::Words(words) => spots_of(words, machine, thread, arguments),
            Footprint::Given(words) => spots_of(words(arguments), machine, thread, arguments),
            Footprint::Memory(ranges) => spots_of_memory(ranges, machine, arguments),
            Footprint::Variable(_) | Footprint::Operation(..) => {
                let operation = self.describe(machine, thread, arguments);
                let access = if operation.writes() { Access::Write } else { Access::Read };
                operation.spot.map(|spot| (spot, access)).into_iter().collect()
            }
        }
    }

    /// The operation that a call is.
    pub fn describe(&self, machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
        match self {
            Footprint::Operation(_, describe) | Footprint::End(describe) => {
                describe(machine, thread, arguments)
            }
            Footprint::Variable(variable) => {
                machine.describe_variable(Ref::from_slot(arguments[1]), arguments[2], *variable)
            }
            Footprint::Memory(ranges) => touching(&spots_of_memory(ranges, machine, arguments)),
            Footprint::Words(words) => touching(&spots_of(words, machine, thread, arguments)),
            Footprint::Given(words) => touching(&spots_of(words(arguments), machine, thread, arguments)),
            Footprint::World(call) => call.describe(machine, thread, arguments),
            Footprint::Private(_) | Footprint::Undeclared => NextOperation::on_everything(),
        }
    }
}

impl Words {
    fn is_shared(self, machine: &Machine, thread: &Thread, arguments: &[u64]) -> bool {
        let mut found = self.outside(arguments).is_some();
        self.each(machine, thread, arguments, &mut |row| found |= !row.parts.is_empty());
        found
    }
}

impl WorldCall {
    /// What the call itself touches.
    pub fn touches(&self, machine: &Machine, thread: &Thread, arguments: &[u64]) -> Vec<Touch> {
        let call = (self.makes)(machine, arguments);
        call.map_or_else(Vec::new, |call| machine.call_touches(thread, &call))
    }

    fn is_seen(&self, machine: &Machine, thread: &Thread, arguments: &[u64], caller: Visibility) -> bool {
        let touches = self.touches(machine, thread, arguments);
        let is_own = |touch: &Touch| touch.place == OUTPUT || World::is_position(touch.place);
        if !touches.iter().all(is_own) {
            return true;
        }
        let is_visible = thread.silent == 0 && !caller.hides_fields();
        let mut words = self.words.iter();
        is_visible && (!touches.is_empty() || words.any(|words| words.is_shared(machine, thread, arguments)))
    }

    fn describe(&self, machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
        let mut operation = touching(&spots_of(self.words, machine, thread, arguments));
        operation.touches.extend(self.touches(machine, thread, arguments));
        if let Some((address, bytes, access)) = self.memory {
            let spots = machine.memory_spots(Ref::NULL, arguments[address], arguments[bytes]);
            operation.touches.extend(spots.iter().map(|spot| Touch { place: spot.place, access }));
        }
        let writes = operation.touches.iter().any(|touch| touch.access == Access::Write);
        operation.kind = if writes { OperationKind::Write } else { OperationKind::Read };
        // No order of memory accesses follows from what lies in files.
        operation.mode = Mode::Relaxed;
        operation
    }
}

fn spots_of_memory(ranges: &[Memory], machine: &Machine, arguments: &[u64]) -> Vec<(Spot, Access)> {
    let touched = ranges.iter().flat_map(|range| {
        let object = Ref::from_slot(arguments[range.object]);
        let spots = machine.memory_spots(object, arguments[range.offset], arguments[range.bytes]);
        spots.into_iter().map(|spot| (spot, range.access))
    });
    touched.collect()
}

fn spots_of(words: &[Words], machine: &Machine, thread: &Thread, arguments: &[u64]) -> Vec<(Spot, Access)> {
    let mut spots = Vec::new();
    for word in words {
        spots.extend(word.outside(arguments));
        word.each(machine, thread, arguments, &mut |row| {
            let Row { object, name, parts, access } = row;
            spots.extend(parts.map(|part| (Spot { object, part, place: Place::new(name, part) }, access)));
        });
    }
    spots
}

/// A plain operation that touches these.
fn touching(spots: &[(Spot, Access)]) -> NextOperation {
    let kind = match spots {
        [(_, Access::Read)] => OperationKind::Read,
        [(_, Access::Write)] => OperationKind::Write,
        _ => OperationKind::Step,
    };
    let touches = spots.iter().map(|(spot, access)| Touch { place: spot.place, access: *access }).collect();
    NextOperation {
        spot: spots.first().map(|(spot, _)| *spot),
        ..NextOperation::new(kind, Mode::Plain, touches)
    }
}
