//! A world that no other run sees: what a run changed, over the host's files as they were at the start.
//!
//! A file is known by a number that stays when it is renamed: of the host's files by their path, of others by the path of
//! the thread that made it and how many that had made. So the same choices give the same numbers, and steps that do not
//! depend on each other give the same ones in either order. Open files are numbered in the same way.
//!
//! Places: the content of a file, its permissions, a name in a folder, the list of a folder's names, the position of an
//! open file, standard input. Who makes or removes a name writes one of a few parts of the list, by thread, and who lists
//! reads all of them: so threads that make different files do not depend on each other, but for the rare two that share a
//! part. Paths are looked up by `look`; the calls are in `contents` and `entries`.

mod contents;
mod entries;

use super::look::Found;
use super::start::{Device, granted};
use super::{Answer, Call, Caller, Errno, FileKind, Opening, PARTS, Refusal, Start};
use raddle_explore::operation::{Access, Place, Touch};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// What new files may permit at most: the usual mask.
const MASK: u32 = 0o755;
/// How many parts the list of a folder has.
const LIST_PARTS: u32 = 16;
const CONTENT: u32 = PARTS;
const MODE: u32 = PARTS + 1;
const NAME: u32 = PARTS + 2;
pub(super) const POSITION: u32 = PARTS + 3;
const INPUT: u32 = PARTS + 4;
const LIST: u32 = PARTS + 16;
/// How many parts the places of a world use.
pub(super) const PARTS_IN_USE: u32 = 16 + LIST_PARTS;

/// What tells files apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u64);

/// Bytes that were written, and their hash once somebody asked.
#[derive(Clone, Default)]
pub(super) struct Content {
    bytes: Vec<u8>,
    hash: OnceCell<u64>,
}

#[derive(Clone)]
enum Body {
    /// A file's bytes; none where they are the host's.
    File(Option<Rc<Content>>),
    Folder,
    Link(Rc<str>),
}

/// A file that the run made or changed.
#[derive(Clone)]
struct Node {
    body: Body,
    mode: u32,
    links: u32,
    modified: i64,
    /// How often a folder's names were changed.
    version: u32,
    /// What reports call it.
    path: Rc<str>,
}

/// What a number of an open file stands for.
#[derive(Clone)]
enum Open {
    File { node: NodeId, position: u64, opening: Opening },
    Folder { node: NodeId, version: u32, names: Rc<Vec<String>>, position: usize },
}

/// What a run changed, and what it has open.
#[derive(Clone)]
pub struct State {
    pub(super) start: Arc<Start>,
    input: Rc<[u8]>,
    input_read: usize,
    nodes: BTreeMap<NodeId, Rc<Node>>,
    /// Names that were made, or removed.
    names: BTreeMap<(NodeId, Rc<str>), Option<NodeId>>,
    open: BTreeMap<i32, Open>,
    /// How many files each thread has made or opened.
    made: BTreeMap<u32, u32>,
    /// How many random bytes each thread has read.
    random: BTreeMap<u32, u64>,
}

/// What can be said of a file, wherever it comes from.
pub(super) struct View {
    pub kind: FileKind,
    pub link: Option<Rc<str>>,
    device: Option<Device>,
    mode: u32,
    links: u32,
    modified: i64,
    user: u32,
    group: u32,
    version: u32,
}

impl State {
    pub(super) fn new(start: Arc<Start>, input: Vec<u8>) -> State {
        State {
            start,
            input: input.into(),
            input_read: 0,
            nodes: BTreeMap::new(),
            names: BTreeMap::new(),
            open: BTreeMap::new(),
            made: BTreeMap::new(),
            random: BTreeMap::new(),
        }
    }

    /// What a name was changed to, if it was.
    pub(super) fn changed_name(&self, folder: NodeId, name: &str) -> Option<Option<NodeId>> {
        self.names.get(&(folder, Rc::from(name))).copied()
    }

    /// The names of a folder that were changed.
    pub(super) fn changed_names(&self, folder: NodeId) -> impl Iterator<Item = (&str, Option<NodeId>)> {
        let range = (folder, Rc::from(""))..;
        self.names
            .range(range)
            .take_while(move |((of, _), _)| *of == folder)
            .map(|((_, name), node)| (&**name, *node))
    }

