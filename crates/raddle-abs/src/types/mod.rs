//! From syntax trees to a checked program: names, types, and where effects may stand.
//!
//! What the ABS compiler reports is reported here: unknown and ambiguous names, wrong numbers and types of
//! arguments, missing and doubled declarations, methods that a class owes its interfaces, misuse of futures,
//! effects inside pure expressions, assignments to `[Final]` variables, suspension in `[Atomic]` methods and
//! init blocks. Everything found is collected; a program with errors is still checked to its end.

mod classes;
mod declare;
mod deployment;
mod effects;
mod expressions;
mod field_guards;
mod gaps;
pub mod kind;
mod partial;
mod patterns;
mod resolve;
pub mod resolved;
mod schedulers;
mod scope;
mod statements;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::tree;
use kind::{Inference, KnownTypes, Tables, Type};
use resolved::{
    ClassId, ConstructorId, Expression, ExpressionKind, FunctionId, InterfaceId, Local, LocalId, Program,
    SelectorId,
};
use scope::ModuleScope;

/// A module of the program, by its place among all modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ModuleId(u32);

impl ModuleId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function's head.
#[derive(Clone, Debug)]
struct FunctionSignature {
    type_parameters: usize,
    parameters: Vec<Type>,
    result: Type,
}

/// Where a class wants its objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClassKind {
    /// `[COG]`: each in a location of its own.
    Cog,
    /// `[Plain]`: in its creator's location.
    Plain,
}

