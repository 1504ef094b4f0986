//! Terms and statements as Maude writes them: mixfix, with as few brackets as precedence and gathering allow,
//! and with `(c).Sort` where a constant could be read in several kinds. An explicit stack: depth costs no stack.

pub(crate) use crate::machine::floats::float_text;
use crate::machine::{PrintItem, StatementTerms};
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::{Piece, StatementKind};
use crate::syntax::lexer::is_special;
use crate::terms::hooks::Hook;
use crate::terms::signature::{ANY_PRECEDENCE, PREFIX_PRECEDENCE, Shape};
use crate::terms::{KindId, Symbol, SymbolId, TermId, Terms};

enum Work {
    Term(Argument),
    Word(Name),
    /// A space unless one side is a bracket, then a term.
    Spaced(Argument),
    /// A term has ended: what it ended with no longer matters for spaces.
    Loose,
    Raw(&'static str),
    Text(String),
    /// White space that `format` asks for instead of the usual one.
    Format(Name),
}

/// A term to be written, and what stands around it.
#[derive(Clone, Copy)]
struct Argument {
    term: TermId,
    /// The highest precedence that needs no brackets.
    bound: u32,
    /// Whether its kind is clear from the operator around it.
    known: bool,
    /// The operators to the left and right that could take the term's own outer argument away from it.
    left: Option<Neighbour>,
    right: Option<Neighbour>,
}

#[derive(Clone, Copy)]
struct Neighbour {
    precedence: u32,
    /// Of its argument on the side of the term.
    kind: KindId,
}

impl Argument {
    fn new(term: TermId, bound: u32, known: bool) -> Argument {
        Argument { term, bound, known, left: None, right: None }
    }
}

/// What `set print` and `print conceal` have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printing {
    /// Whether operators are written in mixfix form.
    pub mixfix: bool,
    /// Whether every mixfix term is in brackets.
    pub parentheses: bool,
    /// Whether associative operators are written without brackets around their own terms.
    pub flat: bool,
    /// Whether natural numbers are written as numbers.
    pub numbers: bool,
    /// Whether rational numbers are written as numbers.
    pub rationals: bool,
    /// Whether the arguments of concealed operators are left out.
    pub conceals: bool,
    /// Concealed operators.
    pub concealed: Vec<Name>,
}

impl Default for Printing {
    fn default() -> Printing {
        Printing {
            mixfix: true,
            parentheses: false,
            flat: true,
            numbers: true,
            rationals: true,
            conceals: false,
            concealed: Vec::new(),
        }
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    out: String,
    /// No space before the next token.
    tight: bool,
    work: Vec<Work>,
    indent: usize,
    formats: Formats,
}

/// What is made of `format`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Formats {
    /// White space.
    Space,
    /// Tokens that name the white space and the colours.
    Tokens,
    /// Nothing.
    Ignored,
}

/// The text of a term.
pub fn term_text(terms: &Terms, term: TermId) -> String {
    text_with(terms, term, Formats::Space)
}

/// A text whose tokens are the term's, for the meta-level; formats are tokens, too, if they are asked for.
pub(crate) fn token_text(terms: &Terms, term: TermId, formats: bool) -> String {
    text_with(terms, term, if formats { Formats::Tokens } else { Formats::Ignored })
}

fn text_with(terms: &Terms, term: TermId, formats: Formats) -> String {
    let mut printer =
        Printer { terms, out: String::new(), tight: true, work: Vec::new(), indent: 0, formats };
    printer.work.push(Work::Term(Argument::new(term, ANY_PRECEDENCE, false)));
    printer.run();
    printer.out
}

