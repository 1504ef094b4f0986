//! Traits: sets of methods that classes use. They are applied to the tree, before any name is understood.
//!
//! **Source.** The section on traits of the ABS manual. `adds` adds methods, `removes` takes them away by name, `modifies`
//! puts methods in the place of those with the same name, or adds them; `original(…)` in such a method calls what was in
//! its place. That one stays as a method of its own, under a name that nobody can write. **Guarantee.** Afterwards no class
//! uses a trait; an `original` that means nothing is left for the checker to report. Ends: traits that use themselves are
//! reported.

use std::sync::Arc;

use super::tree::{
    Class, Declaration, ExpressionKind, File, Method, MethodSignature, Module, Name, QualifiedName,
    Statement, TraitBase, TraitExpression, TraitOperation,
};
use super::variants::{ClassChange, Delta, ModifierKind};
use super::walk;
use crate::diagnostic::Diagnostic;

/// So many methods and uses of traits are enough for any program: traits that double each other have no end that anybody
/// could wait for.
const MOST: usize = 10_000;

/// Where a trait is declared: the module by its name.
struct Known {
    module: Arc<str>,
    name: Arc<str>,
    value: TraitExpression,
}

struct Applier<'d> {
    known: Vec<Known>,
    diagnostics: &'d mut Vec<Diagnostic>,
    /// How many methods have been replaced, for their names.
    replaced: u32,
    /// The traits that are being looked into, from the outside.
    open: Vec<(Arc<str>, Arc<str>)>,
    /// How many were looked into.
    looked: usize,
}

/// Gives every class the methods of its traits.
pub fn apply(files: &mut [File], diagnostics: &mut Vec<Diagnostic>) {
    let mut known = Vec::new();
    for module in files.iter().flat_map(|file| &file.modules) {
        for declaration in &module.declarations {
            if let Declaration::Trait(name, value) = declaration {
                let is_same = |other: &Known| other.module == module.name.text && other.name == name.text;
                if known.iter().any(is_same) {
                    let message = format!("the trait {} is already declared in this module", name.text);
                    diagnostics.push(Diagnostic::error(name.span, message));
                }
                let (name, value) = (name.text.clone(), value.clone());
                known.push(Known { module: module.name.text.clone(), name, value });
            }
        }
    }
    let mut applier = Applier { known, diagnostics, replaced: 0, open: Vec::new(), looked: 0 };
    let scopes: Vec<(Arc<str>, Vec<Arc<str>>)> = files
        .iter()
        .flat_map(|file| &file.modules)
        .map(|module| (module.name.text.clone(), scope_of(module)))
        .collect();
    for file in files {
        file.modules.iter_mut().for_each(|module| applier.module(module));
        file.variants.deltas.iter_mut().for_each(|delta| applier.delta(delta, &scopes));
    }
}

