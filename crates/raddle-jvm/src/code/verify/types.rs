//! The types of slots: what fits where, and what remains where paths meet.

use super::Resolver;
use crate::classes::descriptor::{Kind, class_of_descriptor, descriptor_of_class};
use crate::classes::reader::ClassError;
use crate::library::{ClassId, Library, Symbol};

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Unknown, or different on different paths.
    Unusable,
    /// `int` and what is narrower.
    Int,
    /// `float`.
    Float,
    /// The first half of a `long`.
    Long,
    /// The first half of a `double`.
    Double,
    /// The second half of either.
    Second,
    /// Null.
    Null,
    /// An object of this class, named as class files name it.
    Object(Symbol),
    /// What `new` at this instruction made, before its constructor ran.
    Raw(u32),
    /// The object of a constructor that has not called another one yet.
    RawThis,
}

impl Slot {
    /// Whether it holds a reference.
    pub fn is_reference(self) -> bool {
        matches!(self, Slot::Null | Slot::Object(_) | Slot::Raw(_) | Slot::RawThis)
    }

    /// Whether it holds a reference to an object whose constructor ran, or null.
    pub fn is_object(self) -> bool {
        matches!(self, Slot::Null | Slot::Object(_))
    }
}

/// Types over the classes of a library; without a resolver, all classes are the same.
pub(super) struct Types<'a, 'b> {
    pub(super) library: &'a Library,
    pub(super) resolve: Option<&'b mut Resolver<'b>>,
}

impl Types<'_, '_> {
    /// Pushes the slots of a value with this descriptor.
    pub(super) fn push(&mut self, slots: &mut Vec<Slot>, descriptor: &str) {
        match Kind::of(descriptor) {
            Kind::Void => {}
            Kind::Long => slots.extend([Slot::Long, Slot::Second]),
            Kind::Double => slots.extend([Slot::Double, Slot::Second]),
            Kind::Float => slots.push(Slot::Float),
            Kind::Reference => {
                slots.push(Slot::Object(self.library.symbol(class_of_descriptor(descriptor))));
            }
            _ => slots.push(Slot::Int),
        }
    }

    /// Whether a reference can stand where an object of this class is wanted.
    pub(super) fn fits(&mut self, from: Slot, wanted: &str) -> Result<bool, ClassError> {
        self.fits_as(from, wanted, false)
    }

    /// The same for the object whose protected member is used: even where an interface is wanted, `Object` is none.
    pub(super) fn fits_protected(&mut self, from: Slot, wanted: &str) -> Result<bool, ClassError> {
        self.fits_as(from, wanted, true)
    }

    fn fits_as(&mut self, from: Slot, wanted: &str, is_protected: bool) -> Result<bool, ClassError> {
        match from {
            Slot::Null => Ok(true),
            Slot::Object(name) => {
                let library = self.library;
                self.is_assignable(library.text(name), wanted, is_protected)
            }
            _ => Ok(false),
        }
    }

    fn is_assignable(&mut self, from: &str, wanted: &str, is_protected: bool) -> Result<bool, ClassError> {
        const OBJECT: &str = "java/lang/Object";
        if from == wanted || wanted == OBJECT || self.resolve.is_none() {
            return Ok(true);
        }
        if let Some(wanted) = wanted.strip_prefix('[') {
            let Some(from) = from.strip_prefix('[') else { return Ok(false) };
            return Ok(from == wanted
                || Kind::of(from) == Kind::Reference
                    && Kind::of(wanted) == Kind::Reference
                    && self.is_assignable(
                        class_of_descriptor(from),
                        class_of_descriptor(wanted),
                        is_protected,
                    )?);
        }
        let wanted_class = self.load(wanted)?;
        if self.library.class(wanted_class).is_interface() && !(is_protected && from == OBJECT) {
            // An interface stands for any object; arrays have few of them.
            return Ok(
                !from.starts_with('[') || matches!(wanted, "java/lang/Cloneable" | "java/io/Serializable")
            );
        }
        if from.starts_with('[') {
            return Ok(false);
        }
        let from = self.load(from)?;
        Ok(self.library.is_subclass(from, wanted_class))
    }

    fn load(&mut self, name: &str) -> Result<ClassId, ClassError> {
        let found = self.resolve.as_mut().and_then(|resolve| resolve(name));
        found.ok_or_else(|| ClassError::new(0, format!("VerifyError: the class {name} cannot be had")))
    }

    /// What remains where paths meet.
    pub(super) fn merge(&mut self, left: Slot, right: Slot) -> Slot {
        match (left, right) {
            _ if left == right => left,
            (Slot::Null, Slot::Object(_)) => right,
            (Slot::Object(_), Slot::Null) => left,
            (Slot::Object(left), Slot::Object(right)) => {
                let library = self.library;
                let common = self.common(library.text(left), library.text(right));
                Slot::Object(library.symbol(&common))
            }
            _ => Slot::Unusable,
        }
    }

    /// The common superclass of two classes that differ.
    fn common(&mut self, left: &str, right: &str) -> String {
        const OBJECT: &str = "java/lang/Object";
        if let (Some(left), Some(right)) = (left.strip_prefix('['), right.strip_prefix('[')) {
            if Kind::of(left) != Kind::Reference || Kind::of(right) != Kind::Reference {
                return OBJECT.to_owned();
            }
            let (left, right) = (class_of_descriptor(left), class_of_descriptor(right));
            let common = if left == right { left.to_owned() } else { self.common(left, right) };
            return format!("[{}", descriptor_of_class(&common));
        }
        let Some(resolve) = self.resolve.as_mut() else { return OBJECT.to_owned() };
        if left.starts_with('[') || right.starts_with('[') {
            return OBJECT.to_owned();
        }
        let (Some(left), Some(right)) = (resolve(left), resolve(right)) else { return OBJECT.to_owned() };
        let common = self.common_ancestor(left, right);
        common.map_or(OBJECT, |common| self.library.class_name(common)).to_owned()
    }

    fn common_ancestor(&self, left: ClassId, right: ClassId) -> Option<ClassId> {
        if self.library.class(left).is_interface() || self.library.class(right).is_interface() {
            return None;
        }
        let ancestors = &self.library.class(left).ancestors;
        ancestors.iter().rev().copied().find(|ancestor| self.library.is_subclass(right, *ancestor))
    }
}
