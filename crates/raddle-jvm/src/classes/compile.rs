//! Compiling one source file with the JDK's own compiler, as `java Foo.java` would, into a directory that is used again
//! as long as source and compiler are the same.

use super::jdk::Jdk;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiled source file.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Where the classes are.
    pub classes: PathBuf,
    /// The class with `main`: the one named as the file, in the package that the file names.
    pub main_class: String,
}

/// Compiles a source file into a directory below `cache`; the words of the compiler if it refuses.
pub fn compile_source(jdk: &Jdk, source: &Path, cache: &Path) -> Result<Compiled, String> {
    let text = std::fs::read_to_string(source).map_err(|error| format!("{}: {error}", source.display()))?;
    let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let key = format!("{}\n{}\n{}\n{text}", jdk.home.display(), jdk.version, source.display());
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let classes = cache.join(format!("{stem}-{hash:016x}"));
    let package =
        text.lines().find_map(|line| line.trim().strip_prefix("package ")?.strip_suffix(';').map(str::trim));
    let main_class = package.map_or_else(|| stem.clone(), |package| format!("{package}.{stem}"));
    let done = classes.join(".complete");
    if done.is_file() {
        return Ok(Compiled { classes, main_class });
    }
    let javac = jdk.javac().ok_or_else(|| format!("{} has no javac", jdk.home.display()))?;
    std::fs::create_dir_all(&classes).map_err(|error| format!("{}: {error}", classes.display()))?;
    let output = Command::new(&javac)
        .args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(&classes)
        .arg(source)
        .output()
        .map_err(|error| format!("{}: {error}", javac.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    std::fs::write(&done, "").map_err(|error| format!("{}: {error}", done.display()))?;
    Ok(Compiled { classes, main_class })
}
