//! What deltas do to the syntax trees, one after the other.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::order::Chosen;
use super::original::Versions;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::full_name;
use crate::syntax::tree::{
    Class, Declaration, File, Interface, Method, Module, Name, QualifiedName, TraitBase, TraitOperation,
};
use crate::syntax::variants::{ClassChange, ClassModifier, Delta, InterfaceChange, ModifierKind};

/// Applies deltas in their order.
pub(super) fn all(files: &mut [File], deltas: &[Chosen], diagnostics: &mut Vec<Diagnostic>) {
    let mut applier = Applier {
        files,
        delta: Arc::from(""),
        uses: None,
        versions: Versions::default(),
        touched: FxHashMap::default(),
        at: 0,
        deltas,
        diagnostics,
    };
    for (at, chosen) in deltas.iter().enumerate() {
        applier.at = at;
        applier.delta(&chosen.delta);
    }
}

struct Applier<'a> {
    files: &'a mut [File],
    /// The delta that is applied just now.
    delta: Arc<str>,
    uses: Option<Arc<str>>,
    versions: Versions,
    /// Who changed each thing.
    touched: FxHashMap<String, Vec<usize>>,
    at: usize,
    deltas: &'a [Chosen],
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Applier<'_> {
    fn error(&mut self, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn delta(&mut self, delta: &Delta) {
        self.delta = delta.name.text.clone();
        self.uses = delta.uses.as_ref().map(|uses| Arc::from(full_name(uses)));
        if let Some(uses) = &delta.uses
            && self.place_of(&full_name(uses)).is_none()
        {
            self.error(uses.span, format!("unknown module {}", full_name(uses)));
            return;
        }
        for modifier in &delta.modifiers {
            let span = modifier.span;
            match &modifier.kind {
                ModifierKind::Add(home, declaration) => self.add(home.as_ref(), declaration, span),
                ModifierKind::Replace(home, declaration) => self.replace(home.as_ref(), declaration, span),
                ModifierKind::Import(import) => {
                    if let Some(module) = self.module(None, span) {
                        module.imports.push(import.clone());
                    }
                }
                ModifierKind::Export(export) => {
                    if let Some(module) = self.module(None, span) {
                        module.exports.push(export.clone());
                    }
                }
                ModifierKind::RemoveClass(name) => self.remove(name, Kind::Class),
                ModifierKind::RemoveInterface(name) => self.remove(name, Kind::Interface),
                ModifierKind::ModifyClass(modifier) => self.modify_class(modifier),
                ModifierKind::ModifyInterface(name, changes) => self.modify_interface(name, changes),
            }
        }
    }

    fn place_of(&self, module: &str) -> Option<(usize, usize)> {
        self.files.iter().enumerate().find_map(|(file, tree)| {
            let at = tree.modules.iter().position(|known| &*known.name.text == module)?;
            Some((file, at))
        })
    }

    /// The module that is named, or the one that the delta uses.
    fn module(&mut self, named: Option<&Arc<str>>, span: Span) -> Option<&mut Module> {
        let Some(name) = named.cloned().or_else(|| self.uses.clone()) else {
            let message = format!("the delta {} has no `uses`, so a module must be named here", self.delta);
            self.error(span, message);
            return None;
        };
        let Some((file, at)) = self.place_of(&name) else {
            self.error(span, format!("unknown module {name}"));
            return None;
        };
        Some(&mut self.files[file].modules[at])
    }

    /// Where nothing orders this delta and another one that changed the same thing, the outcome is a matter of luck.
    fn touch(&mut self, what: String, span: Span) {
        let at = self.at;
        let others = self.touched.entry(what.clone()).or_default();
        let unordered =
            others.iter().copied().find(|&other| other != at && !self.deltas[at].behind.contains(&other));
        others.push(at);
        if let Some(other) = unordered {
            let message = format!(
                "nothing orders the deltas {} and {}, and both change {what}; their clauses' order is taken",
                self.deltas[other].delta.name.text, self.delta
            );
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
    }

    fn add(&mut self, home: Option<&Arc<str>>, declaration: &Declaration, span: Span) {
        let delta = self.delta.clone();
        let Some(module) = self.module(home, span) else { return };
        let (home, name) = (module.name.text.clone(), name_of(declaration).clone());
        let kind = Kind::of(declaration);
        if module.declarations.iter().any(|known| Kind::of(known) == kind && name_of(known).text == name.text)
        {
            let message = format!("{} {}.{} is there already", kind.word(), home, name.text);
            self.error(name.span, message);
            return;
        }
        module.declarations.push(declaration.clone());
        self.touch(format!("{} {home}.{}", kind.word(), name.text), name.span);
        if let Declaration::Class(class) = declaration {
            for method in &class.methods {
                self.versions.made(&home, &name.text, &delta, method);
            }
        }
    }

    fn replace(&mut self, home: Option<&Arc<str>>, declaration: &Declaration, span: Span) {
        let Some(module) = self.module(home, span) else { return };
        let (home, name, kind) = (module.name.text.clone(), name_of(declaration), Kind::of(declaration));
        let is_same = |known: &&mut Declaration| Kind::of(known) == kind && name_of(known).text == name.text;
        match module.declarations.iter_mut().find(is_same) {
            Some(known) => {
                *known = declaration.clone();
                self.touch(format!("{} {home}.{}", kind.word(), name.text), name.span);
            }
            None => {
                let message = format!("there is no {} {}.{} to modify", kind.noun(), home, name.text);
                self.error(name.span, message);
            }
        }
    }

    fn remove(&mut self, name: &QualifiedName, kind: Kind) {
        let Some(home) = self.home_of(name, kind) else { return };
        let Some(module) = self.module(Some(&home), name.span) else { return };
        let is_same = |known: &Declaration| Kind::of(known) == kind && name_of(known).text == name.name.text;
        module.declarations.retain(|known| !is_same(known));
        self.versions.forget(&home, &name.name.text);
        self.touch(format!("{} {home}.{}", kind.word(), name.name.text), name.span);
    }

    /// The module of a class or interface: as it is written, or that of `uses`, or the only one that has it.
    fn home_of(&mut self, name: &QualifiedName, kind: Kind) -> Option<Arc<str>> {
        let has = |module: &Module| {
            let is_same =
                |known: &Declaration| Kind::of(known) == kind && name_of(known).text == name.name.text;
            module.declarations.iter().any(is_same)
        };
        let wanted = name.module.clone().or_else(|| self.uses.clone());
        let homes: Vec<Arc<str>> = self
            .files
            .iter()
            .flat_map(|file| &file.modules)
            .filter(|module| wanted.as_ref().is_none_or(|wanted| module.name.text == *wanted) && has(module))
            .map(|module| module.name.text.clone())
            .collect();
        match (&homes[..], wanted) {
            ([home], _) => Some(home.clone()),
            ([], Some(wanted)) if self.place_of(&wanted).is_none() => {
                self.error(name.span, format!("unknown module {wanted}"));
                None
            }
            ([], Some(wanted)) => {
                let message = format!("the module {wanted} has no {} {} here", kind.noun(), name.name.text);
                self.error(name.span, message);
                None
            }
            _ => {
                let message = format!(
                    "the delta {} has no `uses`, so it must say of which module {} is",
                    self.delta, name.name.text
                );
                self.error(name.span, message);
                None
            }
        }
    }

    fn modify_class(&mut self, modifier: &ClassModifier) {
        let name = &modifier.class.name;
        let Some(home) = self.home_of(&modifier.class, Kind::Class) else { return };
        let Some((file, at)) = self.place_of(&home) else { return };
        let classes = self.files[file].modules[at].declarations.iter_mut();
        let found = classes.into_iter().find_map(|declaration| match declaration {
            Declaration::Class(class) if class.name.text == name.text => Some(class),
            _ => None,
        });
        // It is taken out while it is changed, since messages need the rest.
        let Some(place) = found else { return };
        let mut class = std::mem::replace(place, Box::new(Class::empty(name.clone())));
        for added in &modifier.adds {
            if class.implements.iter().any(|known| full_name(known) == full_name(added)) {
                self.error(
                    added.span,
                    format!("the class {} implements {} already", name.text, full_name(added)),
                );
            }
            class.implements.push(added.clone());
        }
        for removed in &modifier.removes {
            let before = class.implements.len();
            class.implements.retain(|known| full_name(known) != full_name(removed));
            if class.implements.len() == before {
                let message = format!("the class {} does not implement {}", name.text, full_name(removed));
                self.error(removed.span, message);
            }
        }
        for change in &modifier.changes {
            self.change(&home, &mut class, change);
        }
        let classes = self.files[file].modules[at].declarations.iter_mut();
        let place = classes.into_iter().find_map(|declaration| match declaration {
            Declaration::Class(place) if place.name.text == name.text => Some(place),
            _ => None,
        });
        if let Some(place) = place {
            *place = class;
        }
    }

    fn change(&mut self, home: &Arc<str>, class: &mut Class, change: &ClassChange) {
        let class_name = class.name.text.clone();
        match change {
            ClassChange::AddField(field) => {
                let is_same = |known: &Name| known.text == field.name.text;
                let taken = class.fields.iter().any(|known| is_same(&known.name))
                    || class.parameters.iter().any(|known| is_same(&known.name));
                if taken {
                    let message = format!("the class {class_name} has a field {} already", field.name.text);
                    self.error(field.name.span, message);
                    return;
                }
                class.fields.push((**field).clone());
                self.touch(format!("the field {home}.{class_name}.{}", field.name.text), field.name.span);
            }
            ClassChange::RemoveField(name) => {
                let before = class.fields.len();
                class.fields.retain(|known| known.name.text != name.text);
                if class.fields.len() == before {
                    let message = format!("the class {class_name} has no field {} to remove", name.text);
                    self.error(name.span, message);
                }
                self.touch(format!("the field {home}.{class_name}.{}", name.text), name.span);
            }
            ClassChange::Methods(TraitOperation::Adds(added)) => {
                let TraitBase::Methods(methods) = &added.base else { return };
                for method in methods {
                    self.add_method(home, class, method);
                }
            }
            ClassChange::Methods(TraitOperation::Modifies(changed)) => {
                let TraitBase::Methods(methods) = &changed.base else { return };
                for method in methods {
                    self.modify_method(home, class, method);
                }
            }
            ClassChange::Methods(TraitOperation::Removes(removed)) => {
                for signature in removed {
                    let name = &signature.name;
                    let before = class.methods.len();
                    class.methods.retain(|known| known.signature.name.text != name.text);
                    if class.methods.len() == before {
                        let message = format!("the class {class_name} has no method {} to remove", name.text);
                        self.error(name.span, message);
                    }
                    self.touch(format!("the method {home}.{class_name}.{}", name.text), name.span);
                }
            }
        }
    }

    fn add_method(&mut self, home: &Arc<str>, class: &mut Class, method: &Method) {
        let name = &method.signature.name;
        if class.methods.iter().any(|known| known.signature.name.text == name.text) {
            let message = format!(
                "the class {} has a method {} already: a delta can modify it",
                class.name.text, name.text
            );
            self.error(name.span, message);
            return;
        }
        self.versions.made(home, &class.name.text, &self.delta, method);
        class.methods.push(method.clone());
        self.touch(format!("the method {home}.{}.{}", class.name.text, name.text), name.span);
    }

    fn modify_method(&mut self, home: &Arc<str>, class: &mut Class, method: &Method) {
        let name = &method.signature.name;
        let Some(at) = class.methods.iter().position(|known| known.signature.name.text == name.text) else {
            let message = format!("the class {} has no method {} to modify", class.name.text, name.text);
            self.error(name.span, message);
            return;
        };
        self.versions.replace(home, class, at, &self.delta, method.clone(), self.diagnostics);
        self.touch(format!("the method {home}.{}.{}", class.name.text, name.text), name.span);
    }

    fn modify_interface(&mut self, name: &QualifiedName, changes: &[InterfaceChange]) {
        let Some(home) = self.home_of(name, Kind::Interface) else { return };
        let Some(module) = self.module(Some(&home), name.span) else { return };
        let mut wrong: Vec<(Span, String)> = Vec::new();
        let mut touched: Vec<(String, Span)> = Vec::new();
        for declaration in &mut module.declarations {
            let Declaration::Interface(interface) = declaration else { continue };
            if interface.name.text == name.name.text {
                for change in changes {
                    let changed = change_interface(interface, change, &mut wrong);
                    touched.push((
                        format!("the method {home}.{}.{}", name.name.text, changed.text),
                        changed.span,
                    ));
                }
            }
        }
        for (span, message) in wrong {
            self.error(span, message);
        }
        for (what, span) in touched {
            self.touch(what, span);
        }
    }
}

fn change_interface<'c>(
    interface: &mut Interface,
    change: &'c InterfaceChange,
    wrong: &mut Vec<(Span, String)>,
) -> &'c Name {
    let own = interface.name.text.clone();
    match change {
        InterfaceChange::Add(signature) => {
            if interface.methods.iter().any(|known| known.name.text == signature.name.text) {
                let message = format!("the interface {own} has a method {} already", signature.name.text);
                wrong.push((signature.name.span, message));
            } else {
                interface.methods.push(signature.clone());
            }
            &signature.name
        }
        InterfaceChange::Remove(signature) => {
            let before = interface.methods.len();
            interface.methods.retain(|known| known.name.text != signature.name.text);
            if interface.methods.len() == before {
                let message = format!("the interface {own} has no method {} to remove", signature.name.text);
                wrong.push((signature.name.span, message));
            }
            &signature.name
        }
    }
}

