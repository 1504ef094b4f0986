//! Bodies: functions, classes with what they owe their interfaces, and the main block.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{
    Builtin, ClassId, FieldId, FunctionBody, Method, MethodId, RightSide, Statement, StatementKind, Target,
};
use super::scope::{Namespace, Symbol};
use super::{Body, Checker, ModuleId, annotated};
use crate::source::Span;
use crate::syntax::tree::{self, Declaration};

/// The functions that the machine itself computes, by their names in the standard library.
const BUILTINS: [(&str, Builtin); 22] = [
    ("toString", Builtin::ToString),
    ("substr", Builtin::Substring),
    ("strlen", Builtin::StringLength),
    ("truncate", Builtin::Truncate),
    ("numerator", Builtin::Numerator),
    ("denominator", Builtin::Denominator),
    ("float", Builtin::ToFloat),
    ("rat", Builtin::ToRational),
    ("floor", Builtin::Floor),
    ("ceil", Builtin::Ceiling),
    ("sqrt", Builtin::SquareRoot),
    ("log", Builtin::Logarithm),
    ("exp", Builtin::Exponential),
    ("random", Builtin::Random),
    ("println", Builtin::PrintLine),
    ("print", Builtin::Print),
    ("currentms", Builtin::Clock),
    ("lowlevelDeadline", Builtin::Deadline),
    ("watch", Builtin::Identity),
    ("watchEx", Builtin::Identity),
    ("readln", Builtin::ReadLine),
    ("thisDC", Builtin::Component),
];

impl<'a> Checker<'a> {
    /// Gives a class's methods their ids and heads, so that bodies may call them.
    pub(super) fn declare_methods(&mut self, module: ModuleId, id: ClassId, class: &'a tree::Class) {
        let mut names: Vec<Arc<str>> = Vec::new();
        for method in &class.methods {
            let signature = self.signature(module, &method.signature);
            if names.contains(&signature.name) {
                self.error(signature.span, format!("the method {} is declared twice", signature.name));
            }
            names.push(signature.name.clone());
            let mut body = Body::new(module, Some(id));
            for (parameter, kind) in method.signature.parameters.iter().zip(&signature.parameters) {
                if body.lookup(&parameter.name.text).is_some() {
                    let message = format!("the parameter {} is declared twice", parameter.name.text);
                    self.error(parameter.name.span, message);
                }
                body.bind(&parameter.name, kind.clone());
            }
            let method_id = self.new_method(Method {
                name: signature.name.clone(),
                selector: signature.selector,
                class: Some(id),
                parameters: signature.parameters.len() as u32,
                locals: body.locals,
                result: signature.result.clone(),
                body: Vec::new(),
                span: signature.span,
                end: method.end,
            });
            self.program.classes[id.index()].methods.push(method_id);
            if &*signature.name == "run" && signature.parameters.is_empty() {
                self.program.classes[id.index()].run = Some(method_id);
            }
        }
    }

    fn new_method(&mut self, method: Method) -> MethodId {
        let id = MethodId(self.program.methods.len() as u32);
        self.program.methods.push(method);
        id
    }

    pub(super) fn check_all(&mut self) {
        for index in 0..self.modules.len() {
            let module = ModuleId(index as u32);
            let declared = self.modules[index];
            for declaration in &declared.declarations {
                match declaration {
                    Declaration::Function(function) => self.check_function(module, function),
                    Declaration::Class(class) => self.check_class(module, class),
                    Declaration::Interface(interface) => self.check_interface(module, interface),
                    _ => {}
                }
            }
            if let Some((statements, span)) = &declared.main {
                self.check_main(module, statements, *span);
            }
        }
        for method in &mut self.program.methods {
            for local in &mut method.locals {
                local.kind = self.inference.resolve(&local.kind);
            }
        }
    }

    fn check_function(&mut self, module: ModuleId, function: &'a tree::Function) {
        let key = (Namespace::Function, function.name.text.clone());
        if function.functions.is_some() {
            return;
        }
        let Some(&Symbol::Function(id)) = self.scopes[module.index()].own.get(&key) else { return };
        if self.program.functions[id.index()].span != function.name.span {
            return;
        }
        let signature = self.signatures[id.index()].clone();
        let mut body = Body::new(module, None);
        for (index, name) in function.type_parameters.iter().enumerate() {
            let kind = Type::Parameter(index as u32, name.text.clone());
            body.type_parameters.push((name.text.clone(), kind));
        }
        for (parameter, kind) in function.parameters.iter().zip(&signature.parameters) {
            if body.lookup(&parameter.name.text).is_some() {
                let message = format!("the parameter {} is declared twice", parameter.name.text);
                self.error(parameter.name.span, message);
            }
            body.bind(&parameter.name, kind.clone());
        }
        let parameters = function.parameters.len();
        match &function.body {
            Some(expression) => self.function_body(id, body, parameters, expression, &signature.result),
            None => {
                // Only the library, the first file, may leave a function to the machine.
                let in_library = function.name.span.source.0 == 0;
                let found = BUILTINS.iter().find(|(name, _)| *name == &*function.name.text);
                let builtin = match found {
                    Some(&(_, builtin)) if in_library => builtin,
                    _ => {
                        let what =
                            format!("the function {}, which is built in elsewhere,", function.name.text);
                        self.gap(&what, function.name.span)
                    }
                };
                let resolved = &mut self.program.functions[id.index()];
                resolved.parameters = parameters as u32;
                resolved.locals = body.locals;
                resolved.body = FunctionBody::Builtin(builtin);
            }
        }
    }

