//! Declarations: gives every declared thing its id, then works out types, signatures and ancestors.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::kind::{Inference, KnownTypes, Type};
use super::resolved::{
    Builtin, Class, ClassId, Constructor, ConstructorId, DataType, DataTypeId, Field, Function, FunctionBody,
    FunctionId, Interface, InterfaceId, Known, Local, LocalId, Program, Signature,
};
use super::scope::{LIBRARY_MODULE, ModuleScope, Namespace, Symbol};
use super::{Checker, FunctionSignature, ModuleId, annotated};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree::{self, Declaration};

/// `A.B.C` as one text.
pub(super) fn text_of(name: &tree::QualifiedName) -> String {
    match &name.module {
        Some(module) => format!("{module}.{}", name.name.text),
        None => name.name.text.to_string(),
    }
}

/// Type synonyms that stand for each other without an end.
const SYNONYM_LIMIT: u32 = 64;

impl<'a> Checker<'a> {
    pub(super) fn new(files: &'a [tree::File]) -> Self {
        let mut modules = Vec::new();
        let mut older_dialect = Vec::new();
        for file in files {
            for module in &file.modules {
                modules.push(module);
                older_dialect.push(file.older_dialect.is_some());
            }
        }
        let nowhere = ConstructorId(0);
        let known = Known {
            unit: nowhere,
            yes: nowhere,
            no: nowhere,
            nil: nowhere,
            cons: nowhere,
            division_by_zero: nowhere,
            assertion_failed: nowhere,
            no_match: nowhere,
            null_pointer: nowhere,
            stack_overflow: nowhere,
            object_dead: nowhere,
        };
        let none = DataTypeId(0);
        Self {
            scopes: modules.iter().map(|_| ModuleScope::default()).collect(),
            modules,
            older_dialect,
            synonyms: Vec::new(),
            signatures: Vec::new(),
            partials: Vec::new(),
            final_fields: Vec::new(),
            selectors: FxHashMap::default(),
            program: Program {
                data_types: Vec::new(),
                constructors: Vec::new(),
                functions: Vec::new(),
                interfaces: Vec::new(),
                classes: Vec::new(),
                methods: Vec::new(),
                selectors: Vec::new(),
                creation_sites: Vec::new(),
                call_sites: Vec::new(),
                main: None,
                known,
            },
            known: KnownTypes {
                unit: none,
                boolean: none,
                int: none,
                rat: none,
                float: none,
                string: none,
                future: none,
                exception: none,
                list: none,
                object: InterfaceId(0),
            },
            inference: Inference::default(),
            diagnostics: files
                .iter()
                .filter_map(|file| file.older_dialect)
                .map(|span| {
                    Diagnostic::warning(
                        span,
                        "`new cog` is the older dialect: in this file, plain `new` keeps the object in its \
                         creator's location",
                    )
                })
                .collect(),
            expansions: 0,
        }
    }

    pub(super) fn declare_all(&mut self) {
        for index in 0..self.modules.len() {
            let module = ModuleId(index as u32);
            let name = &self.modules[index].name;
            if self.modules[..index].iter().any(|other| other.name.text == name.text) {
                self.error(name.span, format!("the module {} is already declared", name.text));
            }
            for declaration in &self.modules[index].declarations {
                self.declare_names(module, declaration);
            }
        }
        self.find_known();
        self.connect_modules();
        self.resolve_interfaces();
        for index in 0..self.modules.len() {
            let module = ModuleId(index as u32);
            let mut ids = Ids::of(self, module);
            for declaration in &self.modules[index].declarations {
                self.resolve_declaration(module, declaration, &mut ids);
            }
        }
    }

