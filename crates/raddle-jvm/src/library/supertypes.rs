//! The superclass and the interfaces of a class: they are loaded before it, and must let it be what it says it is
//! (JVM specification, 5.3.5). What the JDK's own classes say of each other is believed.

use super::{Class, ClassId, ClassShape, Library, LoadError, LoaderId, Symbol};
use crate::classes::class_file::{ClassFile, access};
use crate::classes::reader::ClassError;

/// Superclasses deeper than this are refused, since some walks over them recurse.
const DEEPEST_HIERARCHY: usize = 500;

fn incompatible(message: String) -> LoadError {
    LoadError::Linkage("java/lang/IncompatibleClassChangeError", message)
}

fn external(name: &str) -> String {
    name.replace('/', ".")
}

impl Library {
    /// Loads the supertypes of a class, by its loader.
    pub(super) fn load_supertypes(
        &self,
        file: &ClassFile,
        load: &dyn Fn(&str) -> Result<ClassId, LoadError>,
        place: &str,
    ) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let malformed = |error| LoadError::Malformed(place.to_owned(), error);
        let superclass = match file.super_class {
            0 => None,
            index => Some(load(&file.class_name(index).map_err(malformed)?)?),
        };
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for index in &file.interfaces {
            interfaces.push(load(&file.class_name(*index).map_err(malformed)?)?);
        }
        let this = file.class_name(file.this_class).map_err(malformed)?;
        if superclass.is_none() && this != "java/lang/Object" {
            return Err(malformed(ClassError::new(0, "a class without superclass")));
        }
        let this = external(&this);
        if let Some(id) = superclass {
            let class = self.class(id);
            let name = external(self.text(class.name));
            if class.is_interface() || class.shape != ClassShape::Instance {
                return Err(incompatible(format!("class {this} has interface {name} as super class")));
            }
            if class.access & access::FINAL != 0 {
                return Err(incompatible(format!("class {this} cannot inherit from final class {name}")));
            }
            if class.ancestors.len() >= DEEPEST_HIERARCHY {
                return Err(incompatible(format!("more than {DEEPEST_HIERARCHY} superclasses")));
            }
        }
        for id in &interfaces {
            if !self.class(*id).is_interface() {
                let name = external(self.class_name(*id));
                return Err(incompatible(format!(
                    "class {this} can not implement {name}, because it is not an interface"
                )));
            }
        }
        Ok((superclass, interfaces))
    }

    /// Checks that a class may have its supertypes: it sees them, those that are sealed permit it, and it overrides
    /// nothing that is final.
    pub(super) fn check_supertypes(
        &self,
        file: &ClassFile,
        name: Symbol,
        loader: LoaderId,
        superclass: Option<ClassId>,
        interfaces: &[ClassId],
    ) -> Result<(), LoadError> {
        let this = self.text(name);
        let package = this.rsplit_once('/').map_or("", |(package, _)| package);
        let is_near = |class: &Class| class.loader == loader && self.package(class.id) == package;
        for id in superclass.iter().chain(interfaces) {
            let class = self.class(*id);
            let (own, other) = (external(this), external(self.text(class.name)));
            if !self.permits(class, this, file.access & access::PUBLIC != 0 || is_near(class), loader) {
                return Err(incompatible(format!("class {own} cannot inherit from sealed class {other}")));
            }
            if class.access & access::PUBLIC == 0 && !is_near(class) && !self.is_accessor(class) {
                let message = format!("class {own} cannot access its superclass {other}");
                return Err(LoadError::Linkage("java/lang/IllegalAccessError", message));
            }
        }
        for member in &file.methods {
            let (Ok(method), Ok(descriptor)) = (file.text(member.name), file.text(member.descriptor)) else {
                continue;
            };
            if member.access & (access::PRIVATE | access::STATIC) != 0 || method.starts_with('<') {
                continue;
            }
            let key = (self.symbol(&method), self.symbol(&descriptor));
            let mut current = superclass.map(|id| self.class(id));
            while let Some(class) = current {
                let overridden = class.declared.get(&key).map(|id| self.method(*id)).filter(|overridden| {
                    overridden.access & access::FINAL != 0
                        && overridden.access & (access::STATIC | access::PRIVATE) == 0
                        && (overridden.access & (access::PUBLIC | access::PROTECTED) != 0 || is_near(class))
                });
                if overridden.is_some() {
                    return Err(incompatible(format!(
                        "class {} overrides final method {}.{method}{descriptor}",
                        external(this),
                        external(self.text(class.name)),
                    )));
                }
                current = class.superclass.map(|id| self.class(id));
            }
        }
        Ok(())
    }

    /// Whether a class is one of those by which reflection and serialization reach what they like: the JDK generates them,
    /// they break the rules, and HotSpot lets them.
    pub fn is_accessor(&self, class: &Class) -> bool {
        let mut names = class.ancestors.iter().map(|id| self.class_name(*id));
        names.any(|name| name == "jdk/internal/reflect/MagicAccessorImpl")
    }

    /// Whether a class is not sealed, or permits a subclass of this name. Those it permits are of the same module, and
    /// public or of its package.
    fn permits(&self, class: &Class, subclass: &str, is_visible: bool, loader: LoaderId) -> bool {
        const SEALED_SINCE: u16 = 61;
        let Some(file) = class.file.as_ref().filter(|file| file.major >= SEALED_SINCE) else { return true };
        let Some(mut permitted) = file.class_attribute("PermittedSubclasses") else { return true };
        let count = permitted.u16().unwrap_or(0);
        let is_named = (0..count).any(|_| {
            permitted.u16().is_ok_and(|index| file.class_name(index).is_ok_and(|name| name == subclass))
        });
        is_named && is_visible && class.loader == loader
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::NotFound(name) => write!(formatter, "there is no class {}", external(name)),
            LoadError::Malformed(place, error) => write!(formatter, "{place}: {error}"),
            LoadError::Linkage(class, message) => write!(formatter, "{}: {message}", external(class)),
            LoadError::Unreadable(message) => formatter.write_str(message),
        }
    }
}
