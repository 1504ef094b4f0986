//! The world of a run: files and folders, open files with their positions, standard input, and random bytes.
//!
//! Natives reach it by [`Call`]s, which are like those of the platform. Under `raddle run` they go to the host, as under
//! `java` (`host`). Where schedules are explored, each run has a world of its own (`own`): the host's files can be read as
//! they were at the start (`start`), and whatever the run changes is kept in the run, is copied on write and forked with
//! it, and is gone at its end.
//!
//! Guarantee of an own world: the host is never changed; all runs of a program begin in the same world; what a call
//! touches, as [`World::touches`] tells before it is made, is found out by making it without its effects, so that the two
//! can't differ. What may not be read is neither missing nor empty: it ends the run as `incomplete`.

mod errors;
mod host;
mod look;
mod own;
mod start;

pub use errors::Errno;
pub use start::{Start, content_hash};

use host::Host;
use own::{Effects, State};
use raddle_explore::operation::{Place, Touch};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Places of the world have parts from here on: beyond all elements of arrays, whose indices end at 2³¹.
const PARTS: u32 = 0xF11E_0000;

/// The world of a run.
#[derive(Clone)]
pub enum World {
    /// The host itself.
    Host(Rc<RefCell<Host>>),
    /// A world that no other run sees.
    Own(Rc<State>),
}

/// Who makes a call: the path of a thread, and the time on its clock in nanoseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The thread's path.
    pub path: u32,
    /// Its time.
    pub now: i64,
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Opening {
    /// To read.
    pub read: bool,
    /// To write.
    pub write: bool,
    /// Every write goes to the end.
    pub append: bool,
    /// It is made where there is none.
    pub create: bool,
    /// It must not have been there.
    pub exclusive: bool,
    /// It is emptied.
    pub truncate: bool,
    /// A symbolic link is not followed.
    pub no_follow: bool,
    /// The permissions of a new file; the usual ones if zero.
    pub mode: u32,
}

/// What a call is about: a name or an open file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// What a path leads to.
    Path(String),
    /// A path's own end, be it a symbolic link.
    Link(String),
    /// An open file.
    Open(i32),
}

/// What may be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// Anything but a folder.
    File,
    /// An empty folder.
    Folder,
    /// Either.
    Either,
}

/// Where an open file's position goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seek {
    /// So far from the beginning.
    To(u64),
    /// So far from where it is; nowhere by zero.
    By(i64),
}

/// A call of the platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// Opens a file; gives its number.
    Open(String, Opening),
    /// Closes an open file or the stream of a folder.
    Close(i32),
    /// Reads at most so many bytes, at the file's position or at another one.
    Read(i32, Option<u64>, usize),
    /// Writes bytes, at the file's position or at another one.
    Write(i32, Option<u64>, Vec<u8>),
    /// Moves the position; gives the one before and the one after.
    Seek(i32, Seek),
    /// How much lies between position and end.
    Left(i32),
    /// Sets the length; a position beyond is moved to the end if the second says so.
    SetLength(i32, bool, u64),
    /// Copies from one file's position to another's, or from a given position and not more than so much.
    Copy(i32, i32, Option<(u64, u64)>),
    /// What is known of a file; if the second says so, only what kind of file it is.
    Status(Target, bool),
    /// Whether it may be read (4), written (2), executed (1).
    Access(String, u32),
    /// Removes a name.
    Remove(String, Removal),
    /// Makes a folder.
    MakeFolder(String, u32),
    /// Gives a file another name.
    Rename(String, String),
    /// Gives a file one more name.
    Link(String, String),
    /// Makes a symbolic link: what it leads to, and its name.
    SymbolicLink(String, String),
    /// What a symbolic link leads to.
    ReadLink(String),
    /// The path without links and dots.
    RealPath(String),
    /// The names in a folder, in order.
    List(String),
    /// Opens a folder to read its names one by one.
    OpenFolder(String),
    /// The next name of an open folder.
    NextName(i32),
    /// Sets the permissions: those to clear, and those to set.
    SetMode(Target, u32, u32),
    /// Sets the time of the last change, in nanoseconds since 1970.
    SetTime(Target, i64),
}

impl Call {
    /// The path that it is given, or the first of two.
    pub fn path(&self) -> &str {
        match self {
            Call::Open(path, _)
            | Call::Status(Target::Path(path) | Target::Link(path), _)
            | Call::Access(path, _)
            | Call::Remove(path, _)
            | Call::MakeFolder(path, _)
            | Call::Rename(path, _)
            | Call::Link(path, _)
            | Call::SymbolicLink(_, path)
            | Call::ReadLink(path)
            | Call::RealPath(path)
            | Call::List(path)
            | Call::OpenFolder(path)
            | Call::SetMode(Target::Path(path) | Target::Link(path), ..)
            | Call::SetTime(Target::Path(path) | Target::Link(path), _) => path,
            _ => "",
        }
    }
}