    pub(super) fn view(&self, id: NodeId) -> Option<View> {
        let host = self.start.node(id);
        let (user, group) = host.as_ref().map_or(self.start.rights(), |host| (host.user, host.group));
        if let Some(node) = self.nodes.get(&id) {
            let (kind, link) = match &node.body {
                Body::File(_) => (FileKind::File, None),
                Body::Folder => (FileKind::Folder, None),
                Body::Link(to) => (FileKind::Link, Some(Rc::clone(to))),
            };
            let (mode, links, modified, version) = (node.mode, node.links, node.modified, node.version);
            return Some(View { kind, link, device: None, mode, links, modified, user, group, version });
        }
        let host = host?;
        Some(View {
            kind: host.kind,
            link: host.link.as_deref().map(Rc::from),
            device: host.device,
            mode: host.mode,
            links: host.links,
            modified: host.modified,
            user,
            group,
            version: 0,
        })
    }

    /// Does something with the bytes of a file.
    fn with_bytes<T>(&self, id: NodeId, act: impl FnOnce(&[u8]) -> T) -> Result<T, Refusal> {
        if let Some(Node { body: Body::File(Some(content)), .. }) = self.nodes.get(&id).map(Rc::as_ref) {
            return Ok(act(&content.bytes));
        }
        match self.start.node(id) {
            Some(host) => self.start.content(&host).map(|content| act(&content)),
            None => Ok(act(&[])),
        }
    }

    /// The length of a file; the host's are not read for it.
    fn size(&self, id: NodeId) -> u64 {
        match self.nodes.get(&id).map(|node| &node.body) {
            Some(Body::File(Some(content))) => content.bytes.len() as u64,
            Some(Body::Link(to)) => to.len() as u64,
            Some(Body::Folder) => 4096,
            _ => self.start.node(id).map_or(0, |host| host.size),
        }
    }

    /// The path that a file was first known by.
    fn path(&self, id: NodeId) -> String {
        match (self.nodes.get(&id), self.start.node(id)) {
            (Some(node), _) => node.path.to_string(),
            (None, Some(host)) => host.path.display().to_string(),
            (None, None) => "a file".to_owned(),
        }
    }

    /// What a place of this world is called; `asked` is the path of the call that touches it.
    pub(super) fn describe(&self, place: Place, asked: &str) -> String {
        let node = NodeId(place.object);
        match place.part {
            CONTENT => format!("file {}", self.path(node)),
            MODE => format!("permissions of {}", self.path(node)),
            NAME => format!("path {asked}"),
            POSITION => match self.open.get(&(place.object as i32)) {
                Some(Open::File { node, .. } | Open::Folder { node, .. }) => {
                    format!("position in {}", self.path(*node))
                }
                None => "position in a file".to_owned(),
            },
            INPUT => "standard input".to_owned(),
            _ => format!("names in {}", self.path(node)),
        }
    }

    /// Everything that the run's future can depend on. How files are called in reports is no part of it.
    pub(super) fn add_to(&self, add: &mut dyn FnMut(u64)) {
        let State { start: _, input: _, input_read, nodes, names, open, made, random } = self;
        add(*input_read as u64);
        for (id, node) in nodes {
            let Node { body, mode, links, modified, version, path: _ } = &**node;
            add(id.0);
            add(match body {
                Body::File(None) => 0,
                Body::File(Some(content)) => *content.hash.get_or_init(|| xxh3_64(&content.bytes)),
                Body::Folder => 1,
                Body::Link(to) => xxh3_64(to.as_bytes()),
            });
            add(u64::from(*mode) << 32 | u64::from(*links));
            add(*modified as u64);
            add(u64::from(*version));
        }
        for ((folder, name), node) in names {
            add(name_place(*folder, name).object);
            add(node.map_or(0, |node| node.0));
        }
        for (number, open) in open {
            add(*number as u64);
            match open {
                Open::File { node, position, opening } => {
                    let Opening { read, write, append, .. } = *opening;
                    add(node.0);
                    add(*position);
                    add(u64::from(read) | u64::from(write) << 1 | u64::from(append) << 2);
                }
                Open::Folder { node, version, names, position } => {
                    add(node.0);
                    add(u64::from(*version));
                    add(xxh3_64(names.join("/").as_bytes()));
                    add(*position as u64);
                }
            }
        }
        made.iter().for_each(|(thread, made)| add(u64::from(*thread) << 32 | u64::from(*made)));
        for (thread, read) in random {
            add(u64::from(*thread));
            add(*read);
        }
    }
}

