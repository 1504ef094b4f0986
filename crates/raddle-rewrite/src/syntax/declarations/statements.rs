//! Reads statements: their labels and attributes; their terms stay tokens.

use super::starts_declaration;
use crate::diagnostic::Severity;
use crate::names::Name;
use crate::syntax::ast::*;
use crate::syntax::lexer::Token;
use crate::syntax::stream::Stream;

pub(super) fn statement(
    stream: &mut Stream,
    module: &mut ModuleSource,
    kind: StatementKind,
    conditional: bool,
) -> Option<()> {
    let place = stream.place();
    let mut tokens = stream.bubble(starts_declaration)?;
    let mut source = StatementSource {
        kind,
        conditional,
        label: None,
        otherwise: false,
        nonexecutable: false,
        metadata: None,
        variant: false,
        narrowing: false,
        print: Vec::new(),
        tokens: Vec::new(),
        place,
    };
    let text = |index: usize| tokens.get(index).map_or("", |token: &Token| token.name.text());
    if text(0) == "[" && text(2) == "]" && text(3) == ":" {
        source.label = Some(tokens[1].name);
        tokens.drain(..4);
    }
    statement_attributes(stream, &mut tokens, &mut source);
    source.tokens = tokens;
    module.statements.push(source);
    Some(())
}

/// Attributes of statements: none of them is an item of `print`.
const ATTRIBUTES: [&str; 8] =
    ["owise", "otherwise", "nonexec", "variant", "narrowing", "label", "metadata", "print"];

/// Takes a closing `[label l owise …]` off the tokens, if what stands there is one.
fn statement_attributes(stream: &mut Stream, tokens: &mut Vec<Token>, source: &mut StatementSource) {
    if tokens.last().is_none_or(|token| token.name.text() != "]") {
        return;
    }
    let Some(open) = tokens.iter().rposition(|token| token.name.text() == "[") else { return };
    let inner: Vec<&'static str> =
        tokens[open + 1..tokens.len() - 1].iter().map(|token| token.name.text()).collect();
    let mut found = source.clone();
    let mut index = 0;
    if inner.is_empty() {
        return;
    }
    while index < inner.len() {
        match inner[index] {
            "owise" | "otherwise" => found.otherwise = true,
            "nonexec" => found.nonexecutable = true,
            "variant" => found.variant = true,
            "narrowing" => found.narrowing = true,
            "dnt" => {}
            "label" if index + 1 < inner.len() => {
                index += 1;
                // Of two labels the first counts.
                found.label.get_or_insert(Name::new(inner[index]));
            }
            "metadata" if index + 1 < inner.len() => {
                index += 1;
                found.metadata = Some(Name::new(inner[index]));
            }
            "print" => {
                let items = tokens[open + 2 + index..tokens.len() - 1].iter();
                let items = items.take_while(|token| !ATTRIBUTES.contains(&token.name.text()));
                found.print = items.copied().collect();
                index += found.print.len();
            }
            _ => return,
        }
        index += 1;
    }
    if found.variant || found.narrowing {
        let place = tokens[open].place;
        stream.report(
            Severity::Warning,
            place,
            "variant and narrowing are for narrowing, which is not supported; the statement is used as usual"
                .to_owned(),
        );
    }
    tokens.truncate(open);
    *source = found;
}
