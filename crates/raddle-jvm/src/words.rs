//! Objects, variables and values of a run in words, for reports: `Account#1.balance`, `monitor of Account#2`, `= 3`.
//!
//! An object is called by its class and a number, in the order in which a report comes upon the objects of that class;
//! strings, boxes and threads by what they hold. Filled while a trace is recorded, and never otherwise, so that
//! exploring costs nothing. What does not live here: how a report is laid out.

use crate::classes::descriptor::Kind;
use crate::library::ClassId;
use crate::machine::Machine;
use crate::machine::heap::Ref;
use crate::machine::pending::{CALLS, ELEMENTS, END, INITIALIZATION, MONITOR, OUTPUT, PERMIT, Spot};
use raddle_explore::names::ActorId;
use raddle_explore::operation::Place;
use raddle_explore::words::{PlaceName, Role};
use rustc_hash::FxHashMap;

/// A string longer than this is cut in a report.
const LONGEST_TEXT: usize = 32;

/// What was put into words so far.
#[derive(Clone, Default)]
pub struct Words {
    objects: FxHashMap<u64, String>,
    numbers: FxHashMap<String, u32>,
    places: FxHashMap<Place, PlaceName>,
    actors: FxHashMap<ActorId, String>,
    /// The objects of places, by their names in these.
    spots: FxHashMap<u64, Ref>,
}

/// The name of a class as its programmer writes it, without the package.
fn simple_name(machine: &Machine, class: ClassId) -> String {
    let name = machine.external_name(class);
    // Arrays are named by descriptors: `[I`, `[[Ljava.lang.String;`.
    let dimensions = name.bytes().take_while(|byte| *byte == b'[').count();
    let element = &name[dimensions..];
    let element = match element {
        _ if dimensions == 0 => element,
        "I" => "int",
        "J" => "long",
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "F" => "float",
        "D" => "double",
        _ => element.trim_start_matches('L').trim_end_matches(';'),
    };
    let simple = element.rsplit('.').next().unwrap_or(element).replace('$', ".");
    simple + &"[]".repeat(dimensions)
}

fn number(kind: Kind, bits: u64) -> String {
    match kind {
        Kind::Boolean => (bits & 1 != 0).to_string(),
        Kind::Byte => (bits as i8).to_string(),
        Kind::Short => (bits as i16).to_string(),
        Kind::Char => format!("{:?}", char::from_u32(bits as u16 as u32).unwrap_or('?')),
        Kind::Long => (bits as i64).to_string(),
        Kind::Float => f32::from_bits(bits as u32).to_string(),
        Kind::Double => f64::from_bits(bits).to_string(),
        _ => (bits as i32).to_string(),
    }
}

fn quoted(text: &str) -> String {
    if text.chars().count() <= LONGEST_TEXT {
        return format!("{text:?}");
    }
    let beginning: String = text.chars().take(LONGEST_TEXT).collect();
    format!("{beginning:?}…")
}

impl Words {
    /// What an actor is called, if a trace came upon it.
    pub fn actor(&self, actor: ActorId) -> Option<&str> {
        self.actors.get(&actor).map(String::as_str)
    }

    /// What a place is called, if a trace came upon it.
    pub fn place(&self, place: Place) -> Option<PlaceName> {
        if place == OUTPUT {
            return Some(PlaceName::new(Role::World, "output"));
        }
        self.places.get(&place).cloned()
    }

    /// The object of a place, if a trace came upon it.
    pub fn object_of(&self, place: Place) -> Option<Ref> {
        self.spots.get(&place.object).copied()
    }

    /// Gives a place that is no part of an object its name.
    pub fn name_place(&mut self, place: Place, name: String) {
        self.places.entry(place).or_insert_with(|| PlaceName::new(Role::World, name));
    }

    /// Gives an actor the name of its Java thread.
    pub fn name_actor(&mut self, machine: &Machine, actor: ActorId, thread: Ref) -> String {
        let name = self.object(machine, thread);
        self.actors.entry(actor).or_insert(name).clone()
    }