fn name_place(folder: NodeId, name: &str) -> Place {
    Place::new(xxh3_64_with_seed(name.as_bytes(), folder.0), NAME)
}

/// One call in a world of its own. What it touches is noted; where it is only asked for that, nothing is changed.
pub(super) struct Effects<'e> {
    pub(super) state: &'e mut Rc<State>,
    caller: Caller,
    happens: bool,
    touched: Vec<Touch>,
    reservation: Option<String>,
}

impl<'e> Effects<'e> {
    pub(super) fn new(state: &'e mut Rc<State>, caller: Caller, happens: bool) -> Effects<'e> {
        Effects { state, caller, happens, touched: Vec::new(), reservation: None }
    }

    pub(super) fn into_touched(self) -> Vec<Touch> {
        self.touched
    }

    pub(super) fn into_reservation(self) -> Option<String> {
        self.reservation
    }

    fn note(&mut self, touch: Touch) {
        match self.touched.iter_mut().find(|known| known.place == touch.place) {
            Some(known) if touch.access == Access::Write => known.access = Access::Write,
            Some(_) => {}
            None => self.touched.push(touch),
        }
    }

    fn reads(&mut self, place: Place) {
        self.note(Touch::read(place));
    }

    fn writes(&mut self, place: Place) {
        self.note(Touch::write(place));
    }

    /// Notes a look at a part of a file. Nobody can change the JDK's.
    fn reads_of(&mut self, id: NodeId, part: u32) {
        if !self.is_fixed(id) {
            self.reads(Place::new(id.0, part));
        }
    }

    /// Whether a file is one of the JDK's, which no run may change.
    pub(super) fn is_fixed(&self, id: NodeId) -> bool {
        self.state.start.node(id).is_some_and(|host| self.state.start.is_of_jdk(&host.path))
    }

    /// Notes that a name was looked up.
    pub(super) fn reads_name(&mut self, folder: NodeId, name: &str) {
        self.reads(name_place(folder, name));
    }

    /// Notes that a folder was listed.
    pub(super) fn reads_list(&mut self, folder: NodeId) {
        for part in 0..LIST_PARTS {
            self.reads_of(folder, LIST + part);
        }
    }

    /// The state to change, if the call happens.
    fn change(&mut self) -> Option<&mut State> {
        self.happens.then(|| Rc::make_mut(self.state))
    }

    /// A file to change, if the call happens.
    fn change_node(&mut self, id: NodeId) -> Option<&mut Node> {
        let state = self.change()?;
        if !state.nodes.contains_key(&id) {
            let view = state.view(id)?;
            let body = match view.kind {
                FileKind::Folder => Body::Folder,
                FileKind::Link => Body::Link(view.link.unwrap_or_default()),
                _ => Body::File(None),
            };
            let path = state.path(id).into();
            let View { mode, links, modified, version, .. } = view;
            state.nodes.insert(id, Rc::new(Node { body, mode, links, modified, version, path }));
        }
        state.nodes.get_mut(&id).map(Rc::make_mut)
    }

    /// Lets a name of a folder lead somewhere else, or nowhere.
    fn set_name(&mut self, found: &Found, to: Option<NodeId>) -> Result<(), Refusal> {
        let Some((folder, name)) = &found.name else { return Err(Errno::INVALID.into()) };
        let folder = *folder;
        self.may(folder, 0o2)?;
        self.writes(name_place(folder, name));
        let part = LIST + self.caller.path % LIST_PARTS;
        self.writes(Place::new(folder.0, part));
        let now = self.caller.now;
        if let Some(node) = self.change_node(folder) {
            node.version += 1;
            node.modified = node.modified.max(now);
        }
        let was = self.host_name(folder, name);
        let Some(state) = self.change() else { return Ok(()) };
        let key = (folder, Rc::from(name.as_str()));
        if was == to {
            state.names.remove(&key)
        } else {
            state.names.insert(key, to)
        };
        Ok(())
    }

    /// A file has one name fewer: without names, and closed, it is gone.
    fn drop_name(&mut self, id: NodeId) {
        self.writes(Place::new(id.0, MODE));
        if let Some(node) = self.change_node(id) {
            node.links = node.links.saturating_sub(1);
            if matches!(node.body, Body::Folder) {
                node.links = 0;
            }
        }
        self.forget(id);
    }

    fn forget(&mut self, id: NodeId) {
        let Some(state) = self.change() else { return };
        let is_open = state.open.values().any(|open| match open {
            Open::File { node, .. } | Open::Folder { node, .. } => *node == id,
        });
        if !is_open && state.nodes.get(&id).is_some_and(|node| node.links == 0) {
            state.nodes.remove(&id);
        }
    }

    /// A number that no other file or open file has.
    fn number(&mut self) -> u64 {
        let path = self.caller.path;
        let made = self.state.made.get(&path).copied().unwrap_or(0);
        if let Some(state) = self.change() {
            *state.made.entry(path).or_default() += 1;
        }
        xxh3_64_with_seed(&made.to_le_bytes(), u64::from(path)) & !1
    }

    fn add_open(&mut self, open: Open) -> Answer {
        let mut number = (self.number() >> 8) as i32 & i32::MAX | 1 << 20;
        while self.state.open.contains_key(&number) {
            number = number.wrapping_add(1) & i32::MAX | 1 << 20;
        }
        if let Some(state) = self.change() {
            state.open.insert(number, open);
        }
        Answer::Number(number as u64)
    }

    fn make_node(&mut self, body: Body, mode: u32, path: &str) -> NodeId {
        let id = NodeId(self.number());
        let node = Node { body, mode, links: 1, modified: self.caller.now, version: 0, path: path.into() };
        if let Some(state) = self.change() {
            state.nodes.insert(id, Rc::new(node));
        }
        id
    }

    /// Whether the run has these rights to a file.
    fn may(&mut self, id: NodeId, wanted: u32) -> Result<(), Refusal> {
        if wanted & 0o2 != 0 && self.is_fixed(id) {
            return Err(Refusal::Incomplete(format!(
                "a change of {}, a part of the JDK",
                self.state.path(id)
            )));
        }
        self.reads_of(id, MODE);
        let Some(view) = self.state.view(id) else { return Err(Errno::NO_ENTRY.into()) };
        let granted = granted(self.state.start.rights(), view.mode, view.user, view.group);
        if granted & wanted == wanted { Ok(()) } else { Err(Errno::NO_ACCESS.into()) }
    }

    /// Makes a call.
    pub(super) fn make(&mut self, call: &Call) -> Result<Answer, Refusal> {
        match call {
            Call::Open(path, opening) => self.open(path, *opening),
            Call::Close(number) => self.close(*number),
            Call::Read(number, at, count) => self.read(*number, *at, *count).map(Answer::Bytes),
            Call::Write(number, at, bytes) => self.write(*number, *at, bytes),
            Call::Seek(number, seek) => self.seek(*number, *seek),
            Call::Left(number) => self.left(*number),
            Call::SetLength(number, moves, length) => self.set_length(*number, *moves, *length),
            Call::Copy(from, to, part) => self.copy(*from, *to, *part),
            Call::Status(target, only_kind) => self.status(target, *only_kind),
            Call::Access(path, wanted) => {
                let id = self.find(path)?;
                self.may(id, *wanted).map(|()| Answer::Done)
            }
            Call::Remove(path, removal) => self.remove(path, *removal),
            Call::MakeFolder(path, mode) => self.make_folder(path, *mode),
            Call::Rename(from, to) => self.rename(from, to),
            Call::Link(from, to) => self.link(from, to),
            Call::SymbolicLink(to, path) => self.symbolic_link(to, path),
            Call::ReadLink(path) => self.read_link(path),
            Call::RealPath(path) => {
                let found = self.look_up(path, true)?;
                found.node.ok_or(Errno::NO_ENTRY)?;
                Ok(Answer::Text(Some(found.path)))
            }
            Call::List(path) => self.list(path).map(|(_, names)| Answer::Names(names)),
            Call::OpenFolder(path) => self.open_folder(path),
            Call::NextName(number) => self.next_name(*number),
            Call::SetMode(target, clear, set) => self.set_mode(target, *clear, *set),
            Call::SetTime(target, time) => self.set_time(target, *time),
        }
    }
}

fn position_place(number: i32) -> Place {
    Place::new(number as u64, POSITION)
}
