//! Making and reading objects: instances, arrays, strings, mirrors, boxes, and their names.

use super::fingerprint::STABLE;
use super::heap::Ref;
use super::thread::Thread;
use super::{Machine, Trap};
use crate::classes::descriptor::Kind;
use crate::library::{ClassId, ClassShape, LoaderId};
use std::rc::Rc;

impl Machine {
    /// The name of the next object of a thread: its creator, and its number there.
    #[inline]
    pub fn next_name(&mut self, thread: &mut Thread) -> u64 {
        if let Some((class, count)) = thread.namers.last_mut() {
            *count += 1;
            return STABLE | (u64::from(*class >> 3) << 32) | u64::from(*count);
        }
        thread.allocations = thread.allocations.wrapping_add(1);
        (u64::from(thread.path >> 3) << 32) | u64::from(thread.allocations)
    }

    /// What the name of an object says of the class whose initialiser made it, if one did.
    pub fn creating_class(&self, object: Ref) -> Option<u32> {
        let name = self.heap.name(object);
        (name >> 62 & 1 != 0).then_some((name >> 32) as u32 & (u32::MAX >> 3))
    }

    /// Whether a class is meant by that.
    pub fn is_creator(&self, class: ClassId, creator: u32) -> bool {
        self.class_hash(class) >> 3 == creator
    }

    /// A new instance, its fields zero.
    #[inline]
    pub fn new_instance(&mut self, thread: &mut Thread, class: ClassId) -> Result<Ref, Trap> {
        let words = self.library.class(class).instance_words;
        let name = self.next_name(thread);
        match self.heap.allocate(words, class, words, name) {
            Ok(object) => Ok(object),
            Err(_) => Err(self.out_of_memory(thread)),
        }
    }

    /// A new array, its elements zero.
    #[inline]
    pub fn new_array(&mut self, thread: &mut Thread, class: ClassId, length: i32) -> Result<Ref, Trap> {
        if length < 0 {
            return Err(self.throw(thread, "java/lang/NegativeArraySizeException", &length.to_string()));
        }
        let bytes = self.library.class(class).element_kind().unwrap_or(Kind::Reference).element_bytes();
        let words = 2 + (length as u64 * bytes as u64).div_ceil(8);
        let name = self.next_name(thread);
        let words = u32::try_from(words).unwrap_or(u32::MAX);
        match self.heap.allocate(words, class, length as u32, name) {
            Ok(object) => Ok(object),
            Err(_) => Err(self.out_of_memory(thread)),
        }
    }

    #[cold]
    fn out_of_memory(&mut self, thread: &mut Thread) -> Trap {
        // The error itself needs room: give it some above the limit.
        let heap_bytes = self.limits.heap_bytes;
        self.heap.set_limit((heap_bytes + (1 << 20)) / 8);
        let trap = self.throw(thread, "java/lang/OutOfMemoryError", "Java heap space");
        self.heap.set_limit(heap_bytes / 8);
        trap
    }

