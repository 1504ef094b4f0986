//! Reads the top of a file: modules, views and commands, one after the other.

use super::ast::*;
use super::lexer::Token;
use super::modules;
use super::stream::Stream;
use crate::diagnostic::{Diagnostic, Severity};
use crate::names::Name;

/// The next thing in the file, with what was found wrong while reading it; `None` at the end.
pub fn next_item(stream: &mut Stream) -> Option<(Option<Item>, Vec<Diagnostic>)> {
    stream.peek()?;
    let before = stream.position();
    let item = read_item(stream);
    if stream.position() == before {
        stream.take();
    }
    Some((item, std::mem::take(&mut stream.diagnostics)))
}

fn read_item(stream: &mut Stream) -> Option<Item> {
    let place = stream.place();
    let word = stream.peek_text();
    match word {
        "fmod" | "mod" | "omod" | "fth" | "th" | "oth" | "smod" | "sth" => {
            let name = Name::new(stream.text_ahead(1));
            return Some(modules::module(stream).map_or(Item::Unreadable(name, place), Item::Module));
        }
        "view" => {
            let view = modules::view(stream);
            if view.is_none() {
                while stream.peek().is_some() && stream.take().is_some_and(|t| t.name.text() != "endv") {}
            }
            return view.map(Item::View);
        }
        _ => {}
    }
    // Input for a program over LOOP-MODE, such as Full Maude: `(fmod M is … endfm)`.
    if word == "(" {
        let mut depth = 0usize;
        while let Some(token) = stream.take() {
            match token.name.text() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        let message = "input in brackets for a loop (LOOP-MODE, Full Maude)".to_owned();
        stream.report(Severity::Unsupported, place, message);
        return None;
    }
    // Options of narrowing stand before the command: `{fold} vu-narrow …`.
    if word == "{" {
        while stream.take().is_some_and(|token| token.name.text() != "}") {}
        if stream.peek_text().contains("narrow") {
            return read_item(stream);
        }
        stream.error(place, "skipped unexpected token: {".to_owned());
        return None;
    }
    let Some(verb) = verb(word) else {
        stream.error(place, format!("skipped unexpected token: {word}"));
        stream.take();
        return None;
    };
    stream.take();
    if word == "debug" {
        stream.report(Severity::Warning, place, "debug: the command runs without the debugger".to_owned());
        return None;
    }
    match verb {
        Verb::Load | Verb::LoadOnce => {
            // A file's name goes to the end of the line; it has no full stop of its own.
            let mut tokens: Vec<Token> = Vec::new();
            while let Some(token) = stream.take() {
                tokens.push(token);
                if token.ends_line {
                    break;
                }
            }
            return Some(Item::Command(CommandSource {
                verb,
                numbers: Vec::new(),
                module: None,
                tokens,
                place,
            }));
        }
        Verb::Quit | Verb::EndOfFile => {
            stream.accept(".");
            return Some(Item::Command(CommandSource {
                verb,
                numbers: Vec::new(),
                module: None,
                tokens: Vec::new(),
                place,
            }));
        }
        Verb::Ignored if matches!(word, "cd" | "pwd" | "ls" | "pushd" | "popd") => {
            while !stream_before_ends_line(stream) && stream.take().is_some() {}
            stream.report(Severity::Unsupported, place, format!("the command {word}"));
            return None;
        }
        _ => {}
    }
    let mut numbers = Vec::new();
    if stream.peek_text() == "["
        && matches!(
            verb,
            Verb::Rewrite
                | Verb::FairRewrite
                | Verb::Search
                | Verb::Match
                | Verb::ExtensionMatch
                | Verb::StrategyRewrite
                | Verb::DeepStrategyRewrite
        )
    {
        numbers = bracketed_numbers(stream);
    }
    let mut module = None;
    if stream.peek_text() == "in" && takes_module(verb) {
        let start = stream.position();
        let known = stream.diagnostics.len();
        stream.take();
        module = modules::module_expression(stream);
        if module.is_none() || !stream.accept(":") {
            // Not a module after all: `in` is the first word of the term.
            stream.diagnostics.truncate(known);
            stream.rewind(start);
            module = None;
        }
    }
    let tokens = stream.bubble(|stream| stream_before_ends_line(stream) || starts_item(stream))?;
    if verb == Verb::Unsupported {
        stream.report(Severity::Unsupported, place, format!("the command {word}"));
        return None;
    }
    if verb == Verb::Ignored {
        return None;
    }
    Some(Item::Command(CommandSource { verb, numbers, module, tokens, place }))
}

/// Whether the token just taken ends its line.
fn stream_before_ends_line(stream: &Stream) -> bool {
    let position = stream.position();
    position > 0 && stream.taken_since(position - 1).first().is_some_and(|token| token.ends_line)
}

fn starts_item(stream: &Stream) -> bool {
    let word = stream.peek_text();
    // `q` is a command only by itself: it may well be an operator.
    if word == "q" && !stream.peek().is_some_and(|token| token.ends_line) {
        return false;
    }
    verb(word).is_some()
        || matches!(word, "fmod" | "mod" | "omod" | "fth" | "th" | "oth" | "smod" | "sth" | "view")
}

fn takes_module(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Reduce
            | Verb::Rewrite
            | Verb::FairRewrite
            | Verb::Search
            | Verb::StrategyRewrite
            | Verb::DeepStrategyRewrite
            | Verb::Match
            | Verb::ExtensionMatch
            | Verb::Parse
            | Verb::Unsupported
    )
}

