//! Finding members in classes, and the relations between classes: subtypes, overriding, selection.

use super::{Class, ClassId, ClassShape, Field, Library, LoaderId, Method, MethodId, Symbol};
use crate::classes::class_file::access;

impl Library {
    /// Whether an instance of `sub` can stand where `sup` is expected.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup {
            return true;
        }
        let lower = self.class(sub);
        let upper = self.class(sup);
        if let (ClassShape::ReferenceArray(from), ClassShape::ReferenceArray(to)) = (lower.shape, upper.shape)
        {
            return self.is_subclass(from, to);
        }
        if upper.is_interface() {
            lower.all_interfaces.binary_search(&sup).is_ok()
        } else {
            lower.ancestors.get(upper.ancestors.len().wrapping_sub(1)) == Some(&sup)
        }
    }

    /// The field that a name and a descriptor mean in a class: its own, its interfaces', its superclass's.
    pub fn find_field(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<&Field> {
        let mut current = Some(class);
        while let Some(id) = current {
            let class = self.class(id);
            let own = class.fields.iter().find(|field| field.name == name && field.descriptor == descriptor);
            if own.is_some() {
                return own;
            }
            for interface in &class.interfaces {
                if let Some(field) = self.find_field(*interface, name, descriptor) {
                    return Some(field);
                }
            }
            current = class.superclass;
        }
        None
    }

    /// A field by name, for the machine's own use: that of the JDK's class, whatever a class of the program that extends
    /// it calls its own fields.
    pub fn field_named(&self, class: ClassId, name: &str) -> Option<&Field> {
        let name = self.symbol(name);
        let fields =
            self.class(class).ancestors.iter().rev().flat_map(|ancestor| &self.class(*ancestor).fields);
        let mut named = fields.filter(|field| field.name == name);
        let nearest = named.next()?;
        let is_of_jdk = |field: &&Field| self.class(field.class).loader == LoaderId::BOOT;
        Some(std::iter::once(nearest).chain(named).find(is_of_jdk).unwrap_or(nearest))
    }

    /// The method that a class itself declares.
    pub fn declared_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<&Method> {
        let key = (self.symbol(name), self.symbol(descriptor));
        self.class(class).declared.get(&key).map(|id| self.method(*id))
    }

    /// The method that a name and a descriptor mean in a class: declared by it or a superclass, or else by an
    /// interface.
    pub fn find_method(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<&Method> {
        self.find_in_superclasses(class, name, descriptor)
            .or_else(|| self.find_in_interfaces(class, name, descriptor).map(|id| self.method(id)))
    }

    fn find_in_superclasses(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<&Method> {
        let mut current = Some(class);
        while let Some(id) = current {
            let class = self.class(id);
            if let Some(method) = class.declared.get(&(name, descriptor)) {
                return Some(self.method(*method));
            }
            current = class.superclass;
        }
        None
    }

    /// The maximally specific interface method, a default one first.
    fn find_in_interfaces(&self, class: ClassId, name: Symbol, descriptor: Symbol) -> Option<MethodId> {
        let class = self.class(class);
        let candidates: Vec<&Method> = class
            .all_interfaces
            .iter()
            .filter_map(|interface| self.class(*interface).declared.get(&(name, descriptor)))
            .map(|id| self.method(*id))
            .filter(|method| method.access & (access::STATIC | access::PRIVATE) == 0)
            .collect();
        let is_hidden = |method: &Method| {
            candidates
                .iter()
                .any(|other| other.class != method.class && self.is_subclass(other.class, method.class))
        };
        let mut specific: Vec<&&Method> = candidates.iter().filter(|method| !is_hidden(method)).collect();
        specific.sort_by_key(|method| method.is_abstract());
        specific.first().map(|method| method.id)
    }

    /// The signature-polymorphic method of this name, if the class has one.
    pub fn find_polymorphic(&self, class: ClassId, name: Symbol) -> Option<&Method> {
        let methods = &self.class(class).methods;
        methods.iter().map(|id| self.method(*id)).find(|method| method.polymorphic && method.name == name)
    }

    /// The method that a call of an interface method (or of one found in an interface) selects for a receiver.
    pub fn select(&self, receiver: ClassId, called: &Method) -> Option<MethodId> {
        if called.is_private() {
            return Some(called.id);
        }
        let class = self.class(receiver);
        if let Some(known) = class.selected.borrow().get(&called.id) {
            return *known;
        }
        let found = self.select_uncached(class, called);
        class.selected.borrow_mut().insert(called.id, found);
        found
    }

    fn select_uncached(&self, class: &Class, called: &Method) -> Option<MethodId> {
        let mut current = Some(class.id);
        while let Some(id) = current {
            let class = self.class(id);
            if let Some(method) =
                class.declared.get(&(called.name, called.descriptor)).map(|id| self.method(*id))
                && method.access & (access::STATIC | access::PRIVATE) == 0
            {
                return Some(method.id);
            }
            current = class.superclass;
        }
        self.find_in_interfaces(class.id, called.name, called.descriptor)
    }

    /// The package of a class, with slashes.
    pub fn package(&self, class: ClassId) -> &str {
        self.class_name(class).rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// Whether two classes are in one run-time package.
    pub fn same_package(&self, left: ClassId, right: ClassId) -> bool {
        self.class(left).loader == self.class(right).loader && self.package(left) == self.package(right)
    }
}