/// What kind of file something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// Something else, such as a device.
    Other,
}

impl FileKind {
    /// Its bits in a file's mode.
    pub fn bits(self) -> u32 {
        match self {
            FileKind::File => 0o100_000,
            FileKind::Folder => 0o040_000,
            FileKind::Link => 0o120_000,
            FileKind::Other => 0o020_000,
        }
    }
}

/// What is known of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    /// Its kind.
    pub kind: FileKind,
    /// Its permissions.
    pub mode: u32,
    /// What tells it from others.
    pub identity: u64,
    /// The device that it lies on.
    pub device: u64,
    /// How many names it has.
    pub links: u32,
    /// Its owner.
    pub user: u32,
    /// Its group.
    pub group: u32,
    /// Its length.
    pub size: u64,
    /// Its last change, in nanoseconds since 1970.
    pub modified: i64,
}

/// What a call gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing.
    Done,
    /// A number.
    Number(u64),
    /// A position before and after.
    Moved(u64, u64),
    /// Bytes that were read.
    Bytes(Vec<u8>),
    /// A path or a name, if there is one more.
    Text(Option<String>),
    /// Names.
    Names(Vec<String>),
    /// What is known of a file.
    Status(Status),
}

impl Answer {
    /// The number, zero where it is something else.
    pub fn number(&self) -> u64 {
        match self {
            Answer::Number(number) => *number,
            _ => 0,
        }
    }

    /// The bytes, none where it is something else.
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Answer::Bytes(bytes) => bytes,
            _ => Vec::new(),
        }
    }
}

/// Why a call gives nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An error of the platform's, which the program is told.
    Error(Errno),
    /// Something that an own world does not cover; the run ends.
    Incomplete(String),
}

impl From<Errno> for Refusal {
    fn from(error: Errno) -> Refusal {
        Refusal::Error(error)
    }
}

impl World {
    /// The host's files and, if wanted, its standard input instead of the given one.
    pub fn of_host(input: Vec<u8>, is_hosts_input: bool) -> World {
        World::Host(Rc::new(RefCell::new(Host::new((!is_hosts_input).then_some(input)))))
    }

    /// A world of its own.
    pub fn own(start: Arc<Start>, input: Vec<u8>) -> World {
        World::Own(Rc::new(State::new(start, input)))
    }

    /// The folder that relative paths begin in.
    pub fn directory(&self) -> String {
        match self {
            World::Host(_) => host::directory(),
            World::Own(state) => state.start.directory().to_owned(),
        }
    }

    /// What a call would touch, as the world is now.
    pub fn touches(&self, call: &Call, caller: Caller) -> Vec<Touch> {
        match self {
            World::Host(_) => Vec::new(),
            World::Own(state) => {
                let mut copy = Rc::clone(state);
                let mut effects = Effects::new(&mut copy, caller, false);
                // What fails has touched what it had looked at.
                let _ = effects.make(call);
                effects.into_touched()
            }
        }
    }

    /// Makes a call; and says what no exploration covers of it, if there is something.
    pub fn make(&mut self, call: &Call, caller: Caller) -> (Result<Answer, Refusal>, Option<String>) {
        match self {
            World::Host(host) => (host.borrow_mut().make(call).map_err(Refusal::Error), None),
            World::Own(state) => {
                let mut effects = Effects::new(state, caller, true);
                let answer = effects.make(call);
                (answer, effects.into_reservation())
            }
        }
    }

    /// Whether a place is the position of an open file, and no file.
    pub fn is_position(place: Place) -> bool {
        place.part == own::POSITION
    }

    /// Whether a place is one of the world's.
    pub fn has(place: Place) -> bool {
        place.part >= PARTS && place.part < PARTS + own::PARTS_IN_USE
    }

    /// What a place that a call touches is called in reports.
    pub fn describe(&self, place: Place, call: &Call) -> Option<String> {
        match self {
            World::Own(state) if World::has(place) => Some(state.describe(place, call.path())),
            _ => None,
        }
    }

    /// Everything that the future of the run can depend on, as numbers; `None` where it lies outside of the machine.
    pub fn state(&self, add: &mut dyn FnMut(u64)) -> Option<()> {
        match self {
            World::Host(host) => host.borrow().is_untouched().then_some(()),
            World::Own(state) => {
                state.add_to(add);
                Some(())
            }
        }
    }
}
