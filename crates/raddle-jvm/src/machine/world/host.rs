//! The host's own files, for `raddle run`: each call is the platform's.

use super::start::{granted, kind, modified, rights};
use super::{Answer, Call, Errno, Opening, Removal, Seek, Status, Target};
use std::collections::BTreeMap;
use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{Read, Seek as _, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::time::{Duration, SystemTime};

/// The first number of a file that the program opens.
const FIRST_NUMBER: i32 = 3;
/// Not to follow a symbolic link, as Linux numbers it.
const NO_FOLLOW: i32 = 0o400_000;

enum Open {
    File(File),
    Names(std::vec::IntoIter<String>),
}

/// Files of the host that the program has opened, and standard input.
pub struct Host {
    open: BTreeMap<i32, Open>,
    /// Standard input, if it is not the host's, and how much of it was read.
    input: Option<Vec<u8>>,
    input_read: usize,
}

/// The folder that relative paths begin in.
pub(super) fn directory() -> String {
    std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.display().to_string())
}

fn status(data: &Metadata) -> Answer {
    Answer::Status(Status {
        kind: kind(data),
        mode: data.mode() & 0o7777,
        identity: data.ino(),
        device: data.dev(),
        links: data.nlink() as u32,
        user: data.uid(),
        group: data.gid(),
        size: data.len(),
        modified: modified(data),
    })
}

fn names(path: &str) -> Result<Vec<String>, Errno> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

impl Host {
    pub(super) fn new(input: Option<Vec<u8>>) -> Host {
        Host { open: BTreeMap::new(), input, input_read: 0 }
    }

    /// Whether no part of the run's future depends on it.
    pub(super) fn is_untouched(&self) -> bool {
        self.open.is_empty() && self.input_read == 0
    }

    fn add(&mut self, open: Open) -> Answer {
        let number = (FIRST_NUMBER..).find(|number| !self.open.contains_key(number));
        let number = number.unwrap_or(i32::MAX);
        self.open.insert(number, open);
        Answer::Number(number as u64)
    }

    fn file(&mut self, number: i32) -> Result<&mut File, Errno> {
        match self.open.get_mut(&number) {
            Some(Open::File(file)) => Ok(file),
            _ => Err(Errno::BAD_FILE),
        }
    }

    pub(super) fn make(&mut self, call: &Call) -> Result<Answer, Errno> {
        Ok(match call {
            Call::Open(path, opening) => {
                let file = open(path, *opening)?;
                self.add(Open::File(file))
            }
            Call::Close(number) => {
                self.open.remove(number).ok_or(Errno::BAD_FILE)?;
                Answer::Done
            }
            Call::Read(number, at, count) => Answer::Bytes(self.read(*number, *at, *count)?),
            Call::Write(number, at, bytes) => {
                let file = self.file(*number)?;
                match at {
                    Some(at) => file.write_all_at(bytes, *at)?,
                    None => file.write_all(bytes)?,
                }
                Answer::Number(bytes.len() as u64)
            }
            Call::Seek(number, _) if (0..=2).contains(number) => return Err(Errno::ILLEGAL_SEEK),
            Call::Seek(number, seek) => {
                let file = self.file(*number)?;
                let before = file.stream_position()?;
                let after = file.seek(match seek {
                    Seek::To(target) => SeekFrom::Start(*target),
                    Seek::By(distance) => SeekFrom::Current(*distance),
                })?;
                Answer::Moved(before, after)
            }
            Call::Left(0) => {
                let length = self.input.as_ref().map_or(0, Vec::len);
                Answer::Number(length.saturating_sub(self.input_read) as u64)
            }
            Call::Left(number) => {
                let file = self.file(*number)?;
                Answer::Number(file.metadata()?.len().saturating_sub(file.stream_position()?))
            }
            Call::SetLength(number, moves, length) => {
                let file = self.file(*number)?;
                file.set_len(*length)?;
                if *moves && file.stream_position()? > *length {
                    file.seek(SeekFrom::Start(*length))?;
                }
                Answer::Done
            }
            Call::Copy(from, to, part) => self.copy(*from, *to, *part)?,
            Call::Status(target, _) => self.status(target)?,
            Call::Access(path, wanted) => {
                let data = std::fs::metadata(path)?;
                let granted = granted(rights(), data.mode(), data.uid(), data.gid());
                if granted & wanted != *wanted {
                    return Err(Errno::NO_ACCESS);
                }
                Answer::Done
            }
            Call::OpenFolder(path) => {
                let names = names(path)?;
                self.add(Open::Names(names.into_iter()))
            }
            Call::NextName(number) => match self.open.get_mut(number) {
                Some(Open::Names(names)) => Answer::Text(names.next()),
                _ => return Err(Errno::BAD_FILE),
            },
            Call::SetMode(target, clear, set) => self.set_mode(target, *clear, *set)?,
            Call::SetTime(target, time) => self.set_time(target, *time)?,
            _ => by_name(call)?,
        })
    }