fn bracketed_numbers(stream: &mut Stream) -> Vec<Option<u64>> {
    let start = stream.position();
    stream.take();
    let mut numbers = Vec::new();
    let mut pending = None;
    loop {
        match stream.take().map(|token| token.name.text()) {
            Some("]") => {
                numbers.push(pending);
                return numbers;
            }
            Some(",") => {
                numbers.push(pending);
                pending = None;
            }
            Some(text) if text.parse::<u64>().is_ok() => pending = text.parse().ok(),
            _ => {
                stream.rewind(start);
                return Vec::new();
            }
        }
    }
}

fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "red" | "reduce" => Verb::Reduce,
        "rew" | "rewrite" => Verb::Rewrite,
        "frew" | "frewrite" => Verb::FairRewrite,
        "search" => Verb::Search,
        "srew" | "srewrite" => Verb::StrategyRewrite,
        "dsrew" | "dsrewrite" => Verb::DeepStrategyRewrite,
        "match" => Verb::Match,
        "xmatch" => Verb::ExtensionMatch,
        "parse" => Verb::Parse,
        "show" => Verb::Show,
        "print" => Verb::Print,
        "set" => Verb::Set,
        "trace" => Verb::Trace,
        "select" => Verb::Select,
        "load" | "in" => Verb::Load,
        "sload" => Verb::LoadOnce,
        "q" | "quit" => Verb::Quit,
        "cont" | "continue" => Verb::Continue,
        "eof" => Verb::EndOfFile,
        "do" | "break" | "cd" | "pwd" | "ls" | "pushd" | "popd" | "debug" | "protect" => Verb::Ignored,
        "erew" | "erewrite" | "unify" | "variant" | "vu-narrow" | "fvu-narrow" | "narrow" | "xnarrow"
        | "get" | "loop" | "test" | "smt-search" | "check" | "xunify" | "irredundant" | "filtered"
        | "creduce" | "cred" | "sreduce" | "sred" | "step" | "abort" | "resume" | "where" => {
            Verb::Unsupported
        }
        _ => return None,
    })
}

/// The tokens of a file's name, joined.
pub fn file_name(tokens: &[Token]) -> Name {
    // A full stop of its own is no part of the name.
    let tokens = match tokens {
        [name @ .., last] if !name.is_empty() && last.name.text() == "." => name,
        _ => tokens,
    };
    let text: String = tokens.iter().map(|token| token.name.text()).collect();
    Name::new(text.trim_matches('"'))
}
