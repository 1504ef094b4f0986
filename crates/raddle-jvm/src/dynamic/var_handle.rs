//! Accesses through variable handles: fields, statics and array elements are read and written here, in one operation
//! with its mode. Handles of other shapes, and calls that need conversions, take the JDK's way.

use super::HandleCall;
use crate::classes::descriptor::{Kind, parse_method};
use crate::library::CallSite;
use crate::machine::heap::{HEADER_BYTES, Ref};
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use crate::natives::atomic::{self, Update};
use std::rc::Rc;

/// Where a handle's variable lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Instance,
    Static,
    Array,
}

/// What a handle's class says about its variable.
fn describe(class: &str) -> Option<(Kind, Shape, bool)> {
    let (outer, inner) = class.strip_prefix("java/lang/invoke/VarHandle")?.split_once('$')?;
    let kind = match outer {
        "Booleans" => Kind::Boolean,
        "Bytes" => Kind::Byte,
        "Chars" => Kind::Char,
        "Shorts" => Kind::Short,
        "Ints" => Kind::Int,
        "Longs" => Kind::Long,
        "Floats" => Kind::Float,
        "Doubles" => Kind::Double,
        "References" | "Objects" => Kind::Reference,
        _ => return None,
    };
    match inner {
        "FieldInstanceReadWrite" => Some((kind, Shape::Instance, true)),
        "FieldInstanceReadOnly" => Some((kind, Shape::Instance, false)),
        "FieldStaticReadWrite" => Some((kind, Shape::Static, true)),
        "FieldStaticReadOnly" => Some((kind, Shape::Static, false)),
        "Array" => Some((kind, Shape::Array, true)),
        _ => None,
    }
}

/// What an access does: a method name without its mode.
fn split_mode(name: &str) -> &str {
    for suffix in ["Volatile", "Acquire", "Release", "Opaque", "Plain"] {
        if let Some(rest) = name.strip_suffix(suffix) {
            return rest;
        }
    }
    name
}

impl Machine {
    /// The variable of a handle and its coordinates: object, offset and kind.
    pub(crate) fn variable_of(&self, handle: Ref, coordinates: &[u64]) -> Option<(Ref, u64, Kind)> {
        let (kind, shape, _) = describe(self.library.class_name(self.heap.class_of(handle)))?;
        let coordinate = |number: usize| coordinates.get(number).copied();
        let (object, offset) = match shape {
            Shape::Instance => (Ref::from_slot(coordinate(0)?), self.get(handle, "fieldOffset")),
            Shape::Static => (self.get_reference(handle, "base"), self.get(handle, "fieldOffset")),
            Shape::Array => {
                let index = u64::from(coordinate(1)? as u32);
                (Ref::from_slot(coordinate(0)?), HEADER_BYTES + index * kind.element_bytes() as u64)
            }
        };
        Some((object, offset, kind))
    }