    /// An interface may not declare a method that one of its ancestors declares.
    fn check_interface(&mut self, module: ModuleId, interface: &'a tree::Interface) {
        let key = (Namespace::Type, interface.name.text.clone());
        let Some(&Symbol::Interface(id)) = self.scopes[module.index()].own.get(&key) else { return };
        if self.program.interfaces[id.index()].span != interface.name.span {
            return;
        }
        for method in &interface.methods {
            let ancestors = self.program.interfaces[id.index()].ancestors.clone();
            for ancestor in ancestors.into_iter().filter(|&ancestor| ancestor != id) {
                let above = &self.program.interfaces[ancestor.index()];
                if above.methods.iter().any(|known| known.name == method.name.text) {
                    let message = format!(
                        "the method {} is already declared in the interface {}",
                        method.name.text, above.name
                    );
                    self.error(method.name.span, message);
                }
            }
        }
    }

    fn check_class(&mut self, module: ModuleId, class: &'a tree::Class) {
        let key = (Namespace::Class, class.name.text.clone());
        let Some(&Symbol::Class(id)) = self.scopes[module.index()].own.get(&key) else { return };
        // A class that was declared twice is checked once, with the first declaration.
        if self.program.classes[id.index()].span != class.name.span {
            return;
        }
        self.check_interfaces(id, class);
        self.check_init(module, id, class);
        self.check_recover(module, id, class);
        for (at, method) in class.methods.iter().enumerate() {
            let method_id = self.program.classes[id.index()].methods[at];
            let mut body = Body::new(module, Some(id));
            for (parameter, local) in
                method.signature.parameters.iter().zip(&self.program.methods[method_id.index()].locals)
            {
                let slot = body.bind(&parameter.name, local.kind.clone());
                body.finals[slot.index()] = annotated(&parameter.annotations, "Final");
            }
            body.result = self.program.methods[method_id.index()].result.clone();
            body.readonly = annotated(&method.signature.annotations, "Readonly");
            if annotated(&method.signature.annotations, "Atomic") {
                body.no_suspension = Some("an [Atomic] method");
            }
            let statements = self.block(&mut body, &method.body, true);
            self.must_return(&body, &statements, method.end);
            let resolved = &mut self.program.methods[method_id.index()];
            resolved.body = statements;
            resolved.locals = body.locals;
        }
    }

    /// Everything that the interfaces of a class promise must be there, as promised.
    fn check_interfaces(&mut self, id: ClassId, class: &'a tree::Class) {
        let interfaces = self.program.classes[id.index()].interfaces.clone();
        let mut promised: Vec<(Arc<str>, super::InterfaceId)> = Vec::new();
        for interface in interfaces {
            let methods = self.program.interfaces[interface.index()].methods.clone();
            let interface_name = self.program.interfaces[interface.index()].name.clone();
            for wanted in methods {
                let other = promised.iter().find(|(name, _)| *name == wanted.name);
                if let Some(&(_, other)) = other {
                    let other = self.program.interfaces[other.index()].name.clone();
                    let message = format!(
                        "the method {} is declared in two interfaces of this class, {other} and {interface_name}",
                        wanted.name
                    );
                    self.error(class.name.span, message);
                    continue;
                }
                promised.push((wanted.name.clone(), interface));
                let found = class.methods.iter().position(|method| method.signature.name.text == wanted.name);
                let Some(at) = found else {
                    let message = format!(
                        "the class {} lacks the method {} of the interface {interface_name}",
                        class.name.text, wanted.name
                    );
                    self.error(class.name.span, message);
                    continue;
                };
                let method_id = self.program.classes[id.index()].methods[at];
                let method = &self.program.methods[method_id.index()];
                let own: Vec<Type> =
                    method.locals[..method.parameters as usize].iter().map(|l| l.kind.clone()).collect();
                let result = method.result.clone();
                let span = method.span;
                if own.len() != wanted.parameters.len() {
                    let message = format!(
                        "the method {} takes {} parameters in the interface {interface_name}, but {} here",
                        wanted.name,
                        wanted.parameters.len(),
                        own.len()
                    );
                    self.error(span, message);
                    continue;
                }
                for (at, (own, wanted_kind)) in own.iter().zip(&wanted.parameters).enumerate() {
                    if own != wanted_kind && *own != Type::Error && *wanted_kind != Type::Error {
                        let message = format!(
                            "parameter {} of the method {} has type {} in the interface {interface_name}, but {} here",
                            at + 1,
                            wanted.name,
                            self.show(wanted_kind),
                            self.show(own)
                        );
                        self.error(span, message);
                    }
                }
                if !self.fits(&result, &wanted.result) {
                    let message = format!(
                        "the method {} returns {} in the interface {interface_name}, but {} here",
                        wanted.name,
                        self.show(&wanted.result),
                        self.show(&result)
                    );
                    self.error(span, message);
                }
                if wanted.atomic && !annotated(&class.methods[at].signature.annotations, "Atomic") {
                    let message =
                        format!("the method {} is [Atomic] in the interface {interface_name}", wanted.name);
                    self.error(span, message);
                }
            }
        }
    }

