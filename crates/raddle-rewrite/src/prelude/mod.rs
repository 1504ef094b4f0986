//! The modules that every session starts with. The equational ones are written in the language, in the files
//! beside this one; operators with `special` are evaluated by the machine. Names and types are those of Maude's
//! prelude, so that specifications load unchanged; the equations are our own.

use crate::diagnostic::SourceFile;
use crate::modules::Database;
use crate::syntax::ast::{Item, Verb};
use crate::syntax::commands::next_item;
use crate::syntax::lexer::tokenize;
use crate::syntax::stream::Stream;
use std::sync::{Arc, OnceLock};

const FILES: [(&str, &str); 4] = [
    ("prelude/numbers.maude", include_str!("numbers.maude")),
    ("prelude/containers.maude", include_str!("containers.maude")),
    ("prelude/meta.maude", include_str!("meta.maude")),
    ("prelude/objects.maude", include_str!("objects.maude")),
];

/// A database with the prelude in it; read once, then copied.
pub fn database() -> Database {
    static DATABASE: OnceLock<Database> = OnceLock::new();
    DATABASE.get_or_init(|| read().0).clone()
}

/// Reads the prelude, with everything that was found wrong in it (a test expects nothing).
pub fn read() -> (Database, Vec<String>) {
    let mut database = Database::default();
    let mut problems = Vec::new();
    for (name, text) in FILES {
        let file = Arc::new(SourceFile { name: name.to_owned(), text: text.to_owned() });
        let mut stream = Stream::new(tokenize(text).tokens, file);
        while let Some((item, diagnostics)) = next_item(&mut stream) {
            problems.extend(diagnostics.iter().map(ToString::to_string));
            let mut messages = Vec::new();
            match item {
                Some(Item::Module(source)) => {
                    database.add_module(source, &mut messages);
                }
                Some(Item::View(source)) => {
                    database.add_view(source, &mut messages);
                }
                Some(Item::Command(command)) if command.verb == Verb::Set => {}
                _ => {}
            }
            problems.extend(
                messages.iter().map(|(_, place, message)| format!("{name}:{}: {message}", place.line)),
            );
        }
    }
    database.includes = vec![crate::names::Name::new("BOOL")];
    database.object_includes = vec![crate::names::Name::new("CONFIGURATION")];
    (database, problems)
}

fn base_name(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.strip_suffix(".maude").unwrap_or(name)
}

/// Library files of Maude whose modules are here already.
pub fn is_embedded_file(name: &str) -> bool {
    base_name(name) == "prelude"
}

/// Library files of Maude that are not supported.
pub fn is_unsupported_file(name: &str) -> bool {
    matches!(
        base_name(name),
        "model-checker" | "smt" | "socket" | "file" | "time" | "metaInterpreter" | "linear" | "process"
    )
}
