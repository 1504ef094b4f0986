//! What declarations say: types, ancestors of interfaces, signatures, fields.

use std::sync::Arc;

use super::declare::{Ids, text_of};
use super::kind::Type;
use super::resolved::{ConstructorId, DataTypeId, Field, FunctionBody, InterfaceId, Local, Signature};
use super::scope::{Namespace, Symbol};
use super::{Checker, FunctionSignature, ModuleId, annotated};
use crate::source::Span;
use crate::syntax::tree::{self, Declaration};

/// Type synonyms that stand for each other without an end.
const SYNONYM_LIMIT: u32 = 64;

impl<'a> Checker<'a> {
    /// A type as written, in terms of ids.
    pub(super) fn resolve_type(
        &mut self,
        module: ModuleId,
        parameters: &[(Arc<str>, Type)],
        written: &tree::TypeUse,
    ) -> Type {
        self.resolve_type_within(module, parameters, written, 0)
    }

    /// `Fut<Any>`, as `Destiny` was called once.
    fn is_any_future(&mut self, module: ModuleId, written: &tree::TypeUse) -> bool {
        let plain = |written: &tree::TypeUse, name: &str| {
            written.name.module.is_none() && &*written.name.name.text == name
        };
        match &written.arguments[..] {
            [any] if plain(written, "Fut") && plain(any, "Any") && any.arguments.is_empty() => {
                self.find(module, Namespace::Type, &any.name).is_none()
            }
            _ => false,
        }
    }

    fn resolve_type_within(
        &mut self,
        module: ModuleId,
        parameters: &[(Arc<str>, Type)],
        written: &tree::TypeUse,
        depth: u32,
    ) -> Type {
        if self.is_any_future(module, written) {
            return self.plain(self.known.destiny);
        }
        let arguments: Vec<Type> = written
            .arguments
            .iter()
            .map(|argument| self.resolve_type_within(module, parameters, argument, depth))
            .collect();
        let name = &written.name;
        if name.module.is_none()
            && let Some((_, kind)) = parameters.iter().find(|(known, _)| *known == name.name.text)
        {
            if !arguments.is_empty() {
                let message = format!("the type parameter {} takes no arguments", name.name.text);
                self.error(written.span, message);
            }
            return kind.clone();
        }
        match self.find(module, Namespace::Type, name) {
            Some(Symbol::Data(id)) => {
                let wanted = self.program.data_types[id.index()].type_parameters as usize;
                if wanted != arguments.len() {
                    // The seeds write `Fut` alone; so do some of the oldest programs.
                    if arguments.is_empty() && id == self.known.future {
                        return Type::Data(id, Arc::from([self.inference.fresh()]));
                    }
                    let message = format!(
                        "the type {} takes {wanted} type arguments, but {} are given",
                        name.name.text,
                        arguments.len()
                    );
                    self.error(written.span, message);
                    return Type::Error;
                }
                Type::Data(id, arguments.into())
            }
            Some(Symbol::Interface(id)) => {
                if !arguments.is_empty() {
                    self.error(
                        written.span,
                        format!("the interface {} takes no type arguments", name.name.text),
                    );
                }
                Type::Interface(id)
            }
            Some(Symbol::Synonym(id)) => {
                if !arguments.is_empty() {
                    self.error(written.span, format!("the type {} takes no type arguments", name.name.text));
                }
                if depth > SYNONYM_LIMIT {
                    self.error(written.span, format!("the type {} stands for itself", name.name.text));
                    return Type::Error;
                }
                let (home, kind) = self.synonyms[id as usize];
                self.resolve_type_within(home, &[], kind, depth + 1)
            }
            _ => {
                let is_class = matches!(self.find(module, Namespace::Class, name), Some(Symbol::Class(_)));
                let message = if is_class {
                    format!("{} is a class: objects are typed by interfaces", text_of(name))
                } else {
                    format!("unknown type {}", text_of(name))
                };
                self.error(name.span, message);
                Type::Error
            }
        }
    }

    fn find_interface(&mut self, module: ModuleId, name: &tree::QualifiedName) -> Option<InterfaceId> {
        match self.find(module, Namespace::Type, name) {
            Some(Symbol::Interface(id)) => Some(id),
            Some(_) => {
                self.error(name.span, format!("{} is not an interface", text_of(name)));
                None
            }
            None => {
                self.error(name.span, format!("unknown interface {}", text_of(name)));
                None
            }
        }
    }

