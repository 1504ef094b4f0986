//! Java sources become classes: compiled with the JDK's own compiler into a cache, as `java Foo.java` would.
//!
//! The classes that Raddle itself brings along are compiled in the same way: the driver of tests, and the choices under
//! the names that drivers use. They come last on the class path, so that a program's own classes of these names win.

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_jvm::classes::jdk::Jdk;

use crate::mistake::Mistake;

/// The sources that Raddle brings along, with their places.
const SUPPORT: &[(&str, &str)] = &[
    ("raddle/Raddle.java", include_str!("../../../java/raddle/Raddle.java")),
    ("raddle/TestDriver.java", include_str!("../../../java/raddle/TestDriver.java")),
    ("gov/nasa/jpf/vm/Verify.java", include_str!("../../../java/gov/nasa/jpf/vm/Verify.java")),
    (
        "org/sosy_lab/sv_benchmarks/Verifier.java",
        include_str!("../../../java/org/sosy_lab/sv_benchmarks/Verifier.java"),
    ),
];

/// The one-file interface for drivers, as `raddle init java` writes it.
pub const DRIVER_INTERFACE: (&str, &str) = SUPPORT[0];

/// A source file that was compiled.
pub struct Compiled {
    /// Where its classes are.
    pub folder: PathBuf,
    /// The first class of the file, which has `main`.
    pub main_class: String,
}

/// Compiles a source file, unless the cache has its classes already.
pub fn source(file: &Path, jdk: Option<&Path>, class_path: &[PathBuf]) -> Result<Compiled, Mistake> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| Mistake::new(format!("'{shown}': {error}")))?;
    let Some(main_class) = first_class(&text) else {
        return Err(Mistake::new(format!("'{shown}': there is no class in it")));
    };
    let jdk = Jdk::find(jdk).map_err(Mistake::new)?;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.write(jdk.version.as_bytes());
    hasher.write(file.to_string_lossy().as_bytes());
    for path in class_path {
        hasher.write(path.to_string_lossy().as_bytes());
    }
    let folder = cache().join(format!("{:016x}", hasher.finish()));
    into(&folder, |work| {
        let output = javac(&jdk, work, class_path, &[file])?;
        if !output.status.success() {
            let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Mistake::in_file(diagnostics, format!("'{shown}' does not compile")));
        }
        Ok(())
    })?;
    Ok(Compiled { folder, main_class })
}

/// The folder of the classes that Raddle brings along.
pub fn support(jdk: Option<&Path>) -> Result<PathBuf, Mistake> {
    let jdk = Jdk::find(jdk).map_err(Mistake::new)?;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(jdk.version.as_bytes());
    SUPPORT.iter().for_each(|(_, text)| hasher.write(text.as_bytes()));
    let folder = cache().join(format!("support-{:016x}", hasher.finish()));
    into(&folder, |work| {
        let sources = work.join("sources");
        let mut files = Vec::new();
        for (name, text) in SUPPORT {
            let file = sources.join(name);
            let wrong = |error: std::io::Error| Mistake::new(format!("'{}': {error}", file.display()));
            std::fs::create_dir_all(file.parent().unwrap_or(&sources)).map_err(wrong)?;
            std::fs::write(&file, text).map_err(wrong)?;
            files.push(file);
        }
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let output = javac(&jdk, work, &[], &files)?;
        if !output.status.success() {
            let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Mistake::in_file(
                diagnostics,
                "raddle's own Java classes do not compile with this JDK",
            ));
        }
        Ok(())
    })?;
    Ok(folder)
}

/// Fills a folder of the cache, unless it is there. It is there as a whole or not at all: it is made beside its place
/// and moved there.
fn into(folder: &Path, fill: impl FnOnce(&Path) -> Result<(), Mistake>) -> Result<(), Mistake> {
    if folder.is_dir() {
        return Ok(());
    }
    let work = folder.with_extension(std::process::id().to_string());
    let wrong = |error: std::io::Error| Mistake::new(format!("'{}': {error}", work.display()));
    std::fs::create_dir_all(&work).map_err(wrong)?;
    let filled = fill(&work);
    // Another process may have been quicker: its classes are the same.
    if filled.is_err() || std::fs::rename(&work, folder).is_err() {
        let _ = std::fs::remove_dir_all(&work);
    }
    filled
}

fn javac(
    jdk: &Jdk,
    into: &Path,
    class_path: &[PathBuf],
    files: &[&Path],
) -> Result<std::process::Output, Mistake> {
    let mut command = Command::new(jdk.home.join("bin").join("javac"));
    command.arg("-g").arg("-d").arg(into);
    if !class_path.is_empty() {
        let path = std::env::join_paths(class_path).map_err(|error| Mistake::new(error.to_string()))?;
        command.arg("-cp").arg(path);
    }
    command.args(files).output().map_err(|error| {
        Mistake::new(format!("javac of {}: {error}: raddle needs a JDK with a compiler", jdk.home.display()))
    })
}

fn cache() -> PathBuf {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let base =
        std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home).unwrap_or_else(std::env::temp_dir);
    base.join("raddle").join("java")
}

/// The first top-level class of a source text, with its package.
fn first_class(text: &str) -> Option<String> {
    let mut words = words(text).into_iter().peekable();
    let mut package = String::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "package" => package = words.next()?,
            "class" | "record" | "enum" | "interface" => {
                let name = words.next()?;
                return Some(if package.is_empty() { name } else { format!("{package}.{name}") });
            }
            "{" => return None,
            _ => {}
        }
    }
    None
}

/// The words of a source text outside comments and literals; names with points are one word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter == '/' && rest.peek() == Some(&'/') {
            rest.by_ref().take_while(|&letter| letter != '\n').for_each(drop);
        } else if letter == '/' && rest.peek() == Some(&'*') {
            let mut last = ' ';
            rest.by_ref()
                .skip(1)
                .take_while(|&letter| std::mem::replace(&mut last, letter) != '*' || letter != '/')
                .for_each(drop);
        } else if letter == '"' || letter == '\'' {
            let mut escaped = false;
            let inside = |&inner: &char| {
                let ends = inner == letter && !escaped;
                escaped = inner == '\\' && !escaped;
                !ends
            };
            rest.by_ref().take_while(inside).for_each(drop);
        } else if letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.') {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter == '{' {
            words.push("{".to_owned());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::first_class;

    #[test]
    fn the_first_class_is_found() {
        for (text, expected) in [
            ("class Foo {}", Some("Foo")),
            (
                "package a.b; /* class X */ // class Y\n@Z(\"class W\") public final class Foo<T> {}",
                Some("a.b.Foo"),
            ),
            ("import java.util.*; record P(int x) {} class Q {}", Some("P")),
            ("/** class */ interface I {}", Some("I")),
            ("", None),
        ] {
            assert_eq!(first_class(text).as_deref(), expected, "{text}");
        }
    }
}
