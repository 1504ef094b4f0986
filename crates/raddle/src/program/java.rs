//! Java programs: their options on the command line, how classes become a program, and how a source file becomes
//! classes: compiled with the JDK's own compiler into a cache, as `java Foo.java` would.

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, Parser};
use raddle_jvm::classes::jdk::Jdk;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::machine::Halt;
use raddle_jvm::run::RunOptions;

use crate::mistake::Mistake;

/// The options of Java programs.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Java programs")]
pub struct JavaArguments {
    /// Where the classes are: folders and jars
    #[arg(long, visible_alias = "cp", value_name = "PATHS", value_delimiter = ':')]
    pub class_path: Vec<PathBuf>,

    /// The home of the JDK (default: JAVA_HOME, or the java on the path)
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
}

/// The options alone, to read them back from a schedule file.
#[derive(Parser)]
struct Alone {
    #[command(flatten)]
    arguments: JavaArguments,
    #[arg(long, value_delimiter = ',')]
    args: Vec<String>,
}

impl JavaArguments {
    /// The options as words, for a schedule file.
    pub fn words(&self, arguments: &[String]) -> Vec<String> {
        let paths = self.class_path.iter().map(|path| format!("--class-path={}", path.display()));
        let jdk = self.jdk.iter().map(|jdk| format!("--jdk={}", jdk.display()));
        paths.chain(jdk).chain(arguments.iter().map(|argument| format!("--args={argument}"))).collect()
    }

    /// The options of a schedule file, and the program's arguments.
    pub fn from_words(words: &[String]) -> Result<(JavaArguments, Vec<String>), Mistake> {
        let words = std::iter::once("raddle").chain(words.iter().map(String::as_str));
        Alone::try_parse_from(words)
            .map(|alone| (alone.arguments, alone.args))
            .map_err(|_| Mistake::new("the schedule's options are damaged: check again with --save"))
    }

    /// What to run: a source file, which is compiled first, or a class.
    pub fn options(&self, program: &str, arguments: &[String]) -> Result<RunOptions, Mistake> {
        let mut class_path = self.class_path.clone();
        let mut main_class = program.to_owned();
        if Path::new(program).extension().is_some_and(|extension| extension == "java") {
            let compiled = compile(Path::new(program), self.jdk.as_deref(), &class_path)?;
            class_path.insert(0, compiled.folder);
            main_class = compiled.main_class;
        } else if class_path.is_empty() {
            class_path.push(".".into());
        }
        let (jdk, arguments) = (self.jdk.clone(), arguments.to_vec());
        Ok(RunOptions { jdk, class_path, main_class, arguments, ..RunOptions::default() })
    }
}

/// The program of a source file or a class, with its assertions on.
pub fn read(program: &str, how: &JavaArguments, arguments: &[String]) -> Result<JavaProgram, Mistake> {
    let options = RunOptions { assertions: true, ..how.options(program, arguments)? };
    let program = JavaProgram::new(options);
    program.check().map_err(refused)?;
    Ok(program)
}

/// Why a machine stopped that should have gone on.
pub fn refused(halt: Halt) -> Mistake {
    match halt {
        Halt::Incomplete { missing, stack } => {
            let stack: String = stack.iter().map(|frame| format!("    at {frame}\n")).collect();
            let line = format!(
                "not supported: {missing}; this is raddle's gap, not your program's: please report it"
            );
            Mistake::in_file(stack, line).not_supported()
        }
        Halt::Limit(which) => Mistake::new(format!("a limit was reached: {which}")).not_supported(),
        Halt::BadInput(what) | Halt::Deadlock(what) => Mistake::new(what),
        Halt::Exit(code) => Mistake::new(format!("the program ended with code {code} before it began")),
    }
}

/// A source file that was compiled.
pub struct Compiled {
    /// Where its classes are.
    pub folder: PathBuf,
    /// The first class of the file, which has `main`.
    pub main_class: String,
}

/// Compiles a source file, unless the cache has its classes already.
pub fn compile(file: &Path, jdk: Option<&Path>, class_path: &[PathBuf]) -> Result<Compiled, Mistake> {
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
    // The classes are there as a whole or not at all: they are compiled beside their place and moved there.
    if !folder.is_dir() {
        let work = folder.with_extension(std::process::id().to_string());
        let wrong = |error: std::io::Error| Mistake::new(format!("'{}': {error}", work.display()));
        std::fs::create_dir_all(&work).map_err(wrong)?;
        let mut command = Command::new(jdk.home.join("bin").join("javac"));
        command.arg("-g").arg("-d").arg(&work);
        if !class_path.is_empty() {
            let path = std::env::join_paths(class_path).map_err(|error| Mistake::new(error.to_string()))?;
            command.arg("-cp").arg(path);
        }
        let output = command.arg(file).output();
        let output = output.map_err(|error| {
            Mistake::new(format!(
                "javac of {}: {error}: raddle needs a JDK with a compiler",
                jdk.home.display()
            ))
        })?;
        if !output.status.success() {
            let _ = std::fs::remove_dir_all(&work);
            let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Mistake::in_file(diagnostics, format!("'{shown}' does not compile")));
        }
        // Another process may have been quicker: its classes are the same.
        if std::fs::rename(&work, &folder).is_err() {
            let _ = std::fs::remove_dir_all(&work);
        }
    }
    Ok(Compiled { folder, main_class })
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
