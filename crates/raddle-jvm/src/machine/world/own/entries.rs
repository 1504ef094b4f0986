//! Calls on what paths lead to: names in folders, what is known of a file, and who may change it.

use super::super::{Answer, Errno, FileKind, Refusal, Removal, Status, Target};
use super::{Body, CONTENT, Effects, LIST, MASK, MODE, NodeId, Open, position_place};
use crate::natives::START_OF_TIME_MILLIS;
use raddle_explore::operation::Place;
use std::path::Path;
use std::rc::Rc;

impl Effects<'_> {
    /// What a target is.
    pub(super) fn target(&mut self, target: &Target) -> Result<NodeId, Refusal> {
        match target {
            Target::Path(path) => self.find(path),
            Target::Link(path) => Ok(self.look_up(path, false)?.node.ok_or(Errno::NO_ENTRY)?),
            Target::Open(number) => match self.state.open.get(number) {
                Some(Open::Folder { node, .. }) => Ok(*node),
                _ => self.opened(*number).map(|(node, ..)| node),
            },
        }
    }

    pub(super) fn find(&mut self, path: &str) -> Result<NodeId, Refusal> {
        Ok(self.look_up(path, true)?.node.ok_or(Errno::NO_ENTRY)?)
    }

    pub(super) fn status(&mut self, target: &Target, only_kind: bool) -> Result<Answer, Refusal> {
        if let Target::Open(0..=2) = target {
            let (user, group) = self.state.start.rights();
            let kind = FileKind::Other;
            let modified = START_OF_TIME_MILLIS as i64 * 1_000_000;
            let (mode, identity, device, links, size) = (0o600, 0, 0, 1, 0);
            return Ok(Answer::Status(Status {
                kind,
                mode,
                identity,
                device,
                links,
                user,
                group,
                size,
                modified,
            }));
        }
        let id = self.target(target)?;
        let view = self.state.view(id).ok_or(Errno::NO_ENTRY)?;
        if !only_kind {
            self.reads_of(id, MODE);
            if view.kind == FileKind::Folder {
                self.reads_list(id);
            } else {
                self.reads_of(id, CONTENT);
            }
        }
        Ok(Answer::Status(Status {
            kind: view.kind,
            mode: view.mode,
            identity: id.0,
            device: 1,
            links: view.links,
            user: view.user,
            group: view.group,
            size: self.state.size(id),
            modified: view.modified,
        }))
    }

    pub(super) fn remove(&mut self, path: &str, removal: Removal) -> Result<Answer, Refusal> {
        let found = self.look_up(path, false)?;
        let node = found.node.ok_or(Errno::NO_ENTRY)?;
        let is_folder = self.state.view(node).is_some_and(|view| view.kind == FileKind::Folder);
        match (removal, is_folder) {
            (Removal::File, true) => return Err(Errno::IS_A_FOLDER.into()),
            (Removal::Folder, false) => return Err(Errno::NOT_A_FOLDER.into()),
            _ => {}
        }
        if is_folder && !self.names_in(node)?.is_empty() {
            return Err(Errno::NOT_EMPTY.into());
        }
        self.set_name(&found, None)?;
        self.drop_name(node);
        Ok(Answer::Done)
    }

    pub(super) fn make_folder(&mut self, path: &str, mode: u32) -> Result<Answer, Refusal> {
        let found = self.look_up(path.trim_end_matches('/'), false)?;
        if found.node.is_some() {
            return Err(Errno::EXISTS.into());
        }
        let node = self.make_node(Body::Folder, mode & MASK, &found.path);
        self.set_name(&found, Some(node)).inspect_err(|_| self.unmake(node))?;
        Ok(Answer::Done)
    }

    pub(super) fn rename(&mut self, from: &str, to: &str) -> Result<Answer, Refusal> {
        let (old, new) = (self.look_up(from, false)?, self.look_up(to, false)?);
        let node = old.node.ok_or(Errno::NO_ENTRY)?;
        let is_folder = |effects: &Self, node: NodeId| {
            effects.state.view(node).is_some_and(|view| view.kind == FileKind::Folder)
        };
        let moves_folder = is_folder(self, node);
        if new.node == Some(node) {
            return Ok(Answer::Done);
        }
        if moves_folder && Path::new(&new.path).starts_with(&old.path) {
            return Err(Errno::INVALID.into());
        }
        if let Some(replaced) = new.node {
            match (moves_folder, is_folder(self, replaced)) {
                (true, false) => return Err(Errno::NOT_A_FOLDER.into()),
                (false, true) => return Err(Errno::IS_A_FOLDER.into()),
                (true, true) if !self.names_in(replaced)?.is_empty() => {
                    return Err(Errno::NOT_EMPTY.into());
                }
                _ => {}
            }
        }
        self.set_name(&new, Some(node))?;
        self.set_name(&old, None)?;
        if let Some(replaced) = new.node {
            self.drop_name(replaced);
        }
        Ok(Answer::Done)
    }

    pub(super) fn link(&mut self, from: &str, to: &str) -> Result<Answer, Refusal> {
        let (old, new) = (self.look_up(from, false)?, self.look_up(to, false)?);
        let node = old.node.ok_or(Errno::NO_ENTRY)?;
        if self.state.view(node).is_some_and(|view| view.kind == FileKind::Folder) {
            return Err(Errno::NOT_PERMITTED.into());
        }
        if new.node.is_some() {
            return Err(Errno::EXISTS.into());
        }
        self.set_name(&new, Some(node))?;
        self.writes(Place::new(node.0, MODE));
        if let Some(node) = self.change_node(node) {
            node.links += 1;
        }
        Ok(Answer::Done)
    }

    pub(super) fn symbolic_link(&mut self, to: &str, path: &str) -> Result<Answer, Refusal> {
        let found = self.look_up(path, false)?;
        if found.node.is_some() {
            return Err(Errno::EXISTS.into());
        }
        let node = self.make_node(Body::Link(to.into()), 0o777, &found.path);
        self.set_name(&found, Some(node)).inspect_err(|_| self.unmake(node))?;
        Ok(Answer::Done)
    }

    pub(super) fn read_link(&mut self, path: &str) -> Result<Answer, Refusal> {
        let node = self.look_up(path, false)?.node.ok_or(Errno::NO_ENTRY)?;
        let link = self.state.view(node).and_then(|view| view.link).ok_or(Errno::INVALID)?;
        Ok(Answer::Text(Some(link.to_string())))
    }

    pub(super) fn list(&mut self, path: &str) -> Result<(NodeId, Vec<String>), Refusal> {
        let found = self.look_up(path, true)?;
        let node = found.node.ok_or(Errno::NO_ENTRY)?;
        if self.state.view(node).is_none_or(|view| view.kind != FileKind::Folder) {
            return Err(Errno::NOT_A_FOLDER.into());
        }
        self.may(node, 0o4)?;
        Ok((node, self.names_in(node)?))
    }

    pub(super) fn open_folder(&mut self, path: &str) -> Result<Answer, Refusal> {
        let (node, names) = self.list(path)?;
        let version = self.state.view(node).map_or(0, |view| view.version);
        Ok(self.add_open(Open::Folder { node, version, names: Rc::new(names), position: 0 }))
    }

    pub(super) fn next_name(&mut self, number: i32) -> Result<Answer, Refusal> {
        self.writes(position_place(number));
        let Some(Open::Folder { node, version, names, position }) = self.state.open.get(&number) else {
            return Err(Errno::BAD_FILE.into());
        };
        let (node, version, next) = (*node, *version, names.get(*position).cloned());
        self.reads_list(node);
        // Whether a name that came or went meanwhile is shown is open: we show the folder as it was opened.
        if self.state.view(node).is_some_and(|view| view.version != version) {
            let path = self.state.path(node);
            self.reservation = Some(format!("what a listing of {path} shows of changes made meanwhile"));
        }
        if let Some(state) = self.change()
            && let Some(Open::Folder { position, .. }) = state.open.get_mut(&number)
        {
            *position += 1;
        }
        Ok(Answer::Text(next))
    }

    pub(super) fn set_mode(&mut self, target: &Target, clear: u32, set: u32) -> Result<Answer, Refusal> {
        let id = self.target(target)?;
        self.owns(id)?;
        self.writes(Place::new(id.0, MODE));
        if let Some(node) = self.change_node(id) {
            node.mode = node.mode & !clear | set;
        }
        Ok(Answer::Done)
    }

    pub(super) fn set_time(&mut self, target: &Target, time: i64) -> Result<Answer, Refusal> {
        let id = self.target(target)?;
        self.owns(id)?;
        let is_folder = self.state.view(id).is_some_and(|view| view.kind == FileKind::Folder);
        if is_folder {
            self.reads_list(id);
            self.writes(Place::new(id.0, LIST));
        }
        self.writes(Place::new(id.0, CONTENT));
        if let Some(node) = self.change_node(id) {
            node.modified = time;
        }
        Ok(Answer::Done)
    }

    /// Only the owner may change what is known of a file.
    pub(super) fn owns(&mut self, id: NodeId) -> Result<(), Refusal> {
        if self.is_fixed(id) {
            return self.may(id, 0o2);
        }
        let (user, _) = self.state.start.rights();
        let owner = self.state.view(id).map_or(0, |view| view.user);
        if user == 0 || user == owner { Ok(()) } else { Err(Errno::NOT_PERMITTED.into()) }
    }
}