/// What a declaration declares: names of different kinds don't get into each other's way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Class,
    Interface,
    Function,
    Data,
    Synonym,
    Exception,
    Trait,
}

impl Kind {
    fn of(declaration: &Declaration) -> Kind {
        match declaration {
            Declaration::Data(_) => Kind::Data,
            Declaration::Synonym(..) => Kind::Synonym,
            Declaration::Exception(_) => Kind::Exception,
            Declaration::Function(_) => Kind::Function,
            Declaration::Interface(_) => Kind::Interface,
            Declaration::Class(_) => Kind::Class,
            Declaration::Trait(..) => Kind::Trait,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Class => "class",
            Kind::Interface => "interface",
            Kind::Function => "function",
            Kind::Data => "data type",
            Kind::Synonym => "type synonym",
            Kind::Exception => "exception",
            Kind::Trait => "trait",
        }
    }

    fn word(self) -> String {
        format!("the {}", self.noun())
    }
}

fn name_of(declaration: &Declaration) -> &Name {
    match declaration {
        Declaration::Data(data) => &data.name,
        Declaration::Synonym(name, _) | Declaration::Trait(name, _) => name,
        Declaration::Exception(constructor) => &constructor.name,
        Declaration::Function(function) => &function.name,
        Declaration::Interface(interface) => &interface.name,
        Declaration::Class(class) => &class.name,
    }
}
