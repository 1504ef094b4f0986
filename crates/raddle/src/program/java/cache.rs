//! Where compiled classes are kept between commands: the user's cache, or where that cannot be written to, a folder of
//! the user's own among the temporary ones.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::mistake::Mistake;

/// Fills a folder of the cache, unless it is there, and gives its place. It is there as a whole or not at all: it is made
/// beside its place and moved there.
pub fn filled(name: &str, fill: impl FnOnce(&Path) -> Result<(), Mistake>) -> Result<PathBuf, Mistake> {
    let mut wrong = None;
    for base in places() {
        let folder = base.join("java").join(name);
        if folder.is_dir() {
            return Ok(folder);
        }
        let work = folder.with_extension(std::process::id().to_string());
        match std::fs::create_dir_all(&work) {
            Ok(()) => return move_there(&work, &folder, fill),
            Err(error) => wrong = wrong.or(Some(format!("'{}': {error}", work.display()))),
        }
    }
    let why = wrong.unwrap_or_else(|| "there is no folder for temporary files".to_owned());
    Err(Mistake::new(format!("{why}: XDG_CACHE_HOME or TMPDIR may name a folder that can be written")))
}

fn move_there(
    work: &Path,
    folder: &Path,
    fill: impl FnOnce(&Path) -> Result<(), Mistake>,
) -> Result<PathBuf, Mistake> {
    let filled = fill(work);
    // Another process may have been quicker: its classes are the same.
    if filled.is_err() || std::fs::rename(work, folder).is_err() {
        let _ = std::fs::remove_dir_all(work);
    }
    filled.map(|()| folder.to_owned())
}

/// The caches that may be used, the best first; one among the temporary folders is made only where it is needed. A
/// relative path would be one of the current folder: it is none.
fn places() -> impl Iterator<Item = PathBuf> {
    let absolute = |variable: &str| std::env::var_os(variable).and_then(absolute);
    let user = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    let user = user.map(|user| user.join("raddle"));
    user.into_iter().chain(std::iter::once_with(temporary).flatten())
}

fn absolute(value: OsString) -> Option<PathBuf> {
    Some(PathBuf::from(value)).filter(|path| path.is_absolute())
}

/// A folder among the temporary ones that nobody else can write to: what others put there would be run.
#[cfg(unix)]
fn temporary() -> Option<PathBuf> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    let own = std::fs::metadata("/proc/self").ok()?.uid();
    let folder = std::env::temp_dir().join(format!("raddle-{own}"));
    let _ = std::fs::DirBuilder::new().mode(0o700).create(&folder);
    let found = std::fs::symlink_metadata(&folder).ok()?;
    (found.is_dir() && found.uid() == own && found.mode() & 0o022 == 0).then_some(folder)
}

#[cfg(not(unix))]
fn temporary() -> Option<PathBuf> {
    Some(std::env::temp_dir().join("raddle"))
}
