//! Finding the host's JDK: by option, `JAVA_HOME`, `java` on the path, and the usual places, in this order.

use super::class_file::NEWEST_MAJOR;
use std::path::{Path, PathBuf};

/// A JDK on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jdk {
    /// Its home directory.
    pub home: PathBuf,
    /// Its full version, such as `17.0.15`.
    pub version: String,
}

impl Jdk {
    /// The JDK in a directory, if there is one with a `lib/modules`.
    pub fn at(home: &Path) -> Option<Jdk> {
        let home = home.canonicalize().ok()?;
        if !home.join("lib/modules").is_file() {
            return None;
        }
        let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION="))
            .map_or_else(|| "unknown".to_owned(), |version| version.trim_matches('"').to_owned());
        Some(Jdk { home, version })
    }

    /// The first JDK found, or words that say where it was looked for.
    pub fn find(option: Option<&Path>) -> Result<Jdk, String> {
        if let Some(home) = option {
            return Jdk::at(home)
                .ok_or_else(|| format!("{} holds no JDK: it has no lib/modules", home.display()));
        }
        if let Some(jdk) = std::env::var_os("JAVA_HOME").and_then(|home| Jdk::at(Path::new(&home))) {
            return Ok(jdk);
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        for directory in std::env::split_paths(&path) {
            let Ok(java) = directory.join("java").canonicalize() else { continue };
            if let Some(jdk) = java.parent().and_then(Path::parent).and_then(Jdk::at) {
                return Ok(jdk);
            }
        }
        if let Some(jdk) = Jdk::in_usual_places().into_iter().next() {
            return Ok(jdk);
        }
        Err("no JDK found: looked at --jdk, JAVA_HOME, `java` on the path, and the usual places".to_owned())
    }

    /// The JDKs in the places where packages put them, in the order of their paths.
    pub fn in_usual_places() -> Vec<Jdk> {
        let mut found = Vec::new();
        for parent in ["/usr/lib/jvm", "/opt", "/Library/Java/JavaVirtualMachines"] {
            let Ok(entries) = std::fs::read_dir(parent) else { continue };
            let mut homes: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            homes.sort();
            found.extend(
                homes
                    .iter()
                    .filter_map(|home| Jdk::at(home).or_else(|| Jdk::at(&home.join("Contents/Home")))),
            );
        }
        found
    }

    /// The number before the first point: 17, 21, 25.
    pub fn major(&self) -> u32 {
        self.version.split(['.', '-', '+']).next().and_then(|major| major.parse().ok()).unwrap_or(0)
    }

    /// The newest version of class files that it understands, as far as it is known here.
    pub fn newest_class_version(&self) -> u16 {
        const BEFORE_FIRST: u32 = 44;
        match u16::try_from(self.major().saturating_add(BEFORE_FIRST)) {
            Ok(version) if self.major() > 0 => version.min(NEWEST_MAJOR),
            _ => NEWEST_MAJOR,
        }
    }

    /// Its Java compiler, if it has one.
    pub fn javac(&self) -> Option<PathBuf> {
        Some(self.home.join("bin/javac")).filter(|path| path.is_file())
    }
}
