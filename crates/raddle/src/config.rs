//! `raddle.toml`: what a project says once. It is looked for in the current folder and those above it; what is typed goes
//! before what it says. What is wrong in it is shown with its place.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_report::allow::{Allowance, KINDS};
use raddle_report::diagnostics::{Remark, Severity, render};
use serde::Deserialize;
use toml::Spanned;

use crate::arguments::{Accepted, Check};
use crate::mistake::Mistake;
use crate::terminal::files;
use crate::units;

/// The name of the file.
pub const NAME: &str = "raddle.toml";

/// No such file is longer.
const LONGEST: u64 = 1 << 20;

/// What `raddle init` writes.
pub const TEMPLATE: &str = r#"# What raddle knows of this project. Options on the command line go before what stands here.

# Where the classes of Java programs are, from the folder of this file; lib/* stands for all jars of lib.
# class-path = ["target/test-classes", "target/classes", "target/dependency/*"]

# The home of the JDK (default: JAVA_HOME, or the java on the path).
# jdk = "/usr/lib/jvm/java-17"

# How long a check may take, and how it searches.
# time-limit = "5m"
# strategy = "auto"
# jobs = 4

# Verdicts for which the exit code is 0, too: "bounded", "sampled", "incomplete".
# accept = ["bounded"]

# Which schedules count.
# [bounds]
# preemptions = 2

# Findings that are known and may be: their kind (race, deadlock, stuck, livelock, assertion, exception, exit), and where: a
# variable, a method, or a line such as Stats.java:12; * stands for any letters. They are counted and listed, never hidden.
# [[allow]]
# kind = "race"
# place = "com.acme.Stats.hits"
# reason = "statistics: a lost update does not matter"
"#;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct File {
    class_path: Vec<PathBuf>,
    jdk: Option<PathBuf>,
    time_limit: Option<Spanned<String>>,
    strategy: Option<String>,
    jobs: Option<u16>,
    bounds: BTreeMap<String, u32>,
    accept: Vec<Spanned<String>>,
    allow: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    kind: Spanned<String>,
    #[serde(default)]
    place: String,
    reason: Spanned<String>,
}

/// What the nearest file says; nothing where there is none.
#[derive(Debug, Default)]
pub struct Config {
    folder: PathBuf,
    class_path: Vec<PathBuf>,
    jdk: Option<PathBuf>,
    time_limit: Option<Duration>,
    strategy: Option<String>,
    jobs: Option<u16>,
    bounds: Vec<String>,
    accept: Vec<Accepted>,
    /// What may be.
    pub allow: Vec<Allowance>,
}

/// A text with what is wrong in it.
struct Reader<'r> {
    path: &'r Path,
    text: &'r str,
    remarks: Vec<Remark>,
}

impl Reader<'_> {
    fn wrong(&mut self, span: Range<usize>, message: impl Into<String>) {
        let start = span.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let meant = self.text.get(start..span.end).unwrap_or_default();
        self.remarks.push(Remark {
            severity: Severity::Error,
            message: message.into(),
            file: self.path.display().to_string(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            length: meant.lines().next().unwrap_or_default().chars().count(),
            text: self.text[line_start..].lines().next().unwrap_or_default().to_owned(),
        });
    }

    fn read(&mut self, folder: PathBuf) -> Config {
        let file: File = match toml::from_str(self.text) {
            Ok(file) => file,
            Err(error) => {
                self.wrong(error.span().unwrap_or(0..0), error.message());
                return Config::default();
            }
        };
        let time_limit = file.time_limit.and_then(|limit| {
            units::duration(limit.get_ref()).map_err(|why| self.wrong(limit.span(), why)).ok()
        });
        let mut accept = Vec::new();
        for word in &file.accept {
            match <Accepted as clap::ValueEnum>::from_str(word.get_ref(), false) {
                Ok(accepted) => accept.push(accepted),
                Err(_) => self.wrong(word.span(), "expected bounded, sampled or incomplete"),
            }
        }
        let mut allow = Vec::new();
        for Entry { kind, place, reason } in file.allow {
            if !KINDS.contains(&kind.get_ref().as_str()) {
                self.wrong(kind.span(), format!("expected one of {}", KINDS.join(", ")));
            }
            if reason.get_ref().trim().is_empty() {
                self.wrong(reason.span(), "a reason is needed: why may this be?");
            }
            allow.push(Allowance { kind: kind.into_inner(), place, reason: reason.into_inner() });
        }
        Config {
            folder,
            class_path: file.class_path,
            jdk: file.jdk,
            time_limit,
            strategy: file.strategy,
            jobs: file.jobs,
            bounds: file.bounds.iter().map(|(name, bound)| format!("{name}={bound}")).collect(),
            accept,
            allow,
        }
    }
}