impl Applier<'_> {
    fn error(&mut self, name: &Name, message: String) {
        self.diagnostics.push(Diagnostic::error(name.span, message));
    }

    fn module(&mut self, module: &mut Module) {
        let scope = scope_of(module);
        for declaration in &mut module.declarations {
            match declaration {
                Declaration::Class(class) => self.class(&scope, class),
                // Whether anybody uses it or not, it must be understood.
                Declaration::Trait(_, value) => drop(self.methods(&scope, value)),
                _ => {}
            }
        }
    }

    fn class(&mut self, scope: &[Arc<str>], class: &mut Class) {
        for used in std::mem::take(&mut class.uses) {
            let methods = self.methods(scope, &used);
            class.methods.extend(methods);
        }
    }

    /// Puts methods in the place of traits, in the classes that a delta adds and in what it does to others.
    fn delta(&mut self, delta: &mut Delta, scopes: &[(Arc<str>, Vec<Arc<str>>)]) {
        let used = delta.uses.as_ref().map(|uses| Arc::from(super::parser::full_name(uses)));
        let scope_of = |home: Option<&Arc<str>>| -> Vec<Arc<str>> {
            let home = home.or(used.as_ref());
            let known = scopes.iter().find(|(module, _)| Some(module) == home);
            known.map_or_else(Vec::new, |(_, scope)| scope.clone())
        };
        for modifier in &mut delta.modifiers {
            match &mut modifier.kind {
                ModifierKind::Add(home, Declaration::Class(class)) => {
                    self.class(&scope_of(home.as_ref()), class);
                }
                ModifierKind::ModifyClass(modifier) => {
                    let QualifiedName { module, .. } = &modifier.class;
                    let scope = scope_of(module.as_ref());
                    for change in &mut modifier.changes {
                        if let ClassChange::Methods(
                            TraitOperation::Adds(value) | TraitOperation::Modifies(value),
                        ) = change
                        {
                            *value = TraitExpression::methods(self.methods(&scope, value));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The methods that a trait comes to.
    fn methods(&mut self, scope: &[Arc<str>], value: &TraitExpression) -> Vec<Method> {
        let mut methods = match &value.base {
            TraitBase::Methods(methods) => methods.clone(),
            TraitBase::Named(name) => self.named(scope, name),
        };
        for operation in &value.operations {
            match operation {
                TraitOperation::Adds(added) => methods.extend(self.methods(scope, added)),
                TraitOperation::Modifies(changed) => {
                    for method in self.methods(scope, changed) {
                        self.modify(&mut methods, method);
                    }
                }
                TraitOperation::Removes(removed) => {
                    removed.iter().for_each(|signature| self.remove(&mut methods, signature));
                }
            }
        }
        if methods.len() > MOST {
            self.too_many(methods[0].signature.name.clone());
            methods.truncate(MOST);
        }
        methods
    }

    fn too_many(&mut self, name: Name) {
        self.error(
            &name,
            format!("traits give more than {MOST} methods here, or are used more often than that"),
        );
    }

    fn named(&mut self, scope: &[Arc<str>], name: &Name) -> Vec<Method> {
        self.looked += 1;
        if self.looked > MOST {
            if self.looked == MOST + 1 {
                self.too_many(name.clone());
            }
            return Vec::new();
        }
        let find = |module: &Arc<str>| {
            self.known.iter().find(|known| known.module == *module && known.name == name.text)
        };
        let Some(known) = scope.iter().find_map(find) else {
            self.error(name, format!("unknown trait {}", name.text));
            return Vec::new();
        };
        // A trait sees what its own module sees; that of the user is enough for the traits beside it.
        let (value, home) = (known.value.clone(), known.module.clone());
        let key = (home.clone(), name.text.clone());
        if self.open.contains(&key) {
            self.error(name, format!("the trait {} uses itself", name.text));
            return Vec::new();
        }
        let mut inner = vec![home];
        inner.extend(scope.iter().cloned());
        self.open.push(key);
        let methods = self.methods(&inner, &value);
        self.open.pop();
        methods
    }

    fn remove(&mut self, methods: &mut Vec<Method>, signature: &MethodSignature) {
        let name = &signature.name;
        let before = methods.len();
        methods.retain(|method| method.signature.name.text != name.text);
        if methods.len() == before {
            self.error(name, format!("there is no method {} to remove", name.text));
        }
    }

    fn modify(&mut self, methods: &mut Vec<Method>, mut method: Method) {
        let name = method.signature.name.text.clone();
        let Some(at) = methods.iter().position(|old| old.signature.name.text == name) else {
            methods.push(method);
            return;
        };
        self.replaced += 1;
        let hidden: Arc<str> = format!("{name}$original${}", self.replaced).into();
        if call_instead(&mut method.body, &hidden) {
            let mut old = std::mem::replace(&mut methods[at], method);
            old.signature.name.text = hidden;
            methods.push(old);
        } else {
            methods[at] = method;
        }
    }
}

/// The modules whose traits a module sees: itself, and those it imports something of.
fn scope_of(module: &Module) -> Vec<Arc<str>> {
    let mut scope = vec![module.name.text.clone()];
    for import in &module.imports {
        let from = import.from.as_ref().map(|from| super::parser::full_name(from).into());
        let named = import.names.iter().flatten().filter_map(|name| name.module.clone());
        scope.extend(from.into_iter().chain(named));
    }
    scope
}

/// Puts calls of this method in the place of `original(…)`; tells whether there is one.
fn call_instead(statements: &mut [Statement], hidden: &Arc<str>) -> bool {
    let mut found = false;
    walk::originals(statements, &mut |value| {
        if let ExpressionKind::Original(None, arguments) = &mut value.kind {
            value.kind = walk::call_of(hidden, std::mem::take(arguments), value.span);
            found = true;
        }
    });
    found
}
