//! The program's own classes and resources: directories and jars, in the order of the class path.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// One entry of a class path.
enum Entry {
    Directory(PathBuf),
    Jar(Jar),
}

/// An open jar.
struct Jar {
    path: PathBuf,
    archive: RefCell<zip::ZipArchive<File>>,
    /// The folders that are looked into before the jar's own names: those of the releases up to the JDK's, newest first.
    releases: Vec<String>,
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
    /// Opens every entry, and those that the manifests of jars name, for a release of the JDK. Entries that do not exist
    /// are left out, as `java` leaves them out.
    pub fn open(paths: &[PathBuf], release: u32) -> io::Result<ClassPath> {
        let mut entries = Vec::new();
        let mut seen: Vec<PathBuf> = Vec::new();
        let mut waiting: Vec<PathBuf> = paths.iter().rev().cloned().collect();
        while let Some(path) = waiting.pop() {
            if seen.contains(&path) {
                continue;
            }
            seen.push(path.clone());
            if path.is_dir() {
                entries.push(Entry::Directory(path));
            } else if path.is_file() {
                let (jar, named) = open_jar(path, release)?;
                entries.push(Entry::Jar(jar));
                waiting.extend(named.into_iter().rev());
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
                Entry::Jar(jar) => {
                    let of_releases = jar.releases.iter().map(|release| format!("{release}{name}"));
                    for name in of_releases.chain([name.to_owned()]) {
                        if let Some(bytes) = read_jar(&mut jar.archive.borrow_mut(), &name)? {
                            let place = format!("{}!/{name}", jar.path.display());
                            return Ok(Some(Found { place, bytes }));
                        }
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
        let Some(manifest) = read_jar(&mut archive, MANIFEST)? else { return Ok(None) };
        Ok(attribute(&manifest, "Main-Class"))
    }
}

const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// An attribute of the main section of a manifest.
fn attribute(manifest: &[u8], name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(manifest).replace("\r\n", "\n").replace('\r', "\n").replace("\n ", "");
    let main = text.lines().take_while(|line| !line.is_empty());
    let mut parts = main.filter_map(|line| line.split_once(':'));
    parts.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_owned())
}

/// Opens a jar; gives the entries that its manifest names, too.
fn open_jar(path: PathBuf, release: u32) -> io::Result<(Jar, Vec<PathBuf>)> {
    const FIRST_OF_MANY: u32 = 9;
    let mut archive = zip::ZipArchive::new(File::open(&path)?).map_err(|error| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
    })?;
    let manifest = read_jar(&mut archive, MANIFEST)?.unwrap_or_default();
    let is_of_many =
        attribute(&manifest, "Multi-Release").is_some_and(|text| text.eq_ignore_ascii_case("true"));
    let releases = if is_of_many {
        (FIRST_OF_MANY..=release).rev().map(|release| format!("META-INF/versions/{release}/")).collect()
    } else {
        Vec::new()
    };
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let named = attribute(&manifest, "Class-Path").unwrap_or_default();
    let named = named.split_whitespace().filter(|entry| !entry.contains("://"));
    let named = named.map(|entry| {
        let entry = entry.strip_prefix("file:").unwrap_or(entry).replace("%20", " ");
        folder.join(entry)
    });
    let named = named.collect();
    Ok((Jar { path, archive: RefCell::new(archive), releases }, named))
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
