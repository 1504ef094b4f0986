//! Writes whole files or nothing.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file such that it is there as a whole or, after a crash or an interruption, as it was before.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let temporary = beside(path);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Whether a file of this name could be there; said before long work, so that its result is not lost.
pub fn is_writable_place(path: &Path) -> Result<(), &'static str> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        Err("it is a folder")
    } else if !folder.is_dir() {
        Err("its folder is not there")
    } else {
        Ok(())
    }
}

/// A name in the same folder, so that renaming is one step, and of this process alone.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(|| "out".into(), |name| name.to_string_lossy().into_owned());
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::write_whole;

    #[test]
    fn nothing_is_left_beside_the_file() {
        let folder = std::env::temp_dir().join(format!("raddle-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("file.json");
        write_whole(&path, "one").expect("written");
        write_whole(&path, "two").expect("overwritten");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "two");
        assert_eq!(std::fs::read_dir(&folder).expect("there").count(), 1);
        assert!(write_whole(&folder.join("no/such/folder.json"), "three").is_err());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