    fn read(&mut self, number: i32, at: Option<u64>, count: usize) -> Result<Vec<u8>, Errno> {
        let mut bytes = vec![0; count];
        let length = match (number, &self.input, at) {
            (0, None, _) => std::io::stdin().read(&mut bytes)?,
            (0, Some(input), _) => {
                let rest = input.get(self.input_read..).unwrap_or(&[]);
                let taken = count.min(rest.len());
                bytes[..taken].copy_from_slice(&rest[..taken]);
                self.input_read += taken;
                taken
            }
            (_, _, Some(at)) => self.file(number)?.read_at(&mut bytes, at)?,
            (_, _, None) => self.file(number)?.read(&mut bytes)?,
        };
        bytes.truncate(length);
        Ok(bytes)
    }

    fn copy(&mut self, from: i32, to: i32, part: Option<(u64, u64)>) -> Result<Answer, Errno> {
        let mut bytes = Vec::new();
        match part {
            None => drop(self.file(from)?.read_to_end(&mut bytes)?),
            Some((at, count)) => {
                let file = self.file(from)?;
                let left = file.metadata()?.len().saturating_sub(at).min(count);
                bytes.resize(left as usize, 0);
                let read = file.read_at(&mut bytes, at)?;
                bytes.truncate(read);
            }
        }
        self.file(to)?.write_all(&bytes)?;
        Ok(Answer::Number(bytes.len() as u64))
    }

    fn status(&mut self, target: &Target) -> Result<Answer, Errno> {
        Ok(status(&match target {
            Target::Path(path) => std::fs::metadata(path)?,
            Target::Link(path) => std::fs::symlink_metadata(path)?,
            Target::Open(number @ 0..=2) => std::fs::metadata(format!("/proc/self/fd/{number}"))?,
            Target::Open(number) => self.file(*number)?.metadata()?,
        }))
    }

    fn set_mode(&mut self, target: &Target, clear: u32, set: u32) -> Result<Answer, Errno> {
        match target {
            Target::Path(path) | Target::Link(path) => {
                let mode = std::fs::metadata(path)?.mode() & !clear | set;
                std::fs::set_permissions(path, Permissions::from_mode(mode))?;
            }
            Target::Open(number) => {
                let file = self.file(*number)?;
                let mode = file.metadata()?.mode() & !clear | set;
                file.set_permissions(Permissions::from_mode(mode))?;
            }
        }
        Ok(Answer::Done)
    }

    fn set_time(&mut self, target: &Target, time: i64) -> Result<Answer, Errno> {
        let distance = Duration::from_nanos(time.unsigned_abs());
        let moment =
            if time < 0 { SystemTime::UNIX_EPOCH - distance } else { SystemTime::UNIX_EPOCH + distance };
        match target {
            Target::Path(path) | Target::Link(path) => File::open(path)?.set_modified(moment)?,
            Target::Open(number) => self.file(*number)?.set_modified(moment)?,
        }
        Ok(Answer::Done)
    }
}

fn open(path: &str, opening: Opening) -> Result<File, Errno> {
    let mut options = OpenOptions::new();
    options.read(opening.read).write(opening.write).append(opening.append).truncate(opening.truncate);
    options.create(opening.create && !opening.exclusive).create_new(opening.create && opening.exclusive);
    if opening.mode != 0 {
        options.mode(opening.mode);
    }
    if opening.no_follow {
        options.custom_flags(NO_FOLLOW);
    }
    let file = options.open(path)?;
    if file.metadata().is_ok_and(|data| data.is_dir()) { Err(Errno::IS_A_FOLDER) } else { Ok(file) }
}

/// The calls that concern names only.
fn by_name(call: &Call) -> Result<Answer, Errno> {
    match call {
        Call::Remove(path, removal) => {
            let is_folder = std::fs::symlink_metadata(path)?.is_dir();
            match removal {
                Removal::File => std::fs::remove_file(path)?,
                Removal::Folder => std::fs::remove_dir(path)?,
                Removal::Either if is_folder => std::fs::remove_dir(path)?,
                Removal::Either => std::fs::remove_file(path)?,
            }
        }
        Call::MakeFolder(path, mode) => {
            use std::os::unix::fs::DirBuilderExt;
            std::fs::DirBuilder::new().mode(*mode).create(path)?;
        }
        Call::Rename(from, to) => std::fs::rename(from, to)?,
        Call::Link(from, to) => std::fs::hard_link(from, to)?,
        Call::SymbolicLink(to, path) => std::os::unix::fs::symlink(to, path)?,
        Call::ReadLink(path) => {
            return Ok(Answer::Text(Some(std::fs::read_link(path)?.display().to_string())));
        }
        Call::RealPath(path) => {
            return Ok(Answer::Text(Some(std::fs::canonicalize(path)?.display().to_string())));
        }
        Call::List(path) => return names(path).map(Answer::Names),
        _ => return Err(Errno::INVALID),
    }
    Ok(Answer::Done)
}
