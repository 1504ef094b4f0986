//! What a file says, before any name in it is looked up.

use super::lexer::Token;
use super::written::WrittenModule;
use crate::diagnostic::Place;
use crate::names::Name;

/// One thing at the top of a file.
#[derive(Debug, Clone)]
pub enum Item {
    /// A module or a theory.
    Module(ModuleSource),
    /// A module of this name that could not be read; nothing may be run in it.
    Unreadable(Name, Place),
    /// A view.
    View(ViewSource),
    /// A command, to be run when its turn comes.
    Command(CommandSource),
}

impl Item {
    /// Where it starts.
    pub fn place(&self) -> Place {
        match self {
            Item::Module(source) => source.place,
            Item::Unreadable(_, place) => *place,
            Item::View(source) => source.place,
            Item::Command(source) => source.place,
        }
    }
}

/// Which keyword opened the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleKind {
    /// `fmod`: sorts, operators, equations, memberships.
    Functional,
    /// `mod`: rules too.
    System,
    /// `omod`: classes and messages too.
    ObjectOriented,
    /// `fth`.
    FunctionalTheory,
    /// `th`.
    SystemTheory,
    /// `oth`.
    ObjectOrientedTheory,
    /// `smod`: strategies too.
    Strategy,
    /// `sth`.
    StrategyTheory,
}

impl ModuleKind {
    /// Whether it is a theory.
    pub fn is_theory(self) -> bool {
        matches!(
            self,
            Self::FunctionalTheory | Self::SystemTheory | Self::ObjectOrientedTheory | Self::StrategyTheory
        )
    }

    /// Whether it may import modules of another kind: no theories unless it is one, and nothing that may hold more
    /// than it may itself.
    pub fn may_import(self, other: ModuleKind) -> bool {
        let holds = |kind: ModuleKind| match kind {
            Self::Functional | Self::FunctionalTheory => 0,
            Self::System | Self::SystemTheory => 1,
            Self::ObjectOriented | Self::ObjectOrientedTheory => 2,
            Self::Strategy | Self::StrategyTheory => 3,
        };
        (self.is_theory() || !other.is_theory()) && holds(other) <= holds(self)
    }

    /// The word that opens a module of this kind.
    pub fn keyword(self) -> &'static str {
        match self {
            ModuleKind::Functional => "fmod",
            ModuleKind::System => "mod",
            ModuleKind::ObjectOriented => "omod",
            ModuleKind::FunctionalTheory => "fth",
            ModuleKind::SystemTheory => "th",
            ModuleKind::ObjectOrientedTheory => "oth",
            ModuleKind::Strategy => "smod",
            ModuleKind::StrategyTheory => "sth",
        }
    }

    /// Whether rules may stand in it.
    pub fn has_rules(self) -> bool {
        !matches!(self, Self::Functional | Self::FunctionalTheory)
    }

    /// Whether strategies may stand in it.
    pub fn has_strategies(self) -> bool {
        matches!(self, Self::Strategy | Self::StrategyTheory)
    }

    /// Whether classes may stand in it.
    pub fn is_object_oriented(self) -> bool {
        matches!(self, Self::ObjectOriented | Self::ObjectOrientedTheory)
    }
}

/// A sort or a kind by name; structured names have no blanks: `Map{Nat,String}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SortName {
    /// A sort.
    Sort(Name),
    /// The kind that this sort belongs to, written `[Sort]`.
    Kind(Name),
}

impl SortName {
    /// The sort that is named.
    pub fn name(self) -> Name {
        match self {
            SortName::Sort(name) | SortName::Kind(name) => name,
        }
    }
}

/// A piece of an operator's syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Piece {
    /// `_`: an argument.
    Hole,
    /// A token.
    Word(Name),
}

/// One character of `gather`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gather {
    /// `e`: precedence strictly lower.
    Lower,
    /// `E`: precedence at most the operator's.
    Equal,
    /// `&`: any precedence.
    Any,
}

/// An identity element and the sides it works on.
#[derive(Debug, Clone)]
pub struct IdentitySource {
    /// `id:` or `left id:`.
    pub left: bool,
    /// `id:` or `right id:`.
    pub right: bool,
    /// The identity term.
    pub tokens: Vec<Token>,
}