    /// The interface of that name, reported if there is none.
    pub(super) fn interface(&mut self, module: ModuleId, name: &tree::QualifiedName) -> Option<InterfaceId> {
        self.find_interface(module, name)
    }

    /// Finds all ancestors of all interfaces; a cycle is an error.
    pub(super) fn resolve_interfaces(&mut self) {
        let mut parents: Vec<Vec<InterfaceId>> = vec![Vec::new(); self.program.interfaces.len()];
        let mut spans = vec![Span::default(); parents.len()];
        for index in 0..self.modules.len() {
            let module = ModuleId(index as u32);
            for declaration in &self.modules[index].declarations {
                let Declaration::Interface(interface) = declaration else { continue };
                let key = (Namespace::Type, interface.name.text.clone());
                let Some(&Symbol::Interface(id)) = self.scopes[index].own.get(&key) else { continue };
                spans[id.index()] = interface.name.span;
                for name in &interface.extends {
                    if let Some(parent) = self.find_interface(module, name) {
                        parents[id.index()].push(parent);
                    }
                }
            }
        }
        for (start, &span) in spans.iter().enumerate() {
            let mut ancestors = vec![InterfaceId(start as u32)];
            let mut next = 0;
            let mut cyclic = false;
            while next < ancestors.len() {
                for &parent in &parents[ancestors[next].index()] {
                    cyclic |= parent.index() == start;
                    if !ancestors.contains(&parent) {
                        ancestors.push(parent);
                    }
                }
                next += 1;
            }
            if cyclic {
                let name = self.program.interfaces[start].name.clone();
                self.error(span, format!("the interface {name} extends itself"));
            }
            if !ancestors.contains(&self.known.object) {
                ancestors.push(self.known.object);
            }
            self.program.interfaces[start].ancestors = ancestors;
        }
    }