    /// Does an access if the handle and the call are plain ones.
    pub(crate) fn access_variable(
        &mut self,
        thread: &mut Thread,
        site: &CallSite,
        name: &str,
        stops: bool,
        first: usize,
    ) -> Result<Option<HandleCall>, Trap> {
        let library = Rc::clone(&self.library);
        let handle = Ref::from_slot(thread.stack[first]);
        let class = self.heap.class_of(handle);
        let Some((kind, shape, is_writable)) = describe(library.class_name(class)) else { return Ok(None) };
        let Ok(call) = parse_method(library.text(site.descriptor)) else { return Ok(None) };
        let coordinates = match shape {
            Shape::Static => 0,
            Shape::Instance => 1,
            Shape::Array => 2,
        };
        let operation = split_mode(name);
        let values = match operation {
            "get" => 0,
            "set" | "getAndSet" | "getAndAdd" | "getAndBitwiseOr" | "getAndBitwiseAnd"
            | "getAndBitwiseXor" => 1,
            "compareAndSet" | "weakCompareAndSet" | "compareAndExchange" => 2,
            _ => return Ok(None),
        };
        if call.parameters.len() != coordinates + values || (values > 0 && !is_writable) {
            return Ok(None);
        }
        if call.parameters[coordinates..].iter().any(|parameter| Kind::of(parameter) != kind) {
            return Ok(None);
        }
        if shape != Shape::Static && Kind::of(call.parameters[0]) != Kind::Reference {
            return Ok(None);
        }
        if shape == Shape::Array && Kind::of(call.parameters[1]) != Kind::Int {
            return Ok(None);
        }
        let result_kind = Kind::of(call.result);
        let expected_result = match operation {
            "set" => Kind::Void,
            "compareAndSet" | "weakCompareAndSet" => Kind::Boolean,
            _ => kind,
        };
        if result_kind != expected_result && result_kind != Kind::Void {
            return Ok(None);
        }
        // Where the variable is.
        let mut at = first + 1;
        let (object, offset) = match shape {
            Shape::Instance => {
                let object = Ref::from_slot(thread.stack[at]);
                at += 1;
                if object.is_null() {
                    return Err(self.throw_null(thread));
                }
                let receiver_type = self.mirrored(self.get_reference(handle, "receiverType"));
                if !library.is_subclass(self.heap.class_of(object), receiver_type) {
                    return Ok(None);
                }
                (object, self.get(handle, "fieldOffset"))
            }
            Shape::Static => {
                let base = self.get_reference(handle, "base");
                if base.is_null() {
                    return Ok(None);
                }
                let declaring = self.mirrored(base);
                self.ensure_initialized(thread, declaring)?;
                (base, self.get(handle, "fieldOffset"))
            }
            Shape::Array => {
                let array = Ref::from_slot(thread.stack[at]);
                let index = thread.stack[at + 1] as i32;
                at += 2;
                if array.is_null() {
                    return Err(self.throw_null(thread));
                }
                if library.class(self.heap.class_of(array)).element_kind() != Some(kind) {
                    return Ok(None);
                }
                let length = self.heap.length(array);
                if index as u32 >= length {
                    let text = format!("Index {index} out of bounds for length {length}");
                    return Err(self.throw(thread, "java/lang/ArrayIndexOutOfBoundsException", &text));
                }
                (array, 16 + index as u64 * kind.element_bytes() as u64)
            }
        };
        let is_seen = self.concurrent && thread.nested == 0 && thread.silent == 0;
        if stops && is_seen && !thread.granted && self.heap.is_shared(object) {
            return Ok(Some(HandleCall::Stop));
        }
        if values > 0 && !self.heap.is_shared(object) {
            thread.iterations.clear();
        }
        let value_at = |number: usize| thread.stack[at + number * kind.slots()];
        if kind == Kind::Reference && values > 0 {
            let written = Ref::from_slot(value_at(values - 1));
            if !written.is_null() && !self.fits_variable(handle, object, shape == Shape::Array, written) {
                return Ok(None);
            }
            if stops && self.heap.is_shared(object) {
                self.publish_in(object, written);
            }
        }
        let value = match operation {
            "get" => atomic::read(self, object, offset, kind),
            "set" => {
                atomic::write(self, object, offset, kind, value_at(0));
                0
            }
            "compareAndSet" | "weakCompareAndSet" => {
                let old = atomic::compare_and_exchange(self, object, offset, kind, value_at(0), value_at(1));
                u64::from(atomic::same(kind, old, value_at(0)))
            }
            "compareAndExchange" => {
                atomic::compare_and_exchange(self, object, offset, kind, value_at(0), value_at(1))
            }
            "getAndSet" => atomic::update(self, object, offset, kind, Update::Set, value_at(0)),
            "getAndAdd" if matches!(kind, Kind::Reference | Kind::Boolean) => return Ok(None),
            "getAndAdd" => atomic::update(self, object, offset, kind, Update::Add, value_at(0)),
            _ if matches!(kind, Kind::Reference | Kind::Float | Kind::Double) => return Ok(None),
            "getAndBitwiseOr" => atomic::update(self, object, offset, kind, Update::Or, value_at(0)),
            "getAndBitwiseAnd" => atomic::update(self, object, offset, kind, Update::And, value_at(0)),
            _ => atomic::update(self, object, offset, kind, Update::Xor, value_at(0)),
        };
        Ok(Some(HandleCall::Value(value, result_kind)))
    }

    /// Whether a reference may be written to a handle's variable; the JDK's way throws if not.
    fn fits_variable(&self, handle: Ref, object: Ref, is_array: bool, value: Ref) -> bool {
        let class = self.heap.class_of(value);
        if is_array {
            return match self.library.class(self.heap.class_of(object)).shape {
                crate::library::ClassShape::ReferenceArray(component) => {
                    self.library.is_subclass(class, component)
                }
                _ => false,
            };
        }
        let field_type = self.get_reference(handle, "fieldType");
        !field_type.is_null() && self.library.is_subclass(class, self.mirrored(field_type))
    }
}