    fn declare_names(&mut self, module: ModuleId, declaration: &'a Declaration) {
        match declaration {
            Declaration::Data(data) => {
                let id = DataTypeId(self.program.data_types.len() as u32);
                self.program.data_types.push(DataType {
                    name: data.name.text.clone(),
                    type_parameters: data.type_parameters.len() as u32,
                    constructors: Vec::new(),
                });
                self.declare(module, Namespace::Type, &data.name, Symbol::Data(id));
                for constructor in &data.constructors {
                    self.declare_constructor(module, id, constructor);
                }
                self.declare_selectors(module, &data.constructors);
            }
            Declaration::Exception(constructor) => {
                // The library is read first, and declares the type before the first exception.
                let exception = self
                    .program
                    .data_types
                    .iter()
                    .position(|data| &*data.name == "Exception")
                    .map_or(DataTypeId(0), |at| DataTypeId(at as u32));
                self.declare_constructor(module, exception, constructor);
                self.declare_selectors(module, std::slice::from_ref(constructor));
            }
            Declaration::Synonym(name, kind) => {
                let id = self.synonyms.len() as u32;
                self.synonyms.push((module, kind));
                self.declare(module, Namespace::Type, name, Symbol::Synonym(id));
            }
            Declaration::Function(function) => {
                if function.functions.is_some() {
                    let id = self.partials.len() as u32;
                    self.partials.push((module, function));
                    self.declare(module, Namespace::Partial, &function.name, Symbol::Partial(id));
                } else {
                    let id = self.new_function(&function.name.text, function.name.span);
                    self.declare(module, Namespace::Function, &function.name, Symbol::Function(id));
                }
            }
            Declaration::Interface(interface) => {
                let id = InterfaceId(self.program.interfaces.len() as u32);
                self.program.interfaces.push(Interface {
                    name: interface.name.text.clone(),
                    ancestors: vec![id],
                    methods: Vec::new(),
                    span: interface.name.span,
                });
                self.declare(module, Namespace::Type, &interface.name, Symbol::Interface(id));
            }
            Declaration::Class(class) => {
                let id = ClassId(self.program.classes.len() as u32);
                self.program.classes.push(Class {
                    name: class.name.text.clone(),
                    parameters: class.parameters.len() as u32,
                    fields: Vec::new(),
                    interfaces: Vec::new(),
                    init: None,
                    recover: None,
                    methods: Vec::new(),
                    run: None,
                    span: class.name.span,
                });
                self.final_fields.push(Vec::new());
                self.declare(module, Namespace::Class, &class.name, Symbol::Class(id));
            }
        }
    }

    fn declare_constructor(&mut self, module: ModuleId, data: DataTypeId, constructor: &tree::Constructor) {
        let id = ConstructorId(self.program.constructors.len() as u32);
        self.program.constructors.push(Constructor {
            name: constructor.name.text.clone(),
            data_type: data,
            arguments: Vec::new(),
            span: constructor.name.span,
        });
        self.program.data_types[data.index()].constructors.push(id);
        self.declare(module, Namespace::Constructor, &constructor.name, Symbol::Constructor(id));
    }

    /// Every argument with a name is a function from the data type; constructors may share one.
    fn declare_selectors(&mut self, module: ModuleId, constructors: &[tree::Constructor]) {
        let first = self.program.constructors.len() - constructors.len();
        let mut done: Vec<(Arc<str>, FunctionId)> = Vec::new();
        for (at, constructor) in constructors.iter().enumerate() {
            for (index, (_, selector)) in constructor.arguments.iter().enumerate() {
                let Some(selector) = selector else { continue };
                let entry = (ConstructorId((first + at) as u32), index as u32);
                if let Some((_, id)) = done.iter().find(|(name, _)| *name == selector.text) {
                    if let FunctionBody::Select(options) = &mut self.program.functions[id.index()].body {
                        options.push(entry);
                    }
                    continue;
                }
                let id = self.new_function(&selector.text, selector.span);
                self.program.functions[id.index()].body = FunctionBody::Select(vec![entry]);
                self.declare(module, Namespace::Function, selector, Symbol::Function(id));
                done.push((selector.text.clone(), id));
            }
        }
    }

