//! Declarations: gives every declared thing its id, then works out types, signatures and ancestors.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::kind::{Inference, KnownTypes, Type};
use super::resolved::{
    Builtin, Class, ClassId, Constructor, ConstructorId, DataType, DataTypeId, Function, FunctionBody,
    FunctionId, Interface, InterfaceId, Known, LocalId, Program,
};
use super::scope::{LIBRARY_MODULE, ModuleScope, Namespace, Symbol};
use super::{Checker, ClassKind, FunctionSignature, Meant, ModuleId, annotated};
use crate::source::Span;
use crate::syntax::tree::{self, Declaration};

/// `A.B.C` as one text.
pub(super) fn text_of(name: &tree::QualifiedName) -> String {
    match &name.module {
        Some(module) => format!("{module}.{}", name.name.text),
        None => name.name.text.to_string(),
    }
}

impl<'a> Checker<'a> {
    pub(super) fn new(files: &'a [tree::File], meant: Meant<'a>) -> Self {
        let mut modules = Vec::new();
        for file in files {
            for module in &file.modules {
                modules.push(module);
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
            sources: meant.sources,
            main: meant.main,
            older_dialect: meant.older_dialect,
            asks_for_component: meant.asks_for_component,
            synonyms: Vec::new(),
            signatures: Vec::new(),
            partials: Vec::new(),
            class_kinds: Vec::new(),
            final_fields: Vec::new(),
            selectors: FxHashMap::default(),
            program: Program {
                deployment: None,
                schedulers: Vec::new(),
                scheduling: None,
                data_types: Vec::new(),
                constructors: Vec::new(),
                functions: Vec::new(),
                interfaces: Vec::new(),
                classes: Vec::new(),
                methods: Vec::new(),
                selectors: Vec::new(),
                creation_sites: Vec::new(),
                call_sites: Vec::new(),
                gaps: Vec::new(),
                input: None,
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
                destiny: none,
                exception: none,
                list: none,
                object: InterfaceId(0),
            },
            inference: Inference::default(),
            diagnostics: Vec::new(),
            class_gaps: Vec::new(),
            class_schedulers: Vec::new(),
            schedulers_of_classes: Vec::new(),
            gaps_here: Vec::new(),
            expansions: 0,
        }
    }

    pub(super) fn declare_all(&mut self) {
        for index in 0..self.modules.len() {
            let module = ModuleId(index as u32);
            let name = &self.modules[index].name;
            if let Some(first) = self.modules[..index].iter().find(|other| other.name.text == name.text) {
                let message = match first.name.span.source {
                    file if file == name.span.source => {
                        format!("the module {} is already declared", name.text)
                    }
                    file => format!("the module {} is already declared, in {}", name.text, self.file(file)),
                };
                self.error(name.span, message);
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
                self.class_gaps.push(Vec::new());
                self.class_schedulers.push(None);
                self.class_kinds.push(if annotated(&class.annotations, "COG") {
                    Some(ClassKind::Cog)
                } else if annotated(&class.annotations, "Plain") {
                    Some(ClassKind::Plain)
                } else {
                    None
                });
                self.declare(module, Namespace::Class, &class.name, Symbol::Class(id));
            }
            // Classes have taken what they use of it.
            Declaration::Trait(..) => {}
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
            destiny: data("Destiny"),
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
}

/// Counts through the ids that a module's declarations were given, in their order.
pub(super) struct Ids {
    pub(super) data: Counter,
    pub(super) constructors: Counter,
}

pub(super) struct Counter(u32);

impl Counter {
    pub(super) fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0 - 1
    }

    pub(super) fn skip(&mut self, count: usize) {
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
