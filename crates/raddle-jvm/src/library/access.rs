//! Who may use what (JVM specification, 5.4.4). Code of the JDK is trusted, and is not asked.

use super::{Class, ClassId, ClassShape, Library};
use crate::classes::class_file::access;

/// Whether a member may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    /// It may.
    Granted,
    /// It may if the two classes are in one nest.
    AmongNestmates,
    /// It may not.
    Denied,
}

/// From this version on, final fields are set by initialisers only.
const STRICT_FINALS: u16 = 53;

impl Library {
    /// Whether nothing needs to be asked for this class: it is the JDK's, or was made for it.
    fn may_do_anything(&self, class: &Class) -> bool {
        class.trusted || class.hidden || self.is_accessor(class)
    }

    /// Whether the code of a class may name another one; an array, if its elements may be named.
    pub fn may_name(&self, from: ClassId, class: ClassId) -> bool {
        let mut named = self.class(class);
        while let ClassShape::ReferenceArray(element) = named.shape {
            named = self.class(element);
        }
        named.access & access::PUBLIC != 0
            || self.may_do_anything(self.class(from))
            || self.same_package(from, named.id)
    }

    /// Whether the code of a class may use a member of `holder`, which it names as one of `named`.
    pub fn may_use(&self, from: ClassId, named: ClassId, holder: ClassId, flags: u16) -> Permission {
        if flags & access::PUBLIC != 0 || from == holder || self.may_do_anything(self.class(from)) {
            return Permission::Granted;
        }
        if flags & access::PRIVATE != 0 {
            return Permission::AmongNestmates;
        }
        let is_inherited = flags & access::PROTECTED != 0
            && self.is_subclass(from, holder)
            && (flags & access::STATIC != 0
                || self.is_subclass(named, from)
                || self.is_subclass(from, named)
                // Arrays have a public `clone`.
                || self.class(named).is_array());
        let is_clone_of_array = self.class(named).is_array() && flags & access::PROTECTED != 0;
        if is_inherited || is_clone_of_array || self.same_package(from, holder) {
            Permission::Granted
        } else {
            Permission::Denied
        }
    }

    /// Whether a method of a class may set a final field of `holder`: the class's own initialisers may.
    pub fn may_set_final(&self, from: ClassId, is_initializer: bool, holder: ClassId) -> bool {
        let class = self.class(from);
        if self.may_do_anything(class) {
            return true;
        }
        let is_strict = class.file.as_ref().is_some_and(|file| file.major >= STRICT_FINALS);
        from == holder && (is_initializer || !is_strict)
    }
}