impl Printer<'_> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Raw(text) => {
                    self.out.push_str(text);
                    self.tight = text.ends_with(['(', ' ']);
                }
                Work::Text(text) => {
                    self.out.push_str(&text);
                    self.tight = false;
                }
                Work::Word(word) => {
                    let text = word.text();
                    let special = text.chars().next().is_some_and(is_special);
                    if !self.tight && !special {
                        self.out.push(' ');
                    }
                    self.out.push_str(text);
                    self.tight = special;
                }
                Work::Spaced(argument) => {
                    if !self.tight {
                        self.out.push(' ');
                    }
                    self.tight = true;
                    self.work.push(Work::Loose);
                    self.term(argument);
                }
                Work::Loose => self.tight = false,
                Work::Format(word) => self.format(word),
                Work::Term(argument) => {
                    self.work.push(Work::Loose);
                    self.term(argument);
                }
            }
        }
    }

    fn format(&mut self, word: Name) {
        self.tight = true;
        if self.formats == Formats::Tokens {
            for c in word.text().chars() {
                match c {
                    'd' => {}
                    'i' => self.out.push_str(&" \\s".repeat(self.indent)),
                    '+' => self.indent += 1,
                    '-' => self.indent = self.indent.saturating_sub(1),
                    c => self.out.extend([' ', '\\', c]),
                }
            }
            self.out.push(' ');
            return;
        }
        for c in word.text().chars() {
            match c {
                's' => self.out.push(' '),
                't' => self.out.push('\t'),
                'n' => self.out.push('\n'),
                'i' => self.out.push_str(&" ".repeat(self.indent)),
                '+' => self.indent += 1,
                '-' => self.indent = self.indent.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn term(&mut self, argument: Argument) {
        let Argument { term, bound, known, .. } = argument;
        let terms = self.terms;
        let id = terms.symbol(term);
        let symbol = terms.signature.get(id);
        if symbol.shape == Shape::Variable {
            let (name, sort) = terms.literals.variable(terms.payload(term));
            if terms.literals.declared.get(&name) == Some(&sort) {
                return self.plain(name.text().to_owned());
            }
            return self.plain(format!("{name}:{}", terms.signature.sorts.name(sort)));
        }
        if let Some(text) = self.literal(term, id) {
            return self.plain(text);
        }
        let arguments = terms.arguments(term);
        if arguments.is_empty() {
            let text = constant_text(&symbol.pieces);
            let overloaded = terms
                .signature
                .overloads(symbol.name)
                .iter()
                .filter(|&&other| terms.signature.get(other).arity() == 0)
                .count();
            if overloaded > 1 && !known {
                let sort = terms.sort(term);
                return self.plain(format!("({text}).{}", terms.signature.sorts.name(sort)));
            }
            return self.plain(text);
        }
        let printing = &terms.literals.printing;
        if printing.conceals && printing.concealed.contains(&symbol.name) {
            return self.plain(format!("{}(...)", symbol.name));
        }
        if symbol.shape == Shape::Iterated && terms.counts.small(terms.payload(term)) != Some(1) {
            let count = terms.iterations(term);
            self.plain(format!("{}^{count}(", symbol.name));
            self.tight = true;
            self.work.push(Work::Raw(")"));
            self.work.push(Work::Term(Argument::new(arguments[0], PREFIX_PRECEDENCE, true)));
            return;
        }
        if let Hook::SortTest(sort) = symbol.hook {
            let text = format!(" :: {}", terms.signature.sorts.name(sort));
            self.work.push(Work::Text(text));
            let tested = Argument::new(arguments[0], ANY_PRECEDENCE, false);
            let right = Some(Neighbour { precedence: 0, kind: symbol.domain[0] });
            self.work.push(Work::Term(Argument { left: argument.left, right, ..tested }));
            return;
        }
        let others = || {
            let all = terms.signature.overloads(symbol.name).iter().map(|&other| terms.signature.get(other));
            all.filter(|other| other.arity() == symbol.arity() && other.attributes.polymorphic.is_none())
        };
        // Where only the result's kind tells two operators apart, it is written.
        let own = symbol.attributes.polymorphic.is_none();
        let alike = |other: &Symbol| other.domain == symbol.domain && other.range != symbol.range;
        if !known && own && others().any(alike) {
            let sort = terms.signature.sorts.name(terms.sort(term));
            self.work.push(Work::Text(format!(").{sort}")));
            self.work.push(Work::Term(Argument::new(term, ANY_PRECEDENCE, true)));
            self.work.push(Work::Raw("("));
            return;
        }
        let inner_known = own && others().filter(|other| !known || other.range == symbol.range).count() == 1;
        if !symbol.is_mixfix() || !printing.mixfix {
            return self.prefix(id, arguments, inner_known);
        }
        let takes = |index: usize, neighbour: Option<Neighbour>| {
            neighbour.is_some_and(|neighbour| {
                neighbour.precedence <= symbol.argument_precedence(index)
                    && symbol.domain[index] == neighbour.kind
            })
        };
        let open_left = symbol.pieces.first() == Some(&Piece::Hole);
        let open_right = symbol.pieces.last() == Some(&Piece::Hole);
        let brackets = printing.parentheses
            || symbol.precedence > bound
            || (open_left && takes(0, argument.left))
            || (open_right && takes(symbol.arity() - 1, argument.right));
        let (mut left, mut right) = (argument.left, argument.right);
        if brackets {
            self.out.push('(');
            self.tight = true;
            self.work.push(Work::Raw(")"));
            (left, right) = (None, None);
        }
        self.mixfix(id, arguments, inner_known, left, right);
    }

    fn plain(&mut self, text: String) {
        self.out.push_str(&text);
        self.tight = false;
    }

    fn prefix(&mut self, id: SymbolId, arguments: &[TermId], known: bool) {
        let symbol = self.terms.signature.get(id);
        let (name, flat) = (symbol.name, self.terms.literals.printing.flat);
        if !flat
            && arguments.len() > 2
            && matches!(symbol.shape, Shape::Associative | Shape::AssociativeCommutative)
        {
            let opening = format!("{}(", name.text().replace('`', ""));
            self.work.push(Work::Text(")".repeat(arguments.len() - 1)));
            for (index, &argument) in arguments.iter().enumerate().rev() {
                let last = index + 1 == arguments.len();
                if !last {
                    self.work.push(Work::Raw(", "));
                }
                self.work.push(Work::Term(Argument::new(argument, PREFIX_PRECEDENCE, known)));
                if !last {
                    self.work.push(Work::Text(opening.clone()));
                }
            }
            return;
        }
        let format = symbol.format.as_deref().filter(|words| words.len() == symbol.pieces.len() + 1);
        if let Some(words) = format.filter(|_| self.formats == Formats::Space && symbol.pieces.len() == 1) {
            self.format(words[0]);
        }
        self.plain(name.text().replace('`', ""));
        self.out.push('(');
        self.tight = true;
        self.work.push(Work::Raw(")"));
        for (index, &argument) in arguments.iter().enumerate().rev() {
            self.work.push(Work::Term(Argument::new(argument, PREFIX_PRECEDENCE, known)));
            if index > 0 {
                self.work.push(Work::Raw(", "));
            }
        }
    }

    fn mixfix(
        &mut self,
        id: SymbolId,
        arguments: &[TermId],
        known: bool,
        left: Option<Neighbour>,
        right: Option<Neighbour>,
    ) {
        let symbol = self.terms.signature.get(id);
        // The operator itself, as what stands to the right of its first and to the left of its last argument.
        let own = |argument: usize| {
            Some(Neighbour { precedence: symbol.precedence, kind: symbol.domain[argument] })
        };
        let formats = self.formats;
        let format = symbol
            .format
            .as_deref()
            .filter(|words| words.len() == symbol.pieces.len() + 1 && formats != Formats::Ignored);
        let mut items: Vec<Work> = Vec::new();
        let gap = |items: &mut Vec<Work>, index: usize| match format.map(|words| words[index]) {
            // Colours alone leave the usual spaces.
            Some(word)
                if word.text().contains(['s', 't', 'n', 'i', '+', '-'])
                    || (formats == Formats::Tokens && word.text() != "d") =>
            {
                items.push(Work::Format(word));
                true
            }
            _ => false,
        };
        let flat = matches!(symbol.shape, Shape::Associative | Shape::AssociativeCommutative);
        let outer = symbol.pieces.first() == Some(&Piece::Hole) && symbol.pieces.last() == Some(&Piece::Hole);
        let nested = self.terms.literals.printing.parentheses;
        if flat && outer {
            for (index, &argument) in arguments.iter().enumerate() {
                let last = index + 1 == arguments.len();
                let bound = symbol.argument_precedence(usize::from(last));
                if index > 0 {
                    for (place, piece) in symbol.pieces[1..symbol.pieces.len() - 1].iter().enumerate() {
                        if let Piece::Word(word) = piece {
                            gap(&mut items, place + 1);
                            items.push(Work::Word(*word));
                        }
                    }
                    gap(&mut items, symbol.pieces.len() - 1);
                }
                let argument = Argument {
                    left: if index == 0 { left } else { own(1) },
                    right: if last { right } else { own(0) },
                    ..Argument::new(argument, bound, known)
                };
                let inner = nested && index > 0 && !last;
                if inner {
                    items.push(Work::Raw(" ("));
                }
                items.push(if index == 0 || inner { Work::Term(argument) } else { Work::Spaced(argument) });
            }
            if nested {
                items.extend((2..arguments.len()).map(|_| Work::Raw(")")));
            }
        } else if flat && arguments.len() > 2 {
            return self.prefix(id, arguments, known);
        } else {
            let mut argument = 0;
            for (place, piece) in symbol.pieces.iter().enumerate() {
                if place > 0 || format.is_some() {
                    gap(&mut items, place);
                }
                match piece {
                    Piece::Word(word) => items.push(Work::Word(*word)),
                    Piece::Hole => {
                        let bound = symbol.argument_precedence(argument);
                        let term = arguments[argument];
                        argument += 1;
                        let last = place + 1 == symbol.pieces.len();
                        let item = Argument {
                            left: if place == 0 {
                                left
                            } else if last {
                                own(argument - 1)
                            } else {
                                None
                            },
                            right: if last {
                                right
                            } else if place == 0 {
                                own(argument - 1)
                            } else {
                                None
                            },
                            ..Argument::new(term, bound, known)
                        };
                        items.push(if place == 0 { Work::Term(item) } else { Work::Spaced(item) });
                    }
                }
            }
            if format.is_some() {
                gap(&mut items, symbol.pieces.len());
            }
        }
        self.tight = true;
        self.work.extend(items.into_iter().rev());
    }

    /// The text of numbers, strings, floats and quoted identifiers.
    fn literal(&self, term: TermId, id: SymbolId) -> Option<String> {
        let terms = self.terms;
        let symbol = terms.signature.get(id);
        match symbol.hook {
            Hook::StringLiteral => Some(escape(terms.literals.string(terms.payload(term)))),
            Hook::FloatLiteral => Some(float_text(terms.literals.float(terms.payload(term)))),
            Hook::QidLiteral => Some(format!("'{}", Name::from_index(terms.payload(term) as usize))),
            Hook::Successor | Hook::Minus if !terms.literals.printing.numbers => None,
            Hook::Division if !terms.literals.printing.rationals => None,
            Hook::Successor => terms.natural_value(term).map(|value| value.to_string()),
            Hook::Minus => {
                let inner = terms.natural_value(terms.arguments(term)[0])?;
                (inner.bits() > 0).then(|| format!("-{inner}"))
            }
            Hook::Division => {
                let arguments = terms.arguments(term);
                let left = terms.integer_value(arguments[0])?;
                let right = terms.natural_value(arguments[1])?;
                (left.bits() > 0 && right.bits() > 0).then(|| format!("{left}/{right}"))
            }
            _ => None,
        }
    }
}

fn constant_text(pieces: &[Piece]) -> String {
    let mut text = String::new();
    let mut tight = true;
    for piece in pieces {
        let word = match piece {
            Piece::Word(word) => word.text(),
            Piece::Hole => "_",
        };
        let special = word.chars().next().is_some_and(is_special);
        if !tight && !special {
            text.push(' ');
        }
        text.push_str(word);
        tight = special;
    }
    text
}

/// A string between quotes, with the escapes that Maude uses.
pub fn escape(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\t' => result.push_str("\\t"),
            '\r' => result.push_str("\\r"),
            '\u{7}' => result.push_str("\\a"),
            '\u{8}' => result.push_str("\\b"),
            '\u{c}' => result.push_str("\\f"),
            '\u{b}' => result.push_str("\\v"),
            c if (c as u32) < 32 || c as u32 > 126 => result.push_str(&format!("\\{:03o}", c as u32)),
            c => result.push(c),
        }
    }
    result.push('"');
    result
}

