//! Java sources become classes: compiled with the JDK's own compiler into a cache, as `java Foo.java` would.
//!
//! The classes that Raddle itself brings along are compiled in the same way: the driver of tests, and the choices under
//! the names that drivers use. They come last on the class path, so that a program's own classes of these names win.

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

use raddle_jvm::classes::jdk::Jdk;

use crate::mistake::Mistake;
use crate::program::java::cache;

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
    // A link may have any name, and the compiler looks at it.
    let file = &std::fs::canonicalize(file).map_err(|error| Mistake::new(format!("'{shown}': {error}")))?;
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
        add_classes(path, &mut hasher);
    }
    let beside = sources_beside(file, &main_class);
    for source in beside.iter().flat_map(|beside| &beside.files) {
        // What is compiled along may change without this file.
        hasher.write(source.to_string_lossy().as_bytes());
        if let Ok(found) = std::fs::metadata(source) {
            hasher.write_u64(found.len());
            let changed = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            hasher.write_u128(changed.map_or(0, |time| time.as_nanos()));
        }
    }
    let folder = cache::filled(&format!("{:016x}", hasher.finish()), |work| {
        let root = beside.as_ref().map(|beside| beside.root.as_path());
        let output = javac(&jdk, work, class_path, root, &[file])?;
        if !output.status.success() {
            let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Mistake::in_file(diagnostics, format!("'{shown}' does not compile")));
        }
        Ok(())
    })?;
    Ok(Compiled { folder, main_class })
}

/// Adds what the compiler may read of a part of the class path: it writes constants of other classes into those that it makes.
fn add_classes(path: &Path, hasher: &mut rustc_hash::FxHasher) {
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        if let Ok(entries) = std::fs::read_dir(&path) {
            let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            inside.sort();
            open.extend(inside.into_iter().rev());
        } else if path.extension().is_some_and(|extension| extension == "class" || extension == "jar")
            && let Ok(bytes) = std::fs::read(&path)
        {
            hasher.write(path.to_string_lossy().as_bytes());
            hasher.write(&bytes);
        }
    }
}

/// The folder of the classes that Raddle brings along.
pub fn support(jdk: Option<&Path>) -> Result<PathBuf, Mistake> {
    let jdk = Jdk::find(jdk).map_err(Mistake::new)?;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(jdk.version.as_bytes());
    SUPPORT.iter().for_each(|(_, text)| hasher.write(text.as_bytes()));
    cache::filled(&format!("support-{:016x}", hasher.finish()), |work| {
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
        let output = javac(&jdk, work, &[], None, &files)?;
        if !output.status.success() {
            let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Mistake::in_file(
                diagnostics,
                "raddle's own Java classes do not compile with this JDK",
            ));
        }
        Ok(())
    })
}

/// Sources that may be compiled along with a file.
struct Beside {
    /// The folder of the top-most package.
    root: PathBuf,
    /// All of them, in order.
    files: Vec<PathBuf>,
}

/// In a folder with more than this, nothing is compiled along: it is no folder of one program's sources.
const MOST_BESIDE: usize = 5_000;

/// The sources that a file's class may need: those of the same source folder, if the file lies where its package says.
fn sources_beside(file: &Path, class: &str) -> Option<Beside> {
    let root = file.ancestors().nth(class.split('.').count())?;
    let mut expected = root.to_owned();
    expected.extend(class.split('.').rev().skip(1).collect::<Vec<_>>().into_iter().rev());
    if file.parent() != Some(&expected) {
        return None;
    }
    let (mut files, mut open, mut looked_at) = (Vec::new(), vec![root.to_owned()], 0);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).ok()?.flatten() {
            looked_at += 1;
            if looked_at > MOST_BESIDE {
                return None;
            }
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java") && path != file {
                files.push(path);
            }
        }
    }
    files.sort();
    Some(Beside { root: root.to_owned(), files })
}

fn javac(
    jdk: &Jdk,
    into: &Path,
    class_path: &[PathBuf],
    sources: Option<&Path>,
    files: &[&Path],
) -> Result<std::process::Output, Mistake> {
    let mut command = Command::new(jdk.home.join("bin").join("javac"));
    command.arg("-g").arg("-d").arg(into);
    if !class_path.is_empty() {
        let path = std::env::join_paths(class_path).map_err(|error| Mistake::new(error.to_string()))?;
        command.arg("-cp").arg(path);
    }
    if let Some(sources) = sources {
        command.arg("-sourcepath").arg(sources);
    }
    command.args(files).output().map_err(|error| {
        Mistake::new(format!("javac of {}: {error}: raddle needs a JDK with a compiler", jdk.home.display()))
    })
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
