//! The modules that every session starts with. The equational ones are written in the language, in the files
//! beside this one; operators with `special` are evaluated by the machine. Names and types are those of Maude's
//! prelude, so that specifications load unchanged; the equations are our own.
//!
//! A module or view is read when it is first asked for, and with it what it mentions: a session that needs only the
//! truth values starts at once.

use crate::diagnostic::{Severity, SourceFile};
use crate::modules::Database;
use crate::names::Name;
use crate::syntax::ast::Item;
use crate::syntax::commands::next_item;
use crate::syntax::lexer::{is_special, tokenize};
use crate::syntax::stream::Stream;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

const FILES: [(&str, &str); 8] = [
    ("prelude/numbers.maude", include_str!("numbers.maude")),
    ("prelude/containers.maude", include_str!("containers.maude")),
    ("prelude/meta-terms.maude", include_str!("meta-terms.maude")),
    ("prelude/meta-modules.maude", include_str!("meta-modules.maude")),
    ("prelude/meta-level.maude", include_str!("meta-level.maude")),
    ("prelude/objects.maude", include_str!("objects.maude")),
    ("prelude/ltl.maude", include_str!("ltl.maude")),
    ("prelude/library.maude", include_str!("library.maude")),
];

/// A module or a view of the prelude, not yet read.
#[derive(Debug, Clone, Copy)]
struct Entry {
    file: &'static str,
    name: &'static str,
    text: &'static str,
    is_view: bool,
}

/// Where everything stands, in the order of the files, and the places of modules and views by name.
#[derive(Default)]
struct Index {
    entries: Vec<Entry>,
    modules: FxHashMap<&'static str, usize>,
    views: FxHashMap<&'static str, usize>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index::default();
        for (file, text) in FILES {
            index.add_file(file, text);
        }
        index
    })
}

impl Index {
    /// Every module and view starts at the beginning of a line, and goes on to the next one.
    fn add_file(&mut self, file: &'static str, text: &'static str) {
        let mut starts: Vec<(usize, &'static str, bool)> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let mut words = line.split([' ', '{']);
            if let Some(keyword @ ("fmod" | "mod" | "fth" | "th" | "view")) = words.next()
                && let Some(name) = words.next()
            {
                starts.push((at, name, keyword == "view"));
            }
            at += line.len();
        }
        let ends = starts.iter().skip(1).map(|&(start, ..)| start).chain([text.len()]);
        for (&(start, name, is_view), end) in starts.iter().zip(ends) {
            let places = if is_view { &mut self.views } else { &mut self.modules };
            places.insert(name, self.entries.len());
            self.entries.push(Entry { file, name, text: &text[start..end], is_view });
        }
    }
}

/// A database in which everything of the prelude can be found.
pub fn database() -> Database {
    let mut database = Database::default();
    database.includes = vec![Name::new("BOOL")];
    database.token_order = crate::names::TokenOrder::after_prelude();
    database.object_includes = vec![Name::new("CONFIGURATION")];
    database
}

/// Reads everything at once, with everything that was found wrong in it (a test expects nothing).
pub fn read() -> (Database, Vec<String>) {
    let mut database = database();
    let mut problems = Vec::new();
    for entry in &index().entries {
        if !is_read(&database, entry) {
            problems.extend(read_entry(&mut database, entry));
        }
    }
    for id in database.all() {
        let mut messages = Vec::new();
        database.flatten(id, &mut messages);
        let name = database.module(id).name;
        problems
            .extend(messages.iter().map(|(_, place, message)| format!("{name}:{}: {message}", place.line)));
    }
    (database, problems)
}

/// The opening words and names of all modules, read or not.
pub(crate) fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    let entries = index().entries.iter().filter(|entry| !entry.is_view);
    entries.map(|entry| (entry.text.split(' ').next().unwrap_or_default(), entry.name))
}

/// The names of all views, read or not.
pub(crate) fn views() -> impl Iterator<Item = &'static str> {
    index().entries.iter().filter(|entry| entry.is_view).map(|entry| entry.name)
}