/// An operator's attributes as written.
#[derive(Debug, Clone, Default)]
pub struct OperatorAttributes {
    /// `assoc`
    pub associative: bool,
    /// `comm`
    pub commutative: bool,
    /// `idem`
    pub idempotent: bool,
    /// `iter`
    pub iterated: bool,
    /// `id:` and its one-sided forms
    pub identity: Option<IdentitySource>,
    /// `ctor`
    pub constructor: bool,
    /// `memo`
    pub memo: bool,
    /// `ditto`
    pub ditto: bool,
    /// `prec`
    pub precedence: Option<u32>,
    /// `gather`
    pub gather: Option<Vec<Gather>>,
    /// `format`
    pub format: Option<Vec<Name>>,
    /// `strat`
    pub strategy: Option<Vec<u32>>,
    /// `frozen`; an empty list means every argument
    pub frozen: Option<Vec<u32>>,
    /// `poly`
    pub polymorphic: Option<Vec<u32>>,
    /// `config`
    pub configuration: bool,
    /// `object`
    pub object: bool,
    /// `msg`
    pub message: bool,
    /// `metadata`
    pub metadata: Option<Name>,
    /// the id-hook of `special`: its name and its arguments
    pub special: Option<(Name, Vec<Name>)>,
}

impl OperatorAttributes {
    /// Which attributes there are that all declarations of an operator must agree on; not with which values.
    pub(crate) fn kinds(&self) -> [bool; 15] {
        [
            self.associative,
            self.commutative,
            self.idempotent,
            self.iterated,
            self.identity.is_some(),
            self.memo,
            self.precedence.is_some(),
            self.gather.is_some(),
            self.format.is_some(),
            self.strategy.is_some(),
            self.frozen.is_some(),
            self.configuration,
            self.object,
            self.message,
            self.special.is_some(),
        ]
    }
}

/// An operator declaration.
#[derive(Debug, Clone)]
pub struct OperatorSource {
    /// The canonical name, with backquotes before special characters.
    pub name: Name,
    /// Its syntax.
    pub pieces: Vec<Piece>,
    /// Argument sorts.
    pub domain: Vec<SortName>,
    /// Result sort; declared with `~>`, it is the kind.
    pub range: SortName,
    /// Attributes.
    pub attributes: OperatorAttributes,
    /// Where it was declared.
    pub place: Place,
}

/// Which keyword opened a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatementKind {
    /// `eq`, `ceq`, `cq`
    Equation,
    /// `mb`, `cmb`
    Membership,
    /// `rl`, `crl`
    Rule,
}

/// A statement whose terms are still tokens.
#[derive(Debug, Clone)]
pub struct StatementSource {
    /// Which one.
    pub kind: StatementKind,
    /// Whether it was written with the conditional keyword.
    pub conditional: bool,
    /// Its label.
    pub label: Option<Name>,
    /// `owise`
    pub otherwise: bool,
    /// `nonexec`
    pub nonexecutable: bool,
    /// `metadata`
    pub metadata: Option<Name>,
    /// `variant`
    pub variant: bool,
    /// `narrowing`
    pub narrowing: bool,
    /// The strings and variables of `print`.
    pub print: Vec<Token>,
    /// The terms.
    pub tokens: Vec<Token>,
    /// Where it starts.
    pub place: Place,
}

/// A strategy that is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategySource {
    /// Its name.
    pub name: Name,
    /// The sorts of its arguments.
    pub domain: Vec<SortName>,
    /// The sort of the terms it is for.
    pub subject: SortName,
    /// Where it was declared.
    pub place: Place,
}

/// A strategy's definition, still tokens.
#[derive(Debug, Clone)]
pub struct DefinitionSource {
    /// Whether it was written with `csd`.
    pub conditional: bool,
    /// `nonexec`
    pub nonexecutable: bool,
    /// Everything after the keyword and the label, up to the attributes.
    pub tokens: Vec<Token>,
    /// Where it starts.
    pub place: Place,
}

/// How a module is imported; all three share the module's declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportMode {
    /// `protecting`
    Protecting,
    /// `extending`
    Extending,
    /// `including`
    Including,
    /// `generated-by`, which Maude accepts as well
    GeneratedBy,
}

/// An argument of an instantiation: the name of a view or a parameter, itself perhaps instantiated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewExpression {
    /// The view or the parameter.
    pub name: Name,
    /// Arguments.
    pub arguments: Vec<ViewExpression>,
}

/// A module expression.
#[derive(Debug, Clone)]
pub enum ModuleExpression {
    /// A name.
    Named(Name),
    /// `M{V1, V2}`
    Instance(Box<ModuleExpression>, Vec<ViewExpression>),
    /// `M * (…)`
    Renamed(Box<ModuleExpression>, Vec<Mapping>),
    /// `M + N`
    Sum(Vec<ModuleExpression>),
}

