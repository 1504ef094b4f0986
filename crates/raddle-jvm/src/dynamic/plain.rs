//! Which dynamic call sites are as javac writes them. Those are linked here; for all others, which are wrong or come from
//! elsewhere, the JDK's own code decides what they do or which error they end in.

use super::lambda::{INVOKE_INTERFACE, INVOKE_STATIC, INVOKE_VIRTUAL, NEW_INVOKE_SPECIAL, unboxed_kind};
use super::{Bootstrap, HandleConstant};
use crate::classes::class_file::access;
use crate::classes::descriptor::{Kind, class_of_descriptor, descriptor_of_class, parse_method};
use crate::library::ClassId;
use crate::library::access::Permission;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

/// What the bootstrap methods take before their own arguments.
const FIRST: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";

/// The bootstrap methods that are done here: class, name, and the rest of the descriptor.
const BOOTSTRAPS: [(&str, &str, &str); 5] = [
    (
        "java/lang/invoke/LambdaMetafactory",
        "metafactory",
        "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;\
         Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
    ),
    (
        "java/lang/invoke/LambdaMetafactory",
        "altMetafactory",
        "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
    ),
    (
        "java/lang/invoke/StringConcatFactory",
        "makeConcatWithConstants",
        "Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
    ),
    (
        "java/lang/invoke/StringConcatFactory",
        "makeConcat",
        "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
    ),
    (
        "java/lang/runtime/ObjectMethods",
        "bootstrap",
        "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;\
         [Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;",
    ),
];

/// Whether a handle is that of a bootstrap method which is done here.
pub(super) fn is_known_bootstrap(handle: &HandleConstant) -> bool {
    let rest = handle.descriptor.strip_prefix(FIRST);
    handle.kind == INVOKE_STATIC
        && !handle.is_interface
        && BOOTSTRAPS.iter().any(|(class, name, descriptor)| {
            *class == handle.owner && *name == handle.name && Some(*descriptor) == rest
        })
}

