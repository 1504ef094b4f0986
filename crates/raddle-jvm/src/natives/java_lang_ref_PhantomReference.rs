//! `java.lang.ref.PhantomReference`.

use super::{NativeMethod, native};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[native("refersTo0", "", |machine, _, arguments| {
    Ok(u64::from(machine.get(Ref::from_slot(arguments[0]), "referent") == arguments[1]))
}), native("clear0", "", |machine, _, arguments| {
    machine.set(Ref::from_slot(arguments[0]), "referent", 0);
    Ok(0)
})];