/// One item of a renaming or of a view.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "there are a handful of mappings in a file")]
pub enum Mapping {
    /// `sort A to B`
    Sort(SortName, SortName),
    /// `op f to g [attributes]`, perhaps only for one type
    Operator {
        /// The operator that is mapped.
        from: Name,
        /// Its type, where given.
        arity: Option<(Vec<SortName>, SortName)>,
        /// The new name.
        to: Name,
        /// The new syntax.
        pieces: Vec<Piece>,
        /// New precedence, gathering and format.
        attributes: OperatorAttributes,
    },
    /// `op f(X:A) to term t`
    Term {
        /// The pattern.
        from: Vec<Token>,
        /// The term.
        to: Vec<Token>,
        /// Where it stands.
        place: Place,
    },
    /// `label a to b`
    Label(Name, Name),
    /// `strat a to b`
    Strategy(Name, Name),
}

/// A class: its name, its attributes with their sorts, and its place.
pub type ClassSource = (Name, Vec<(Name, SortName)>, Place);

/// A module or theory as written.
#[derive(Debug, Clone)]
pub struct ModuleSource {
    /// Which keyword.
    pub kind: ModuleKind,
    /// The name.
    pub name: Name,
    /// `X :: TRIV` and so on.
    pub parameters: Vec<(Name, ModuleExpression)>,
    /// Imports.
    pub imports: Vec<(ImportMode, ModuleExpression, Place)>,
    /// Sorts.
    pub sorts: Vec<(Name, Place)>,
    /// Pairs of a sort and a greater one.
    pub subsorts: Vec<(Name, Name, Place)>,
    /// Operators.
    pub operators: Vec<OperatorSource>,
    /// Variables.
    pub variables: Vec<(Name, SortName, Place)>,
    /// Statements.
    pub statements: Vec<StatementSource>,
    /// Strategies, in strategy modules.
    pub strategies: Vec<StrategySource>,
    /// Their definitions.
    pub definitions: Vec<DefinitionSource>,
    /// Classes with their attributes, in object-oriented modules.
    pub classes: Vec<ClassSource>,
    /// Pairs of a class and a superclass.
    pub subclasses: Vec<(Name, Name, Place)>,
    /// How all of this was written, for `show module`.
    pub(crate) written: Box<WrittenModule>,
    /// Where it starts.
    pub place: Place,
}

impl ModuleSource {
    /// A module that declares nothing yet.
    pub fn new(
        kind: ModuleKind,
        name: Name,
        parameters: Vec<(Name, ModuleExpression)>,
        place: Place,
    ) -> ModuleSource {
        ModuleSource {
            kind,
            name,
            parameters,
            imports: Vec::new(),
            sorts: Vec::new(),
            subsorts: Vec::new(),
            operators: Vec::new(),
            variables: Vec::new(),
            statements: Vec::new(),
            strategies: Vec::new(),
            definitions: Vec::new(),
            classes: Vec::new(),
            subclasses: Vec::new(),
            written: Box::default(),
            place,
        }
    }
}

/// A view as written.
#[derive(Debug, Clone)]
pub struct ViewSource {
    /// The name.
    pub name: Name,
    /// Parameters.
    pub parameters: Vec<(Name, ModuleExpression)>,
    /// The theory it starts from.
    pub from: ModuleExpression,
    /// Where it leads.
    pub to: ModuleExpression,
    /// What is mapped.
    pub mappings: Vec<Mapping>,
    /// Variables for term mappings.
    pub variables: Vec<(Name, SortName, Place)>,
    /// Where it starts.
    pub place: Place,
}

/// A command as written: its words, the numbers in brackets, the module it names.
#[derive(Debug, Clone)]
pub struct CommandSource {
    /// Which command, in its long form.
    pub verb: Verb,
    /// The numbers in brackets.
    pub numbers: Vec<Option<u64>>,
    /// `in M :`
    pub module: Option<ModuleExpression>,
    /// The rest.
    pub tokens: Vec<Token>,
    /// Where it starts.
    pub place: Place,
}

/// The commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// `reduce`
    Reduce,
    /// `rewrite`
    Rewrite,
    /// `frewrite`
    FairRewrite,
    /// `search`
    Search,
    /// `srewrite`
    StrategyRewrite,
    /// `dsrewrite`
    DeepStrategyRewrite,
    /// `match`
    Match,
    /// `xmatch`
    ExtensionMatch,
    /// `parse`
    Parse,
    /// `show …`
    Show,
    /// `print conceal …` and `print reveal …`
    Print,
    /// `trace select …` and so on
    Trace,
    /// `set …`
    Set,
    /// `select`
    Select,
    /// `load` and `in`
    Load,
    /// `sload`
    LoadOnce,
    /// `quit`
    Quit,
    /// `continue`
    Continue,
    /// `eof`
    EndOfFile,
    /// A command of Maude that is recognised and not supported.
    Unsupported,
    /// Commands that change nothing here: `do clear memo`, `break …`, `cd`, `pwd`, `ls`.
    Ignored,
}