    pub(super) fn new_function(&mut self, name: &Arc<str>, span: Span) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name: name.clone(),
            parameters: 0,
            locals: Vec::new(),
            body: FunctionBody::Builtin(Builtin::Identity),
            span,
        });
        self.signatures.push(FunctionSignature {
            type_parameters: 0,
            parameters: Vec::new(),
            result: Type::Error,
        });
        id
    }

    fn find_known(&mut self) {
        let own = |module: &str, space: Namespace, name: &str| {
            let at = self.modules.iter().position(|m| &*m.name.text == module)?;
            self.scopes[at].own.get(&(space, Arc::from(name))).copied()
        };
        let data = |name: &str| match own(LIBRARY_MODULE, Namespace::Type, name) {
            Some(Symbol::Data(id)) => id,
            _ => panic!("the standard library declares the data type {name}"),
        };
        let constructor = |module: &str, name: &str| match own(module, Namespace::Constructor, name) {
            Some(Symbol::Constructor(id)) => id,
            _ => panic!("the standard library declares the constructor {name}"),
        };
        let object = match own(LIBRARY_MODULE, Namespace::Type, "Object") {
            Some(Symbol::Interface(id)) => id,
            _ => panic!("the standard library declares the interface Object"),
        };
        const EXCEPTIONS: &str = "ABS.StdLib.Exceptions";
        let known_types = KnownTypes {
            unit: data("Unit"),
            boolean: data("Bool"),
            int: data("Int"),
            rat: data("Rat"),
            float: data("Float"),
            string: data("String"),
            future: data("Fut"),
            exception: data("Exception"),
            list: data("List"),
            object,
        };
        let known = Known {
            unit: constructor(LIBRARY_MODULE, "Unit"),
            yes: constructor(LIBRARY_MODULE, "True"),
            no: constructor(LIBRARY_MODULE, "False"),
            nil: constructor(LIBRARY_MODULE, "Nil"),
            cons: constructor(LIBRARY_MODULE, "Cons"),
            division_by_zero: constructor(EXCEPTIONS, "DivisionByZeroException"),
            assertion_failed: constructor(EXCEPTIONS, "AssertionFailException"),
            no_match: constructor(EXCEPTIONS, "PatternMatchFailException"),
            null_pointer: constructor(EXCEPTIONS, "NullPointerException"),
            stack_overflow: constructor(EXCEPTIONS, "StackOverflowException"),
            object_dead: constructor(EXCEPTIONS, "ObjectDeadException"),
        };
        self.known = known_types;
        self.program.known = known;
    }

    /// A type as written, in terms of ids.
    pub(super) fn resolve_type(
        &mut self,
        module: ModuleId,
        parameters: &[(Arc<str>, Type)],
        written: &tree::TypeUse,
    ) -> Type {
        self.resolve_type_within(module, parameters, written, 0)
    }

    fn resolve_type_within(
        &mut self,
        module: ModuleId,
        parameters: &[(Arc<str>, Type)],
        written: &tree::TypeUse,
        depth: u32,
    ) -> Type {
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
    fn resolve_interfaces(&mut self) {
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

    fn type_parameters(&mut self, names: &[tree::Name]) -> Vec<(Arc<str>, Type)> {
        let mut parameters: Vec<(Arc<str>, Type)> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if parameters.iter().any(|(known, _)| *known == name.text) {
                self.error(name.span, format!("the type parameter {} is declared twice", name.text));
            }
            parameters.push((name.text.clone(), Type::Parameter(index as u32, name.text.clone())));
        }
        parameters
    }

    fn resolve_declaration(&mut self, module: ModuleId, declaration: &'a Declaration, ids: &mut Ids) {
        match declaration {
            Declaration::Data(data) => {
                let parameters = self.type_parameters(&data.type_parameters);
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
        let type_parameters = self.type_parameters(&function.type_parameters);
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
        if annotated(&class.annotations, "Foreign") {
            self.diagnostics.push(Diagnostic::unsupported(class.name.span, "foreign classes"));
        }
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

/// Counts through the ids that a module's declarations were given, in their order.
struct Ids {
    data: Counter,
    constructors: Counter,
}

struct Counter(u32);

impl Counter {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0 - 1
    }

    fn skip(&mut self, count: usize) {
        self.0 += count as u32;
    }
}

impl Ids {
    /// The first ids of a module: what the modules before it declared comes before.
    fn of(checker: &Checker<'_>, module: ModuleId) -> Self {
        let mut data = 0;
        let mut constructors = 0;
        for earlier in &checker.modules[..module.index()] {
            for declaration in &earlier.declarations {
                match declaration {
                    Declaration::Data(declared) => {
                        data += 1;
                        constructors += declared.constructors.len() as u32;
                    }
                    Declaration::Exception(_) => constructors += 1,
                    _ => {}
                }
            }
        }
        Self { data: Counter(data), constructors: Counter(constructors) }
    }
}

/// The slot of a parameter.
pub(super) fn parameter_slot(index: usize) -> LocalId {
    LocalId(index as u32)
}