    /// A new string.
    pub fn new_string(&mut self, thread: &mut Thread, text: &str) -> Result<Ref, Trap> {
        if text.is_ascii() {
            return self.new_string_from(thread, text.as_bytes(), 0);
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(thread, &units)
    }

    /// A new string of UTF-16 units.
    pub fn new_string_utf16(&mut self, thread: &mut Thread, units: &[u16]) -> Result<Ref, Trap> {
        if units.iter().all(|unit| *unit < 256) {
            let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
            self.new_string_from(thread, &bytes, 0)
        } else {
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            self.new_string_from(thread, &bytes, 1)
        }
    }

    fn new_string_from(&mut self, thread: &mut Thread, bytes: &[u8], coder: u64) -> Result<Ref, Trap> {
        let value = self.new_byte_array(thread, bytes)?;
        let string = self.new_instance(thread, self.core.string)?;
        self.heap.set_field(string, self.core.string_value, value.slot());
        self.heap.set_field(string, self.core.string_coder, coder);
        Ok(string)
    }

    /// A new byte array.
    pub fn new_byte_array(&mut self, thread: &mut Thread, bytes: &[u8]) -> Result<Ref, Trap> {
        let array = self.new_array(thread, self.core.byte_array, bytes.len() as i32)?;
        self.heap.set_byte_range(array, 0, bytes);
        Ok(array)
    }

    /// A new array of references.
    pub fn new_reference_array(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        elements: &[Ref],
    ) -> Result<Ref, Trap> {
        let array = self.new_array(thread, class, elements.len() as i32)?;
        for (index, element) in elements.iter().enumerate() {
            self.heap.set_element32(array, index as u32, element.0);
        }
        Ok(array)
    }

    /// The elements of an array of references.
    pub fn references(&self, array: Ref) -> Vec<Ref> {
        (0..self.heap.length(array)).map(|index| Ref(self.heap.element32(array, index))).collect()
    }

    /// The UTF-16 units of a string.
    pub fn string_units(&self, string: Ref) -> Vec<u16> {
        let value = self.heap.reference(string, self.core.string_value);
        if value.is_null() {
            return Vec::new();
        }
        let bytes = self.heap.byte_range(value, 0, self.heap.length(value));
        if self.heap.field(string, self.core.string_coder) as u8 == 0 {
            bytes.iter().map(|byte| u16::from(*byte)).collect()
        } else {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        }
    }

    /// The text of a string.
    pub fn string_text(&self, string: Ref) -> String {
        String::from_utf16_lossy(&self.string_units(string))
    }

    /// The text of a string, or a `NullPointerException`.
    pub fn require_text(&mut self, thread: &mut Thread, string: Ref) -> Result<String, Trap> {
        if string.is_null() {
            return Err(self.throw_null(thread));
        }
        Ok(self.string_text(string))
    }

    /// The interned string with this content.
    pub fn intern(&mut self, thread: &mut Thread, units: &[u16]) -> Result<Ref, Trap> {
        if let Some(known) = self.interned.get(units) {
            return Ok(*known);
        }
        // Interned strings belong to nobody: their name is their content.
        let hash = units
            .iter()
            .fold(0x811C_9DC5u32, |hash, unit| (hash ^ u32::from(*unit)).wrapping_mul(0x0100_0193));
        thread.namers.push((hash, 0));
        let string = self.new_string_utf16(thread, units);
        thread.namers.pop();
        let string = string?;
        self.publish(string);
        Rc::make_mut(&mut self.interned).insert(units.into(), string);
        Ok(string)
    }

    /// The interned string with this text.
    pub fn intern_text(&mut self, thread: &mut Thread, text: &str) -> Result<Ref, Trap> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern(thread, &units)
    }

    /// Makes everything that the static fields of a class lead to known to all threads.
    pub fn publish_statics_of(&mut self, class: ClassId) {
        let library = Rc::clone(&self.library);
        let mirror = self.class_state(class).mirror;
        if mirror.is_null() {
            return;
        }
        self.own_statics_of(class);
        for offset in &library.class(class).static_reference_words {
            let value = self.heap.load_reference(mirror, self.static_word(*offset));
            self.publish(value);
        }
    }

    /// Makes everything that statics, constants and interned strings lead to known to all threads.
    pub fn publish_statics(&mut self) {
        let library = Rc::clone(&self.library);
        for index in 0..self.class_states.len().min(library.class_count() as usize) {
            let mirror = self.class_states[index].mirror;
            if mirror.is_null() {
                continue;
            }
            self.publish_statics_of(ClassId(index as u32));
            for offset in &library.class(self.core.class).reference_words {
                let value = self.heap.load_reference(mirror, *offset);
                self.publish(value);
            }
        }
        let references: Vec<Ref> = self
            .resolved
            .iter()
            .chain(self.interned.values())
            .chain(self.loaders.iter())
            .chain(self.modules.values())
            .copied()
            .chain(self.threads.iter().map(|thread| thread.object))
            .collect();
        for reference in references {
            self.publish(reference);
        }
    }