    /// Field initialisers and the init block become one method, which `new` runs.
    fn check_init(&mut self, module: ModuleId, id: ClassId, class: &'a tree::Class) {
        let mut body = Body::new(module, Some(id));
        body.result = self.plain(self.known.unit);
        body.no_suspension = Some("an init block");
        let mut statements: Vec<Statement> = Vec::new();
        for (at, field) in class.fields.iter().enumerate() {
            let index = class.parameters.len() + at;
            let kind = self.program.classes[id.index()].fields[index].kind.clone();
            let Some(value) = &field.value else {
                let reference = matches!(kind, Type::Interface(_) | Type::Error)
                    || matches!(&kind, Type::Data(data, _)
                        if *data == self.known.future || *data == self.known.destiny);
                if !reference {
                    let message =
                        format!("the field {} needs a value: it is not of a reference type", field.name.text);
                    self.error(field.name.span, message);
                }
                continue;
            };
            let (value, found) = self.expression(&mut body, value);
            self.require(&found, &kind, value.span);
            let span = field.name.span;
            let target = Target::Field(FieldId(index as u32));
            statements.push(Statement { kind: StatementKind::Set(target, RightSide::Pure(value)), span });
        }
        statements.extend(self.block(&mut body, &class.init, false));
        if statements.is_empty() {
            return;
        }
        let selector = self.selector(&Arc::from("init"));
        let method = self.new_method(Method {
            name: "init".into(),
            selector,
            class: Some(id),
            parameters: 0,
            locals: body.locals,
            result: body.result,
            body: statements,
            span: class.name.span,
            end: class.name.span,
        });
        self.program.classes[id.index()].init = Some(method);
    }

    fn check_recover(&mut self, module: ModuleId, id: ClassId, class: &'a tree::Class) {
        let Some(first) = class.recover.first() else { return };
        let span = first.pattern.span;
        let mut body = Body::new(module, Some(id));
        body.result = self.plain(self.known.unit);
        body.no_suspension = Some("a recover block");
        let exception_type = self.plain(self.known.exception);
        let slot = body.slot("exception", exception_type.clone(), span);
        let branches = self.branches(&mut body, &class.recover, &exception_type, false);
        let subject = super::Expression { kind: super::ExpressionKind::Local(slot), span };
        let selector = self.selector(&Arc::from("recover"));
        let method = self.new_method(Method {
            name: "recover".into(),
            selector,
            class: Some(id),
            parameters: 1,
            locals: body.locals,
            result: body.result,
            body: vec![Statement { kind: StatementKind::Switch(slot, subject, branches), span }],
            span,
            end: span,
        });
        self.program.classes[id.index()].recover = Some(method);
    }

    fn check_main(&mut self, module: ModuleId, statements: &'a [tree::Statement], span: Span) {
        let mut body = Body::new(module, None);
        body.has_this = true;
        body.result = self.inference.fresh();
        let is_meant = *self.modules[module.index()].name.text == *self.main;
        let mut checked = if is_meant { self.initial_component(&mut body, span) } else { Vec::new() };
        checked.extend(self.block(&mut body, statements, true));
        let result = match self.inference.resolve(&body.result) {
            Type::Variable(_) => self.plain(self.known.unit),
            other => other,
        };
        let selector = self.selector(&Arc::from("main"));
        let end = Span { start: span.end.saturating_sub(1), ..span };
        let method = self.new_method(Method {
            name: "main".into(),
            selector,
            class: None,
            parameters: 0,
            locals: body.locals,
            result,
            body: checked,
            span,
            end,
        });
        if is_meant {
            self.program.main = Some(method);
        }
    }
}