impl Config {
    /// The nearest file, in this folder or above it.
    pub fn find() -> Result<Config, Mistake> {
        let Ok(here) = std::env::current_dir() else { return Ok(Config::default()) };
        let places = here.ancestors().map(|folder| folder.join(NAME));
        match places.into_iter().find(|path| path.is_file()) {
            Some(path) => Config::read(&path, &here),
            None => Ok(Config::default()),
        }
    }

    fn read(path: &Path, here: &Path) -> Result<Config, Mistake> {
        // A file of this folder is called as the user sees it.
        let shown = path.strip_prefix(here).unwrap_or(path);
        let folder = shown.parent().unwrap_or(Path::new("")).to_owned();
        let wrong = |what: String| Mistake::new(format!("'{}': {what}", shown.display()));
        let bytes = files::read_whole(path, LONGEST).map_err(wrong)?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        let mut reader = Reader { path: shown, text: &text, remarks: Vec::new() };
        let config = reader.read(folder);
        if reader.remarks.is_empty() {
            return Ok(config);
        }
        let line = format!("'{}' is not as 'raddle init' would write it", shown.display());
        Err(Mistake::in_file(render(&reader.remarks), line))
    }

    /// Adds to what was typed what it leaves open. `is_java`: options of Java programs mean something.
    pub fn complete(&self, wanted: &mut Check, is_java: bool) {
        wanted.strategy = wanted.strategy.take().or_else(|| self.strategy.clone());
        wanted.time_limit = wanted.time_limit.or(self.time_limit);
        wanted.jobs = wanted.jobs.or(self.jobs);
        if wanted.bound.is_empty() {
            wanted.bound.clone_from(&self.bounds);
        }
        if wanted.accept.is_empty() {
            wanted.accept.clone_from(&self.accept);
        }
        if is_java && wanted.java.class_path.is_empty() {
            wanted.java.class_path = self.class_path.iter().map(|path| self.folder.join(path)).collect();
        }
        if is_java && wanted.java.jdk.is_none() {
            wanted.java.jdk = self.jdk.as_ref().map(|jdk| self.folder.join(jdk));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Reader, TEMPLATE};

    fn wrong(text: &str) -> Vec<(usize, usize, String)> {
        let mut reader = Reader { path: Path::new("raddle.toml"), text, remarks: Vec::new() };
        reader.read(PathBuf::new());
        reader.remarks.iter().map(|remark| (remark.line, remark.column, remark.message.clone())).collect()
    }

    #[test]
    fn the_template_is_right_with_and_without_its_comments() {
        assert_eq!(wrong(TEMPLATE), []);
        let is_setting = |line: &&str| {
            let line = line.strip_prefix("# ").unwrap_or_default();
            line.starts_with('[') || line.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '))
        };
        let settings: Vec<&str> = TEMPLATE.lines().filter(is_setting).map(|line| &line[2..]).collect();
        assert_eq!(settings.len(), 12, "{settings:?}");
        assert_eq!(wrong(&settings.join("\n")), []);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let found =
            wrong("time-limit = \"soon\"\naccept = [\"maybe\"]\n[[allow]]\nkind = \"rice\"\nreason = \"\"\n");
        let places: Vec<(usize, usize)> = found.iter().map(|(line, column, _)| (*line, *column)).collect();
        assert_eq!(places, [(1, 14), (2, 11), (4, 8), (5, 10)], "{found:?}");
        assert_eq!(wrong("jobs = \"two\"\n")[0].0, 1);
        assert_eq!(wrong("\nclas-path = []\n")[0].0, 2);
        assert_eq!(wrong("[[allow]]\nkind = \"race\"\n").len(), 1, "a reason is needed");
        assert_eq!(wrong("x = [").len(), 1);
    }
}