    fn type_parameters(&mut self, module: ModuleId, names: &[tree::Name]) -> Vec<(Arc<str>, Type)> {
        let mut parameters: Vec<(Arc<str>, Type)> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if parameters.iter().any(|(known, _)| *known == name.text) {
                self.error(name.span, format!("the type parameter {} is declared twice", name.text));
            }
            let same = tree::QualifiedName { module: None, name: name.clone(), span: name.span };
            if self.find(module, Namespace::Type, &same).is_some() {
                let message = format!("the type parameter {} hides a type of this name", name.text);
                self.error(name.span, message);
            }
            parameters.push((name.text.clone(), Type::Parameter(index as u32, name.text.clone())));
        }
        parameters
    }

    pub(super) fn resolve_declaration(
        &mut self,
        module: ModuleId,
        declaration: &'a Declaration,
        ids: &mut Ids,
    ) {
        match declaration {
            Declaration::Data(data) => {
                let parameters = self.type_parameters(module, &data.type_parameters);
                let id = ids.data.next();
                let constructors = self.program.data_types[id as usize].constructors.clone();
                let subject = Type::Data(
                    DataTypeId(id),
                    parameters.iter().map(|(_, kind)| kind.clone()).collect::<Vec<_>>().into(),
                );
                for (at, constructor) in data.constructors.iter().enumerate() {
                    self.resolve_constructor(module, &parameters, constructors[at], constructor, &subject);
                }
                ids.constructors.skip(data.constructors.len());
            }
            Declaration::Exception(constructor) => {
                let id = ConstructorId(ids.constructors.next());
                let subject = self.plain(self.known.exception);
                self.resolve_constructor(module, &[], id, constructor, &subject);
            }
            Declaration::Synonym(name, kind) => {
                let resolved = self.resolve_type(module, &[], kind);
                let _ = (name, resolved);
            }
            Declaration::Function(function) => {
                if function.functions.is_none() {
                    self.resolve_function(module, function);
                }
            }
            Declaration::Interface(interface) => {
                let key = (Namespace::Type, interface.name.text.clone());
                let Some(&Symbol::Interface(id)) = self.scopes[module.index()].own.get(&key) else { return };
                if self.program.interfaces[id.index()].span != interface.name.span {
                    return;
                }
                let mut methods: Vec<Signature> = Vec::new();
                for method in &interface.methods {
                    let signature = self.signature(module, method);
                    if methods.iter().any(|known| known.name == signature.name) {
                        self.error(
                            method.name.span,
                            format!("the method {} is declared twice", signature.name),
                        );
                        continue;
                    }
                    methods.push(signature);
                }
                self.program.interfaces[id.index()].methods = methods;
            }
            Declaration::Class(class) => self.resolve_class(module, class),
            Declaration::Trait(..) => {}
        }
    }

    fn resolve_constructor(
        &mut self,
        module: ModuleId,
        parameters: &[(Arc<str>, Type)],
        id: ConstructorId,
        constructor: &tree::Constructor,
        subject: &Type,
    ) {
        let arguments: Vec<Type> = constructor
            .arguments
            .iter()
            .map(|(kind, _)| self.resolve_type(module, parameters, kind))
            .collect();
        for ((_, selector), kind) in constructor.arguments.iter().zip(&arguments) {
            let Some(selector) = selector else { continue };
            let key = (Namespace::Function, selector.text.clone());
            let Some(&Symbol::Function(function)) = self.scopes[module.index()].own.get(&key) else {
                continue;
            };
            if !matches!(self.program.functions[function.index()].body, FunctionBody::Select(_)) {
                continue;
            }
            self.signatures[function.index()] = FunctionSignature {
                type_parameters: parameters.len(),
                parameters: vec![subject.clone()],
                result: kind.clone(),
            };
            let local = Local { name: "value".into(), kind: subject.clone(), span: selector.span };
            self.program.functions[function.index()].parameters = 1;
            self.program.functions[function.index()].locals = vec![local];
        }
        self.program.constructors[id.index()].arguments = arguments;
    }

    fn resolve_function(&mut self, module: ModuleId, function: &'a tree::Function) {
        let key = (Namespace::Function, function.name.text.clone());
        let Some(&Symbol::Function(id)) = self.scopes[module.index()].own.get(&key) else { return };
        if self.program.functions[id.index()].span != function.name.span {
            return;
        }
        let type_parameters = self.type_parameters(module, &function.type_parameters);
        let parameters = function
            .parameters
            .iter()
            .map(|p| self.resolve_type(module, &type_parameters, &p.kind))
            .collect();
        let result = self.resolve_type(module, &type_parameters, &function.result);
        self.signatures[id.index()] =
            FunctionSignature { type_parameters: type_parameters.len(), parameters, result };
    }

    pub(super) fn signature(&mut self, module: ModuleId, method: &tree::MethodSignature) -> Signature {
        let parameters = method.parameters.iter().map(|p| self.resolve_type(module, &[], &p.kind)).collect();
        let result = self.resolve_type(module, &[], &method.result);
        Signature {
            name: method.name.text.clone(),
            selector: self.selector(&method.name.text),
            parameters,
            result,
            span: method.name.span,
            atomic: annotated(&method.annotations, "Atomic"),
        }
    }

    fn resolve_class(&mut self, module: ModuleId, class: &'a tree::Class) {
        let key = (Namespace::Class, class.name.text.clone());
        let Some(&Symbol::Class(id)) = self.scopes[module.index()].own.get(&key) else { return };
        if self.program.classes[id.index()].span != class.name.span {
            return;
        }
        self.class_annotations(module, id, class);
        let mut interfaces: Vec<InterfaceId> = Vec::new();
        for name in &class.implements {
            let Some(interface) = self.find_interface(module, name) else { continue };
            for &ancestor in &self.program.interfaces[interface.index()].ancestors {
                if !interfaces.contains(&ancestor) {
                    interfaces.push(ancestor);
                }
            }
        }
        if !interfaces.contains(&self.known.object) {
            interfaces.push(self.known.object);
        }
        let mut fields: Vec<Field> = Vec::new();
        let mut finals = Vec::new();
        let declared = class
            .parameters
            .iter()
            .map(|p| (&p.kind, &p.name, &p.annotations))
            .chain(class.fields.iter().map(|f| (&f.kind, &f.name, &f.annotations)));
        for (kind, name, annotations) in declared {
            if fields.iter().any(|known| known.name == name.text) {
                self.error(name.span, format!("the field {} is declared twice", name.text));
            }
            let kind = self.resolve_type(module, &[], kind);
            fields.push(Field { name: name.text.clone(), kind, span: name.span });
            finals.push(annotated(annotations, "Final"));
        }
        self.final_fields[id.index()] = finals;
        let resolved = &mut self.program.classes[id.index()];
        resolved.fields = fields;
        resolved.interfaces = interfaces;
        self.declare_methods(module, id, class);
    }
}