    /// The `java.lang.Class` of a class.
    pub fn mirror(&mut self, thread: &mut Thread, class: ClassId) -> Result<Ref, Trap> {
        let known = self.class_state(class).mirror;
        if !known.is_null() {
            return Ok(known);
        }
        let library = Rc::clone(&self.library);
        let mirrored = library.class(class);
        let component = match mirrored.shape {
            ClassShape::ReferenceArray(component) => self.mirror(thread, component)?,
            ClassShape::PrimitiveArray(kind) => self.mirror(thread, library.primitive(kind))?,
            _ => Ref::NULL,
        };
        let words = u32::from(self.core.class_id) + 1 + mirrored.static_words;
        let name = STABLE | (u64::from(self.class_hash(class) >> 3) << 32);
        let Ok(mirror) = self.heap.allocate(words, self.core.class, words, name) else {
            return Err(self.out_of_memory(thread));
        };
        self.heap.set_field(mirror, self.core.class_id, u64::from(class.0));
        self.heap.set_field(mirror, self.core.class_component, component.slot());
        let loader = self.loader_object(mirrored.loader);
        self.heap.set_field(mirror, self.core.class_loader, loader.slot());
        self.heap.set_shared(mirror);
        self.class_state_mut(class).mirror = mirror;
        let module = self.module_for(thread, class)?;
        self.heap.set_field(mirror, self.core.class_module, module.slot());
        // Newer JDKs have these as fields.
        let modifiers = crate::natives::class_modifiers(self, mirror);
        self.set(mirror, "modifiers", modifiers);
        self.set(mirror, "primitive", u64::from(matches!(mirrored.shape, ClassShape::Primitive(_))));
        self.set_static_constants(thread, class, mirror)?;
        Ok(mirror)
    }