impl Machine {
    /// Whether the arguments of a lambda's bootstrap fit together, as `LambdaMetafactory` wants it: `erased` are the
    /// descriptors of the interface's methods.
    pub(super) fn is_plain_lambda(
        &mut self,
        thread: &mut Thread,
        bootstrap: &Bootstrap,
        implementation: &HandleConstant,
        erased: &[String],
        instantiated: &str,
    ) -> Result<bool, Trap> {
        let library = Rc::clone(&self.library);
        let caller = bootstrap.caller;
        let (Ok(factory), Ok(inner), Ok(called)) = (
            parse_method(&bootstrap.descriptor),
            parse_method(instantiated),
            parse_method(&implementation.descriptor),
        ) else {
            return Ok(false);
        };
        let loader = library.class(caller).loader;
        let interface = self.load_class(thread, loader, class_of_descriptor(factory.result))?;
        let owner = self.class_at(thread, caller, implementation.class_index)?;
        if !library.class(interface).is_interface()
            || !library.may_name(caller, interface)
            || !self.is_callable(thread, caller, owner, implementation)?
        {
            return Ok(false);
        }
        let mut targets: Vec<String> = Vec::new();
        let is_made = implementation.kind == NEW_INVOKE_SPECIAL;
        if !matches!(implementation.kind, INVOKE_STATIC | NEW_INVOKE_SPECIAL) {
            targets.push(descriptor_of_class(&implementation.owner));
        }
        let receivers = targets.len();
        targets.extend(called.parameters.iter().map(|parameter| (*parameter).to_owned()));
        if targets.len() != factory.parameters.len() + inner.parameters.len() {
            return Ok(false);
        }
        for (index, given) in factory.parameters.iter().chain(&inner.parameters).enumerate() {
            let target = &targets[index];
            let fits = if index < receivers {
                self.is_subtype(thread, caller, given, target)?
            } else if index < factory.parameters.len() {
                given == target
            } else {
                self.converts(thread, caller, given, target, true)?
            };
            if !fits {
                return Ok(false);
            }
        }
        let result =
            if is_made { descriptor_of_class(&implementation.owner) } else { called.result.to_owned() };
        let gives = inner.result == "V"
            || result != "V" && self.converts(thread, caller, &result, inner.result, false)?;
        if !gives {
            return Ok(false);
        }
        for descriptor in erased {
            let Ok(outer) = parse_method(descriptor) else { return Ok(false) };
            if outer.parameters.len() != inner.parameters.len()
                || (outer.result == "V") != (inner.result == "V")
                || !(outer.result == "V"
                    || self.converts(thread, caller, inner.result, outer.result, true)?)
            {
                return Ok(false);
            }
            for (wide, narrow) in outer.parameters.iter().zip(&inner.parameters) {
                if !self.is_subtype(thread, caller, narrow, wide)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether the method of a handle is there, of the kind that the handle says, and the caller may call it.
    fn is_callable(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        owner: ClassId,
        handle: &HandleConstant,
    ) -> Result<bool, Trap> {
        let library = Rc::clone(&self.library);
        let (name, descriptor) = (library.symbol(&handle.name), library.symbol(&handle.descriptor));
        let Some(method) = library.find_method(owner, name, descriptor) else { return Ok(false) };
        let class = library.class(owner);
        let fits = match handle.kind {
            INVOKE_STATIC => method.is_static(),
            NEW_INVOKE_SPECIAL => method.class == owner && class.access & access::ABSTRACT == 0,
            INVOKE_INTERFACE | INVOKE_VIRTUAL => !method.is_static(),
            // `super.` of an object is only for its own class.
            _ => !method.is_static() && owner == caller,
        };
        if !fits || class.is_interface() != handle.is_interface || !library.may_name(caller, owner) {
            return Ok(false);
        }
        Ok(match library.may_use(caller, owner, method.class, method.access) {
            Permission::Granted => true,
            Permission::AmongNestmates => self.are_nestmates(thread, caller, method.class)?,
            Permission::Denied => false,
        })
    }

    /// Whether a value of one type is one of another, as a class sees them.
    fn is_subtype(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        from: &str,
        to: &str,
    ) -> Result<bool, Trap> {
        if from == to {
            return Ok(true);
        }
        if Kind::of(from) != Kind::Reference || Kind::of(to) != Kind::Reference {
            return Ok(false);
        }
        if to == "Ljava/lang/Object;" {
            return Ok(true);
        }
        let loader = self.library.class(caller).loader;
        let from = self.load_class(thread, loader, class_of_descriptor(from))?;
        let to = self.load_class(thread, loader, class_of_descriptor(to))?;
        Ok(self.library.is_subclass(from, to))
    }

    /// Whether a lambda converts a value of one type to another: as it is, boxed, unboxed or widened. Where it need not
    /// be strict, a cast may fail later.
    fn converts(
        &mut self,
        thread: &mut Thread,
        caller: ClassId,
        from: &str,
        to: &str,
        is_strict: bool,
    ) -> Result<bool, Trap> {
        let (source, target) = (Kind::of(from), Kind::of(to));
        Ok(match (source == Kind::Reference, target == Kind::Reference) {
            (true, true) => !is_strict || self.is_subtype(thread, caller, from, to)?,
            (false, false) => widens(source, target),
            (false, true) => {
                let boxed = format!("L{};", super::lambda::box_name(source));
                self.is_subtype(thread, caller, &boxed, to)?
            }
            (true, false) => match unboxed_kind(class_of_descriptor(from)) {
                Some(kind) => widens(kind, target),
                None => !is_strict,
            },
        })
    }
}

/// Whether a primitive value can become one of another kind without loss of its range.
fn widens(from: Kind, to: Kind) -> bool {
    const ORDER: [Kind; 6] = [Kind::Byte, Kind::Short, Kind::Int, Kind::Long, Kind::Float, Kind::Double];
    let place = |kind: Kind| ORDER.iter().position(|known| *known == kind);
    match (from, to) {
        _ if from == to => true,
        (Kind::Char, _) => place(to) >= place(Kind::Int),
        _ => matches!((place(from), place(to)), (Some(from), Some(to)) if from < to),
    }
}
