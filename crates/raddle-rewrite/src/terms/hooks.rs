//! The operators that Rust code evaluates, by the names that Maude's prelude gives them.

use super::SortId;
use crate::names::Name;

/// What Rust code does for an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hook {
    /// Nothing: equations define it.
    None,
    /// The constant `true`.
    True,
    /// The constant `false`.
    False,
    /// `if_then_else_fi`
    Branch,
    /// `_==_`
    Equal,
    /// `_=/=_`
    NotEqual,
    /// `_::S`
    SortTest(SortId),
    /// `s_`
    Successor,
    /// `-_` on integers
    Minus,
    /// `_/_` on integers
    Division,
    /// Arithmetic that folds the numbers among the arguments of an associative and commutative operator.
    FoldNumber(NumberOp),
    /// Arithmetic with a fixed number of arguments.
    Number(NumberOp),
    /// All string literals.
    StringLiteral,
    /// An operation on strings.
    StringOp(StringOp),
    /// All float literals.
    FloatLiteral,
    /// An operation on floats.
    FloatOp(FloatOp),
    /// All quoted identifiers.
    QidLiteral,
    /// `string` on quoted identifiers.
    QidToString,
    /// `qid`
    StringToQid,
    /// `printTokens`
    PrintTokens,
    /// `tokenize`
    Tokenize,
    /// `counter`, which a rule replaces by the next number.
    Counter,
    /// `random`
    Random,
    /// A function of the meta-level.
    Meta(MetaOp),
    /// `modelCheck`
    ModelCheck,
    /// Recognised in Maude's prelude, and not supported.
    Unsupported,
}

macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is the operator that its text names")]
        pub enum $name { $($variant),* }

        impl $name {
            fn from_text(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

operations! {
    /// Operations on integers.
    NumberOp {
        Add = "+", Multiply = "*", Subtract = "-", SymmetricDifference = "sd", Quotient = "quo",
        Remainder = "rem", Power = "^", ModularPower = "modExp", Gcd = "gcd", Lcm = "lcm", Min = "min",
        Max = "max", Xor = "xor", And = "&", Or = "|", ShiftRight = ">>", ShiftLeft = "<<", Less = "<",
        LessOrEqual = "<=", Greater = ">", GreaterOrEqual = ">=", Divides = "divides", Absolute = "abs",
        Not = "~",
    }
}

operations! {
    /// Operations on strings.
    StringOp {
        Ascii = "ascii", Char = "char", Concatenate = "+", Length = "length", Substring = "substr",
        Find = "find", ReverseFind = "rfind", Less = "<", LessOrEqual = "<=", Greater = ">",
        GreaterOrEqual = ">=", UpperCase = "upperCase", LowerCase = "lowerCase", ToString = "string",
        ToRational = "rat", ToFloat = "float", DecimalFloat = "decFloat",
    }
}

operations! {
    /// Operations on floats.
    FloatOp {
        Negate = "-", Add = "+", Multiply = "*", Divide = "/", Remainder = "rem", Power = "^",
        Absolute = "abs", Floor = "floor", Ceiling = "ceiling", Min = "min", Max = "max",
        SquareRoot = "sqrt", Exponential = "exp", Logarithm = "log", Sine = "sin", Cosine = "cos",
        Tangent = "tan", ArcSine = "asin", ArcCosine = "acos", ArcTangent = "atan", Less = "<",
        LessOrEqual = "<=", Greater = ">", GreaterOrEqual = ">=", FromRational = "float",
        ToRational = "rat",
    }
}

operations! {
    /// Functions of the meta-level.
    MetaOp {
        ModuleName = "moduleName", ModuleImports = "moduleImports", ModuleSorts = "moduleSorts",
        ModuleSubsorts = "moduleSubsorts", ModuleOperators = "moduleOps", ModuleMemberships = "moduleMbs",
        ModuleEquations = "moduleEqs", ModuleRules = "moduleRls", ModuleStrategies = "moduleStrats",
        ModuleDefinitions = "moduleSds", ViewName = "viewName", ViewFrom = "viewFrom", ViewTo = "viewTo",
        ViewSorts = "viewSorts", ViewOperators = "viewOps", ViewStrategies = "viewStrats",
        UpModule = "metaUpModule", UpImports = "metaUpImports", UpSorts = "metaUpSorts",
        UpSubsorts = "metaUpSubsortDecls", UpOperators = "metaUpOpDecls", UpMemberships = "metaUpMbs",
        UpEquations = "metaUpEqs", UpRules = "metaUpRls", UpView = "metaUpView", UpTerm = "metaUpTerm",
        DownTerm = "metaDownTerm", Reduce = "metaReduce", Normalize = "metaNormalize", Rewrite = "metaRewrite",
        FairRewrite = "metaFrewrite", Apply = "metaApply", ExtensionApply = "metaXapply", Match = "metaMatch",
        ExtensionMatch = "metaXmatch", Search = "metaSearch", SearchPath = "metaSearchPath",
        Parse = "metaParse", PrettyPrint = "metaPrettyPrint", SortLeq = "metaSortLeq",
        SameKind = "metaSameKind", LesserSorts = "metaLesserSorts", GlbSorts = "metaGlbSorts",
        LeastSort = "metaLeastSort", CompleteName = "metaCompleteName", GetKind = "metaGetKind",
        GetKinds = "metaGetKinds", MaximalSorts = "metaMaximalSorts", MinimalSorts = "metaMinimalSorts",
        MaximalAritySet = "metaMaximalAritySet", WellFormedModule = "metaWellFormedModule",
        WellFormedTerm = "metaWellFormedTerm", WellFormedSubstitution = "metaWellFormedSubstitution",
    }
}

impl Hook {
    /// The hook of an id-hook and its arguments.
    pub fn from_source(name: Name, arguments: &[Name]) -> Hook {
        let first = arguments.first().map_or("", |argument| argument.text());
        let found = match name.text() {
            "SystemTrue" => Some(Hook::True),
            "SystemFalse" => Some(Hook::False),
            "BranchSymbol" => Some(Hook::Branch),
            "EqualitySymbol" => Some(if first == "not" { Hook::NotEqual } else { Hook::Equal }),
            "SuccSymbol" => Some(Hook::Successor),
            "MinusSymbol" => Some(Hook::Minus),
            "DivisionSymbol" => Some(Hook::Division),
            "ACU_NumberOpSymbol" => NumberOp::from_text(first).map(Hook::FoldNumber),
            "NumberOpSymbol" | "CUI_NumberOpSymbol" => NumberOp::from_text(first).map(Hook::Number),
            "StringSymbol" => Some(Hook::StringLiteral),
            "StringOpSymbol" => StringOp::from_text(first).map(Hook::StringOp),
            "FloatSymbol" => Some(Hook::FloatLiteral),
            "FloatOpSymbol" => FloatOp::from_text(first).map(Hook::FloatOp),
            "QuotedIdentifierSymbol" => Some(Hook::QidLiteral),
            "QuotedIdentifierOpSymbol" if first == "string" => Some(Hook::QidToString),
            "QuotedIdentifierOpSymbol" if first == "qid" => Some(Hook::StringToQid),
            "QuotedIdentifierOpSymbol" if first == "printTokens" => Some(Hook::PrintTokens),
            "QuotedIdentifierOpSymbol" if first == "tokenize" => Some(Hook::Tokenize),
            "CounterSymbol" => Some(Hook::Counter),
            "RandomOpSymbol" => Some(Hook::Random),
            "ModelCheckerSymbol" => Some(Hook::ModelCheck),
            "MetaLevelOpSymbol" => MetaOp::from_text(first).map(Hook::Meta),
            _ => None,
        };
        found.unwrap_or(Hook::Unsupported)
    }
}