/// Reads a module, if the prelude has it.
pub(crate) fn read_module(database: &mut Database, name: Name) {
    let index = index();
    if let Some(&at) = index.modules.get(name.text()) {
        read_entry(database, &index.entries[at]);
    }
}

/// Reads a view, if the prelude has it.
pub(crate) fn read_view(database: &mut Database, name: Name) {
    let index = index();
    if let Some(&at) = index.views.get(name.text()) {
        read_entry(database, &index.entries[at]);
    }
}

/// A user's module or view is about to take this name: what the prelude says of the name is read before, so that it
/// keeps its meaning there.
pub(crate) fn read_before_hiding(database: &mut Database, name: Name) {
    let index = index();
    if !index.modules.contains_key(name.text()) && !index.views.contains_key(name.text()) {
        return;
    }
    for entry in &index.entries {
        if !is_read(database, entry) && mentions(entry.text, name.text()) {
            read_entry(database, entry);
        }
    }
}

/// Whether a word stands in a text by itself.
pub(crate) fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || is_special(c)).any(|found| found == word)
}

fn is_read(database: &Database, entry: &Entry) -> bool {
    let name = Name::new(entry.name);
    if entry.is_view { database.views.contains_key(&name) } else { database.find(name).is_some() }
}

/// Reads one entry, as if it stood before everything that the user has written.
fn read_entry(database: &mut Database, entry: &Entry) -> Vec<String> {
    let file = Arc::new(SourceFile { name: entry.file.to_owned(), text: entry.text.to_owned() });
    let mut stream = Stream::new(tokenize(entry.text).tokens, file);
    let (includes, object_includes) =
        (std::mem::take(&mut database.includes), std::mem::take(&mut database.object_includes));
    let depth = std::mem::replace(&mut database.depth, 0);
    let outer = std::mem::replace(&mut database.reading_prelude, true);
    let mut problems = Vec::new();
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
            Some(Item::Unreadable(name, place)) => {
                messages.push((Severity::Error, place, format!("{name} cannot be read")));
            }
            Some(Item::Command(_)) | None => {}
        }
        let file = entry.file;
        problems
            .extend(messages.iter().map(|(_, place, message)| format!("{file}:{}: {message}", place.line)));
    }
    (database.includes, database.object_includes) = (includes, object_includes);
    (database.depth, database.reading_prelude) = (depth, outer);
    problems
}

fn base_name(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.strip_suffix(".maude").unwrap_or(name)
}

/// Library files of Maude whose modules are here already.
pub fn is_embedded_file(name: &str) -> bool {
    matches!(base_name(name), "prelude" | "model-checker" | "term-order" | "machine-int")
}

/// The module that commands work in after a library file has been loaded, if it is not the one before.
pub fn last_module(name: &str) -> Option<&'static str> {
    match base_name(name) {
        "model-checker" => Some("MODEL-CHECKER"),
        "term-order" => Some("TERM-ORDER"),
        "machine-int" => Some("MACHINE-INT"),
        _ => None,
    }
}

/// Modules of Maude's library that are not supported: they need what is outside, a solver, or Maude inside Maude.
pub fn is_unsupported_module(name: &str) -> bool {
    matches!(
        name,
        "META-INTERPRETER"
            | "SOCKET"
            | "SOCKET-COMMON"
            | "FILE"
            | "DIRECTORY"
            | "STD-STREAM"
            | "STREAM-COMMON"
            | "PROCESS"
            | "TIME"
            | "BOOLEAN"
            | "INTEGER"
            | "REAL"
            | "REAL-INTEGER"
            | "DIOPHANTINE"
    )
}

/// Library files of Maude that are not supported.
pub fn is_unsupported_file(name: &str) -> bool {
    matches!(base_name(name), "smt" | "socket" | "file" | "time" | "metaInterpreter" | "linear" | "process")
}