/// The text of a condition.
pub fn condition_text(terms: &Terms, condition: &[Fragment]) -> String {
    let parts: Vec<String> = condition
        .iter()
        .map(|fragment| match *fragment {
            Fragment::Equality(left, right) => {
                format!("{} = {}", term_text(terms, left), term_text(terms, right))
            }
            Fragment::Assignment(left, right) => {
                format!("{} := {}", term_text(terms, left), term_text(terms, right))
            }
            Fragment::Rewriting(left, right) => {
                format!("{} => {}", term_text(terms, left), term_text(terms, right))
            }
            Fragment::Membership(term, sort) => {
                format!("{} : {}", term_text(terms, term), terms.signature.sorts.name(sort))
            }
        })
        .collect();
    parts.join(" /\\ ")
}

/// The text of a statement.
pub fn statement_text(terms: &Terms, statement: &StatementTerms) -> String {
    let conditional = !statement.condition.is_empty();
    let (keyword, arrow) = match statement.kind {
        StatementKind::Equation => ("eq", "="),
        StatementKind::Rule => ("rl", "=>"),
        StatementKind::Membership => ("mb", ":"),
    };
    let mut text =
        format!("{}{keyword} {}", if conditional { "c" } else { "" }, term_text(terms, statement.left));
    if let Some(right) = statement.right {
        text.push_str(&format!(" {arrow} {}", term_text(terms, right)));
    }
    if let Some(sort) = statement.sort {
        text.push_str(&format!(" : {}", terms.signature.sorts.name(sort)));
    }
    if conditional {
        text.push_str(&format!(" if {}", condition_text(terms, &statement.condition)));
    }
    let mut attributes = Vec::new();
    if statement.nonexecutable {
        attributes.push("nonexec".to_owned());
    }
    if statement.otherwise {
        attributes.push("owise".to_owned());
    }
    if statement.variant {
        attributes.push("variant".to_owned());
    }
    if statement.narrowing {
        attributes.push("narrowing".to_owned());
    }
    if let Some(label) = statement.label {
        attributes.push(format!("label {label}"));
    }
    if let Some(metadata) = statement.metadata {
        attributes.push(format!("metadata {metadata}"));
    }
    if !statement.print.is_empty() {
        let items: Vec<String> = statement
            .print
            .iter()
            .map(|item| match *item {
                PrintItem::Text(text) => text.text().to_owned(),
                PrintItem::Variable(variable) => term_text(terms, variable),
            })
            .collect();
        attributes.push(format!("print {}", items.join(" ")));
    }
    if !attributes.is_empty() {
        text.push_str(&format!(" [{}]", attributes.join(" ")));
    }
    text.push_str(" .");
    text
}