/// What the declarations say, before bodies are looked at.
struct Checker<'a> {
    modules: Vec<&'a tree::Module>,
    /// Where the texts are, for messages that name a file.
    sources: &'a Sources,
    /// The module whose main block is the program's.
    main: &'a str,
    /// Whether plain `new` stays in its location.
    older_dialect: bool,
    scopes: Vec<ModuleScope>,
    synonyms: Vec<(ModuleId, &'a tree::TypeUse)>,
    signatures: Vec<FunctionSignature>,
    partials: Vec<(ModuleId, &'a tree::Function)>,
    /// Whether a class says where its objects live: `[COG]` or `[Plain]`.
    class_kinds: Vec<Option<ClassKind>>,
    /// Which of a class's fields are `[Final]`.
    final_fields: Vec<Vec<bool>>,
    selectors: FxHashMap<Arc<str>, SelectorId>,
    program: Program,
    known: KnownTypes,
    inference: Inference,
    diagnostics: Vec<Diagnostic>,
    /// What the annotations of classes say of their schedulers.
    class_schedulers: Vec<Option<(ModuleId, &'a tree::Annotation)>>,
    /// What that comes to, where it was said.
    schedulers_of_classes: Vec<(ClassId, Option<resolved::SchedulerId>)>,
    /// What can't be run about making objects of a class.
    class_gaps: Vec<Vec<Arc<str>>>,
    /// What can't be run in the statement that is being checked.
    gaps_here: Vec<(Arc<str>, Span)>,
    /// Whether the program asks which deployment component it lies on.
    asks_for_component: bool,
    /// How deep specialisations of partially defined functions are nested just now.
    expansions: u32,
}

/// The variables of one method, function or block while it is checked.
struct Body {
    module: ModuleId,
    class: Option<ClassId>,
    /// Is there a `this` here?
    has_this: bool,
    locals: Vec<Local>,
    finals: Vec<bool>,
    scope: Vec<(Arc<str>, LocalId)>,
    type_parameters: Vec<(Arc<str>, Type)>,
    functions: Vec<(Arc<str>, partial::FunctionBinding)>,
    /// A partially defined function calls itself by its bare name.
    itself: Option<(Arc<str>, partial::Itself)>,
    /// Why nothing may block or release the location here.
    no_suspension: Option<&'static str>,
    readonly: bool,
    result: Type,
}

impl Body {
    fn new(module: ModuleId, class: Option<ClassId>) -> Self {
        Self {
            module,
            class,
            has_this: class.is_some(),
            locals: Vec::new(),
            finals: Vec::new(),
            scope: Vec::new(),
            type_parameters: Vec::new(),
            functions: Vec::new(),
            itself: None,
            no_suspension: None,
            readonly: false,
            result: Type::Error,
        }
    }

    /// A new slot that has no name.
    fn slot(&mut self, name: &str, kind: Type, span: Span) -> LocalId {
        self.locals.push(Local { name: name.into(), kind, span });
        self.finals.push(false);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A new variable.
    fn bind(&mut self, name: &tree::Name, kind: Type) -> LocalId {
        let slot = self.slot(&name.text, kind, name.span);
        self.scope.push((name.text.clone(), slot));
        slot
    }

    fn lookup(&self, name: &str) -> Option<LocalId> {
        self.scope.iter().rev().find(|(known, _)| &**known == name).map(|&(_, slot)| slot)
    }
}

/// What is known of a program beside its files.
#[derive(Clone, Copy)]
pub struct Meant<'a> {
    /// The module whose main block is the program's.
    pub main: &'a str,
    /// Whether plain `new` keeps the object in its creator's location.
    pub older_dialect: bool,
    /// Whether some file mentions `thisDC`.
    pub asks_for_component: bool,
    /// Where the texts are, for messages that name a file.
    pub sources: &'a Sources,
}

/// Checks the modules of some files; the program is absent if there are errors.
#[must_use]
pub fn check(files: &[tree::File], meant: Meant<'_>) -> (Option<Program>, Vec<Diagnostic>) {
    let mut checker = Checker::new(files, meant);
    checker.declare_all();
    checker.find_deployment();
    checker.find_schedulers();
    checker.check_all();
    checker.warn_of_field_guards();
    let Checker { program, diagnostics, .. } = checker;
    let failed = diagnostics.iter().any(|d| d.severity > crate::diagnostic::Severity::Warning);
    (if failed { None } else { Some(program) }, diagnostics)
}

impl<'a> Checker<'a> {
    fn tables(&self) -> Tables<'_> {
        Tables {
            data_types: &self.program.data_types,
            interfaces: &self.program.interfaces,
            classes: &self.program.classes,
            known: &self.known,
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// The name of a file.
    fn file(&self, id: SourceId) -> &'a str {
        &self.sources.get(id).name
    }

    fn show(&self, kind: &Type) -> String {
        self.inference.show(self.tables(), kind)
    }

    fn fits(&mut self, from: &Type, to: &Type) -> bool {
        let tables = Tables {
            data_types: &self.program.data_types,
            interfaces: &self.program.interfaces,
            classes: &self.program.classes,
            known: &self.known,
        };
        self.inference.fits(tables, from, to)
    }

    fn join(&mut self, a: &Type, b: &Type) -> Option<Type> {
        let tables = Tables {
            data_types: &self.program.data_types,
            interfaces: &self.program.interfaces,
            classes: &self.program.classes,
            known: &self.known,
        };
        self.inference.join(tables, a, b)
    }

    fn require(&mut self, found: &Type, wanted: &Type, span: Span) {
        if !self.fits(found, wanted) {
            let (mut expected, mut is) = (self.show(wanted), self.show(found));
            if expected == is {
                // Two types of one name: it is their modules that differ.
                expected = format!("{expected} of {}", self.homes(wanted));
                is = format!("{is} of {}", self.homes(found));
            }
            self.error(span, format!("expected a value of type {expected}, but this has type {is}"));
        }
    }

    /// The modules that declare what a type is made of, from the outside.
    fn homes(&self, kind: &Type) -> String {
        let home = |wanted: scope::Symbol| {
            let declares = |scope: &&ModuleScope| scope.own.values().any(|symbol| *symbol == wanted);
            let at = self.scopes.iter().position(|scope| declares(&scope))?;
            Some(self.modules[at].name.text.to_string())
        };
        let mut homes: Vec<String> = Vec::new();
        let mut work = vec![self.inference.head(kind)];
        while let Some(kind) = work.pop() {
            let symbol = match &kind {
                Type::Data(id, arguments) => {
                    work.extend(arguments.iter().rev().map(|argument| self.inference.head(argument)));
                    Some(scope::Symbol::Data(*id))
                }
                Type::Interface(id) => Some(scope::Symbol::Interface(*id)),
                Type::Class(id) => Some(scope::Symbol::Class(*id)),
                _ => None,
            };
            homes.extend(symbol.and_then(home).filter(|home| !homes.contains(home)));
        }
        homes.join(" and ")
    }

    fn plain(&self, id: resolved::DataTypeId) -> Type {
        Type::Data(id, Arc::from([]))
    }

    fn boolean(&self) -> Type {
        self.plain(self.known.boolean)
    }

    fn is_data(&self, kind: &Type, id: resolved::DataTypeId) -> bool {
        matches!(self.inference.head(kind), Type::Data(found, _) if found == id)
    }

    fn selector(&mut self, name: &Arc<str>) -> SelectorId {
        if let Some(&selector) = self.selectors.get(name) {
            return selector;
        }
        let selector = SelectorId(self.program.selectors.len() as u32);
        self.program.selectors.push(name.clone());
        self.selectors.insert(name.clone(), selector);
        selector
    }

    fn failed_expression(&self, span: Span) -> (Expression, Type) {
        (Expression { kind: ExpressionKind::Null, span }, Type::Error)
    }

    /// The method that a value of this type understands.
    fn find_method(&self, kind: &Type, name: &str) -> Option<resolved::Signature> {
        let interfaces: &[InterfaceId] = match self.inference.head(kind) {
            Type::Interface(id) => &self.program.interfaces[id.index()].ancestors,
            Type::Class(id) => {
                let class = &self.program.classes[id.index()];
                let own = class.methods.iter().map(|method| &self.program.methods[method.index()]);
                if let Some(method) = own.into_iter().find(|method| &*method.name == name) {
                    let parameters = method.locals[..method.parameters as usize]
                        .iter()
                        .map(|local| local.kind.clone())
                        .collect();
                    return Some(resolved::Signature {
                        name: method.name.clone(),
                        selector: method.selector,
                        parameters,
                        result: method.result.clone(),
                        span: method.span,
                        atomic: false,
                    });
                }
                &class.interfaces
            }
            _ => return None,
        };
        interfaces
            .iter()
            .flat_map(|id| &self.program.interfaces[id.index()].methods)
            .find(|method| &*method.name == name)
            .cloned()
    }

    fn constructor_type(&mut self, id: ConstructorId) -> (Vec<Type>, Type) {
        let constructor = &self.program.constructors[id.index()];
        let data_type = constructor.data_type;
        let count = self.program.data_types[data_type.index()].type_parameters as usize;
        let variables = self.inference.fresh_list(count);
        let arguments = self.program.constructors[id.index()]
            .arguments
            .iter()
            .map(|argument| kind::instantiate(argument, &variables))
            .collect();
        (arguments, Type::Data(data_type, variables.into()))
    }

    fn function_type(&mut self, id: FunctionId) -> (Vec<Type>, Type) {
        let signature = self.signatures[id.index()].clone();
        if signature.type_parameters == 0 {
            // A copy or an anonymous function may mention the parameters of the function around it.
            return (signature.parameters, signature.result);
        }
        let variables = self.inference.fresh_list(signature.type_parameters);
        let parameters =
            signature.parameters.iter().map(|parameter| kind::instantiate(parameter, &variables)).collect();
        (parameters, kind::instantiate(&signature.result, &variables))
    }
}

/// Is there an annotation with just this name?
fn annotated(annotations: &[tree::Annotation], name: &str) -> bool {
    annotations.iter().any(|annotation| {
        annotation.label.is_none()
            && matches!(&annotation.value.kind, tree::ExpressionKind::Construct(found, arguments)
                if arguments.is_empty() && &*found.name.text == name)
    })
}