    /// A hash of a class's name, the same in every run.
    pub fn class_hash(&self, class: ClassId) -> u32 {
        let name = self.library.class_name(class);
        name.bytes().fold(0x811C_9DC5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// The loader object of a loader.
    pub fn loader_object(&self, loader: LoaderId) -> Ref {
        self.loaders.get(loader.0 as usize).copied().unwrap_or(Ref::NULL)
    }

    /// The loader of a loader object; a new one is remembered.
    pub fn loader_of_object(&mut self, object: Ref) -> LoaderId {
        if object.is_null() {
            return LoaderId::BOOT;
        }
        if let Some(index) = self.loaders.iter().position(|known| *known == object) {
            return LoaderId(index as u32);
        }
        let loaders = Rc::make_mut(&mut self.loaders);
        while loaders.len() < 2 {
            loaders.push(Ref::NULL);
        }
        loaders.push(object);
        LoaderId(loaders.len() as u32 - 1)
    }

    /// The class that a `java.lang.Class` stands for.
    pub fn mirrored(&self, mirror: Ref) -> ClassId {
        ClassId(self.heap.load_field(mirror, self.core.class_id) as u32)
    }

    /// Where the static field at an offset lies in the mirror.
    #[inline(always)]
    pub fn static_word(&self, offset: u16) -> u16 {
        self.core.class_id + 1 + offset
    }

    /// The number that `System.identityHashCode` gives: made from the object's name, which the program can see by that.
    pub fn identity_hash(&mut self, object: Ref) -> i32 {
        let name = self.heap.name(object);
        if let Some(creator) = self.new_object_of(name)
            && !self.seen_creators.contains(&creator)
        {
            Rc::make_mut(&mut self.seen_creators).insert(creator);
        }
        let mixed = (name ^ (name >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed >> 33) as i32 & 0x7FFF_FFFF).max(1)
    }

    /// Boxes a value.
    pub fn box_value(&mut self, thread: &mut Thread, kind: Kind, value: u64) -> Result<Ref, Trap> {
        match kind {
            Kind::Reference => Ok(Ref::from_slot(value)),
            Kind::Void => Ok(Ref::NULL),
            _ => {
                let index = box_index(kind);
                let class = self.core.boxes[index];
                if let Some(cached) = self.cached_box(kind, value) {
                    return Ok(cached);
                }
                let object = self.new_instance(thread, class)?;
                self.heap.set_field(object, self.core.box_values[index], value);
                Ok(object)
            }
        }
    }

    /// The object that `valueOf` keeps for small values, once the caches are there.
    fn cached_box(&mut self, kind: Kind, value: u64) -> Option<Ref> {
        let library = Rc::clone(&self.library);
        let static_reference = |machine: &Machine, class: ClassId, name: &str| {
            let field = library.field_named(class, name)?;
            let mirror = machine.class_state(class).mirror;
            (!mirror.is_null())
                .then(|| machine.heap.load_reference(mirror, machine.static_word(field.offset)))
        };
        if kind == Kind::Boolean {
            let name = if value as u8 != 0 { "TRUE" } else { "FALSE" };
            return static_reference(self, self.core.boxes[0], name).filter(|object| !object.is_null());
        }
        let (cache, low, number) = match kind {
            Kind::Byte => ("java/lang/Byte$ByteCache", -128, i64::from(value as i8)),
            Kind::Short => ("java/lang/Short$ShortCache", -128, i64::from(value as i16)),
            Kind::Char => ("java/lang/Character$CharacterCache", 0, i64::from(value as u16)),
            Kind::Int => ("java/lang/Integer$IntegerCache", -128, i64::from(value as i32)),
            Kind::Long => ("java/lang/Long$LongCache", -128, value as i64),
            _ => return None,
        };
        let class = library.loaded(LoaderId::BOOT, cache)?;
        let array = static_reference(self, class, "cache").filter(|array| !array.is_null())?;
        let index = u32::try_from(number - low).ok().filter(|index| *index < self.heap.length(array))?;
        Some(Ref(self.heap.load32(array, index))).filter(|object| !object.is_null())
    }

    /// The kind and the value of a box.
    pub fn unbox(&self, object: Ref) -> Option<(Kind, u64)> {
        if object.is_null() {
            return None;
        }
        let class = self.heap.class_of(object);
        let index = self.core.boxes.iter().position(|known| *known == class)?;
        Some((BOX_KINDS[index], self.heap.field(object, self.core.box_values[index])))
    }

    /// A field by name: the machine's own reads, where speed does not matter.
    pub fn get(&self, object: Ref, name: &str) -> u64 {
        match self.library.field_named(self.heap.class_of(object), name) {
            Some(field) => self.heap.field(object, field.offset),
            None => 0,
        }
    }

    /// A reference field by name.
    pub fn get_reference(&self, object: Ref, name: &str) -> Ref {
        Ref::from_slot(self.get(object, name))
    }

    /// Writes a field by name, if the object has it.
    pub fn set(&mut self, object: Ref, name: &str, value: u64) {
        let library = Rc::clone(&self.library);
        if let Some(field) = library.field_named(self.heap.class_of(object), name) {
            if field.kind == Kind::Reference && self.heap.is_shared(object) {
                self.hand_on(Ref::from_slot(value));
            }
            self.heap.set_field(object, field.offset, value);
        }
    }

    /// Writes a static field by name, if the class has it.
    pub fn set_static(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        name: &str,
        value: u64,
    ) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        if let Some(field) = library.field_named(class, name).filter(|field| field.is_static()) {
            let mirror = self.mirror(thread, field.class)?;
            if field.kind == Kind::Reference {
                self.hand_on(Ref::from_slot(value));
            }
            self.heap.set_field(mirror, self.static_word(field.offset), value);
        }
        Ok(())
    }

    /// A static field by name.
    pub fn get_static(&mut self, thread: &mut Thread, class: ClassId, name: &str) -> Result<u64, Trap> {
        let library = Rc::clone(&self.library);
        match library.field_named(class, name).filter(|field| field.is_static()) {
            Some(field) => {
                let mirror = self.mirror(thread, field.class)?;
                Ok(self.heap.field(mirror, self.static_word(field.offset)))
            }
            None => Ok(0),
        }
    }
}

/// The kinds of the boxes, in the order of [`super::core::Core::boxes`].
pub const BOX_KINDS: [Kind; 8] =
    [Kind::Boolean, Kind::Byte, Kind::Char, Kind::Short, Kind::Int, Kind::Long, Kind::Float, Kind::Double];

/// The place of a kind in that order.
pub fn box_index(kind: Kind) -> usize {
    BOX_KINDS.iter().position(|known| *known == kind).unwrap_or(0)
}
