//! The program's own classes and resources: directories and jars, in the order of the class path.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// One entry of a class path.
enum Entry {
    Directory(PathBuf),
    Jar(PathBuf, RefCell<zip::ZipArchive<File>>),
}

/// The program's own class path.
#[derive(Default)]
pub struct ClassPath {
    entries: Vec<Entry>,
}

/// The bytes of a class or a resource, and where they were found.
pub struct Found {
    /// The file, for messages.
    pub place: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// No single file of a class path may be larger; a forged length must not exhaust the memory.
const LARGEST_FILE: u64 = 256 << 20;

impl ClassPath {
    /// Opens every entry. Entries that do not exist are left out, as `java` leaves them out.
    pub fn open(paths: &[PathBuf]) -> io::Result<ClassPath> {
        let mut entries = Vec::new();
        for path in paths {
            if path.is_dir() {
                entries.push(Entry::Directory(path.clone()));
            } else if path.is_file() {
                let archive = zip::ZipArchive::new(File::open(path)?).map_err(|error| {
                    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
                })?;
                entries.push(Entry::Jar(path.clone(), RefCell::new(archive)));
            }
        }
        Ok(ClassPath { entries })
    }

    /// The first file with this relative name.
    pub fn find(&self, name: &str) -> io::Result<Option<Found>> {
        for entry in &self.entries {
            match entry {
                Entry::Directory(directory) => {
                    let path = directory.join(name);
                    if path.is_file() {
                        return Ok(Some(Found {
                            place: path.display().to_string(),
                            bytes: std::fs::read(&path)?,
                        }));
                    }
                }
                Entry::Jar(path, archive) => {
                    if let Some(bytes) = read_jar(&mut archive.borrow_mut(), name)? {
                        return Ok(Some(Found { place: format!("{}!/{name}", path.display()), bytes }));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The class that a jar's manifest names as its main class.
    pub fn main_class_of_jar(path: &Path) -> io::Result<Option<String>> {
        let mut archive = zip::ZipArchive::new(File::open(path)?)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        let Some(manifest) = read_jar(&mut archive, "META-INF/MANIFEST.MF")? else { return Ok(None) };
        let text = String::from_utf8_lossy(&manifest).replace("\r\n", "\n").replace("\n ", "");
        Ok(text.lines().find_map(|line| line.strip_prefix("Main-Class:")).map(|name| name.trim().to_owned()))
    }
}

fn read_jar(archive: &mut zip::ZipArchive<File>, name: &str) -> io::Result<Option<Vec<u8>>> {
    let file = match archive.by_name(name) {
        Ok(file) => file,
        Err(zip::result::ZipError::FileNotFound) => return Ok(None),
        Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error.to_string())),
    };
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
