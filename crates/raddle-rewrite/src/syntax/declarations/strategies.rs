//! Reads declarations of strategies, and definitions, whose terms and expressions stay tokens.

use super::{sort_name, starts_declaration};
use crate::syntax::ast::*;
use crate::syntax::stream::Stream;

/// `s1 s2 : A B @ Subject .`
pub(super) fn strategies(stream: &mut Stream, module: &mut ModuleSource) -> Option<()> {
    let place = stream.place();
    let mut names = Vec::new();
    while !matches!(stream.peek_text(), ":" | "@" | "") {
        names.push(stream.identifier()?);
    }
    let mut domain = Vec::new();
    if stream.accept(":") {
        while !matches!(stream.peek_text(), "@" | "") {
            domain.push(sort_name(stream)?);
        }
    }
    if !stream.expect("@") {
        return None;
    }
    let subject = sort_name(stream)?;
    if stream.accept("[") {
        // Only metadata may stand here.
        while stream.take()?.name.text() != "]" {}
    }
    for name in names {
        module.strategies.push(StrategySource { name, domain: domain.clone(), subject, place });
    }
    stream.expect(".").then_some(())
}

/// `[label] : s(P) := expression if condition [attributes] .`
pub(super) fn definition(stream: &mut Stream, module: &mut ModuleSource, conditional: bool) -> Option<()> {
    let place = stream.place();
    let mut tokens = stream.bubble(starts_declaration)?;
    let texts: Vec<&str> = tokens.iter().map(|token| token.name.text()).collect();
    let mut nonexecutable = false;
    if texts.last() == Some(&"]")
        && let Some(open) = texts.iter().rposition(|&text| text == "[")
        && matches!(texts.get(open + 1), Some(&("label" | "metadata" | "nonexec" | "print")))
    {
        nonexecutable = texts[open..].contains(&"nonexec");
        tokens.truncate(open);
    }
    if tokens.len() > 4 && tokens[0].name.text() == "[" && tokens[3].name.text() == ":" {
        tokens.drain(..4);
    }
    module.definitions.push(DefinitionSource { conditional, nonexecutable, tokens, place });
    Some(())
}