    /// An object in words.
    pub fn object(&mut self, machine: &Machine, object: Ref) -> String {
        if object.is_null() {
            return "null".to_owned();
        }
        let class = machine.heap.class_of(object);
        if class == machine.core.class {
            return simple_name(machine, machine.mirrored(object)) + ".class";
        }
        let full = machine.external_name(class);
        match full.as_str() {
            "java.lang.String" => return quoted(&machine.string_text(object)),
            "java.lang.Integer"
            | "java.lang.Long"
            | "java.lang.Boolean"
            | "java.lang.Double"
            | "java.lang.Byte"
            | "java.lang.Short"
            | "java.lang.Character"
            | "java.lang.Float" => {
                if let Some(field) = machine.library.field_named(class, "value") {
                    return number(field.kind, machine.heap.field(object, field.offset));
                }
            }
            _ => {}
        }
        if machine.library.is_subclass(class, machine.core.thread) {
            // A thread's own name, not a field that a subclass calls so.
            let name = machine.get_reference(object, "name");
            // Virtual threads have no name unless they are given one.
            if !name.is_null()
                && machine.heap.length(machine.heap.reference(name, machine.core.string_value)) > 0
            {
                return machine.string_text(name);
            }
        }
        let name = machine.heap.name(object);
        if let Some(known) = self.objects.get(&name) {
            return known.clone();
        }
        let simple = simple_name(machine, class);
        let count = self.numbers.entry(simple.clone()).or_default();
        *count += 1;
        let label = format!("{simple}#{count}");
        self.objects.insert(name, label.clone());
        label
    }

    /// Names a variable, monitor or the like; the name is kept for its place.
    pub fn spot(&mut self, machine: &Machine, spot: Spot) {
        self.spots.insert(spot.place.object, spot.object);
        if self.places.contains_key(&spot.place) {
            return;
        }
        let name = match spot.part {
            part if spot.object.is_null() => {
                let address = u64::from(part) * 8;
                PlaceName::new(Role::World, format!("memory outside of the heap, at {address:#x}"))
            }
            MONITOR => PlaceName::new(Role::Monitor, self.object(machine, spot.object)),
            PERMIT => PlaceName::new(Role::Permit, self.object(machine, spot.object)),
            CALLS => PlaceName::new(Role::Object, self.object(machine, spot.object)),
            END => PlaceName::new(Role::End, self.object(machine, spot.object)),
            INITIALIZATION => {
                PlaceName::new(Role::Initialisation, simple_name(machine, machine.mirrored(spot.object)))
            }
            part if part >= ELEMENTS => {
                let index = (part - ELEMENTS).to_string();
                PlaceName::part(Role::Element, self.object(machine, spot.object), index)
            }
            _ => match machine.field_in_word(spot.object, spot.part) {
                Some(field) => {
                    let name = machine.library.text(field.name).to_owned();
                    let holder = if field.is_static() {
                        simple_name(machine, field.class)
                    } else {
                        self.object(machine, spot.object)
                    };
                    let declared = format!("{}.{name}", machine.external_name(field.class));
                    PlaceName::part(Role::Variable, holder, name).declared(declared)
                }
                None => {
                    let object = self.object(machine, spot.object);
                    PlaceName::new(Role::Variable, format!("{object} at {}", spot.part))
                }
            },
        };
        self.places.insert(spot.place, name);
    }

    /// The value that a variable holds; `None` if it is none.
    pub fn value(&mut self, machine: &Machine, spot: Spot) -> Option<String> {
        let (kind, bits) = if spot.object.is_null() || spot.part >= CALLS {
            return None;
        } else if spot.part >= ELEMENTS {
            let kind = machine.library.class(machine.heap.class_of(spot.object)).element_kind()?;
            let index = spot.part - ELEMENTS;
            if index >= machine.heap.length(spot.object) {
                return None;
            }
            let bytes = kind.element_bytes() as u32;
            let offset = crate::machine::heap::HEADER_BYTES + u64::from(index) * u64::from(bytes);
            (kind, machine.heap.bytes_at(spot.object, offset, bytes))
        } else {
            (
                machine.field_in_word(spot.object, spot.part)?.kind,
                machine.heap.field(spot.object, spot.part as u16),
            )
        };
        Some(match kind {
            Kind::Reference => self.object(machine, Ref::from_slot(bits)),
            kind => number(kind, bits),
        })
    }
}
