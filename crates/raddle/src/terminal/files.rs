//! The tool's own files: written as a whole or not at all, read no further than they can be long.
//!
//! What is written is a regular file where the user named it, and nothing else: a device, a pipe or a link that leads
//! elsewhere is refused, since putting a file in its place would take it away, and writing through it would change
//! what was not named.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Writes a file such that it is there as a whole or, after a crash or an interruption, as it was before.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    is_writable_place(path).map_err(io::Error::other)?;
    let temporary = beside(path);
    let written = File::create_new(&temporary)
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
    match fs::symlink_metadata(path).map(|found| found.file_type()) {
        Ok(kind) if kind.is_dir() => Err("it is a folder"),
        Ok(kind) if kind.is_symlink() => Err("it is a link that leads elsewhere"),
        Ok(kind) if !kind.is_file() => Err("it is no regular file but a device, a pipe or the like"),
        Ok(_) => Ok(()),
        Err(_) if path.file_name().is_none() => Err("it is a folder"),
        Err(_) if folder.is_dir() => Ok(()),
        Err(_) => Err("its folder is not there"),
    }
}

/// Reads a regular file that is not longer than this.
pub fn read_whole(path: &Path, longest: u64) -> Result<Vec<u8>, String> {
    let kind = fs::metadata(path).map_err(|error| error.to_string())?.file_type();
    if kind.is_dir() {
        return Err("it is a folder".to_owned());
    }
    // To open a pipe can take for ever, and a device can have no end.
    if !kind.is_file() {
        return Err("it is no regular file but a device, a pipe or the like".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let length = file.take(longest + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if length as u64 > longest { Err("it is too long for that".to_owned()) } else { Ok(bytes) }
}

/// A path that means the same from every folder.
pub fn from_anywhere(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// A name in the same folder, so that renaming is one step, and of this process alone.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(|| "out".into(), |name| name.to_string_lossy().into_owned());
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::{is_writable_place, read_whole, write_whole};
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("raddle-files-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    #[test]
    fn nothing_is_left_beside_the_file() {
        let folder = folder("left");
        let path = folder.join("file.json");
        write_whole(&path, "one").expect("written");
        write_whole(&path, "two").expect("overwritten");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "two");
        assert_eq!(std::fs::read_dir(&folder).expect("there").count(), 1);
        assert!(write_whole(&folder.join("no/such/folder.json"), "three").is_err());
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn only_regular_files_are_written_and_read() {
        let folder = folder("kinds");
        let (file, link) = (folder.join("file.json"), folder.join("link.json"));
        write_whole(&file, "one").expect("written");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        for place in [Path::new("/dev/null"), Path::new("/dev/full"), &link, &folder] {
            assert!(is_writable_place(place).is_err(), "{}", place.display());
            assert!(write_whole(place, "two").is_err(), "{}", place.display());
        }
        assert_eq!(read_whole(&link, 3), Ok(b"one".to_vec()));
        for (place, longest) in [(&file, 2), (&folder, 9), (&PathBuf::from("/dev/zero"), 9)] {
            assert!(read_whole(place, longest).is_err(), "{}", place.display());
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
