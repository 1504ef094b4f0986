//! Calls on open files: opening and closing, reading and writing, where in them, and how long they are.

use super::super::start::{Device, HostNode};
use super::super::{Answer, Errno, FileKind, Opening, Refusal, Seek};
use super::{Body, CONTENT, Content, Effects, INPUT, MASK, Node, NodeId, Open, position_place};
use raddle_explore::operation::Place;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

impl Effects<'_> {
    pub(super) fn open(&mut self, path: &str, opening: Opening) -> Result<Answer, Refusal> {
        let follow = !(opening.no_follow || opening.create && opening.exclusive);
        let found = self.look_up(path, follow)?;
        let node = match found.node {
            Some(_) if opening.create && opening.exclusive => return Err(Errno::EXISTS.into()),
            Some(node) => node,
            None if opening.create => {
                let mode = if opening.mode == 0 { 0o666 } else { opening.mode };
                let node = self.make_node(Body::File(Some(Rc::default())), mode & MASK, &found.path);
                self.set_name(&found, Some(node)).inspect_err(|_| self.unmake(node))?;
                return Ok(self.add_open(Open::File { node, position: 0, opening }));
            }
            None => return Err(Errno::NO_ENTRY.into()),
        };
        let view = self.state.view(node).ok_or(Errno::NO_ENTRY)?;
        match view.kind {
            FileKind::Folder => return Err(Errno::IS_A_FOLDER.into()),
            FileKind::Link => return Err(Errno::TOO_MANY_LINKS.into()),
            FileKind::Other if view.device.is_none() => {
                return Err(Refusal::Incomplete(format!("{path}, which is no regular file")));
            }
            _ => {}
        }
        self.may(node, u32::from(opening.read) << 2 | u32::from(opening.write) << 1)?;
        if opening.truncate && view.device.is_none() {
            self.set_content(node, Vec::new());
        }
        Ok(self.add_open(Open::File { node, position: 0, opening }))
    }

    /// Takes a new file back that got no name.
    pub(super) fn unmake(&mut self, node: NodeId) {
        if let Some(state) = self.change() {
            state.nodes.remove(&node);
        }
    }

    pub(super) fn set_content(&mut self, node: NodeId, bytes: Vec<u8>) {
        self.writes(Place::new(node.0, CONTENT));
        let now = self.caller.now;
        if let Some(node) = self.change_node(node) {
            node.body = Body::File(Some(Rc::new(Content { bytes, hash: OnceCell::new() })));
            node.modified = now;
        }
    }

    pub(super) fn close(&mut self, number: i32) -> Result<Answer, Refusal> {
        self.writes(position_place(number));
        let node = match self.state.open.get(&number) {
            Some(Open::File { node, .. } | Open::Folder { node, .. }) => *node,
            None => return Err(Errno::BAD_FILE.into()),
        };
        if let Some(state) = self.change() {
            state.open.remove(&number);
        }
        self.forget(node);
        Ok(Answer::Done)
    }

    /// The file that a number stands for, its position, and how it was opened.
    pub(super) fn opened(&mut self, number: i32) -> Result<(NodeId, u64, Opening), Refusal> {
        self.reads(position_place(number));
        match self.state.open.get(&number) {
            Some(Open::File { node, position, opening }) => Ok((*node, *position, *opening)),
            Some(Open::Folder { .. }) => Err(Errno::IS_A_FOLDER.into()),
            None => Err(Errno::BAD_FILE.into()),
        }
    }

    pub(super) fn device(&self, node: NodeId) -> Option<Device> {
        self.state.start.node(node).and_then(|host: Arc<HostNode>| host.device)
    }

    pub(super) fn move_to(&mut self, number: i32, target: u64) {
        let Some(Open::File { position, .. }) = self.state.open.get(&number) else { return };
        if *position == target {
            return;
        }
        self.writes(position_place(number));
        if let Some(state) = self.change()
            && let Some(Open::File { position, .. }) = state.open.get_mut(&number)
        {
            *position = target;
        }
    }

    pub(super) fn read(&mut self, number: i32, at: Option<u64>, count: usize) -> Result<Vec<u8>, Refusal> {
        if number == 0 {
            return Ok(self.read_input(count));
        }
        // Each thread has random bytes of its own: no other can tell.
        if let Some(Open::File { node, .. }) = self.state.open.get(&number)
            && self.device(*node) == Some(Device::Random)
        {
            return Ok(self.read_random(count));
        }
        let (node, position, opening) = self.opened(number)?;
        if !opening.read {
            return Err(Errno::BAD_FILE.into());
        }
        if self.device(node).is_some() {
            return Ok(Vec::new());
        }
        self.reads_of(node, CONTENT);
        let from = at.unwrap_or(position);
        let bytes = self.state.with_bytes(node, |bytes| {
            let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
            let to = from.saturating_add(count).min(bytes.len());
            bytes[from..to].to_vec()
        })?;
        if at.is_none() {
            self.move_to(number, position + bytes.len() as u64);
        }
        Ok(bytes)
    }

    pub(super) fn read_input(&mut self, count: usize) -> Vec<u8> {
        let place = Place::new(0, INPUT);
        self.reads(place);
        let rest = self.state.input.get(self.state.input_read..).unwrap_or(&[]);
        let taken = rest[..count.min(rest.len())].to_vec();
        if !taken.is_empty() {
            self.writes(place);
            if let Some(state) = self.change() {
                state.input_read += taken.len();
            }
        }
        taken
    }

    /// The same bytes in the same order for each thread, whatever others read.
    pub(super) fn read_random(&mut self, count: usize) -> Vec<u8> {
        let path = self.caller.path;
        let read = self.state.random.get(&path).copied().unwrap_or(0);
        if let Some(state) = self.change() {
            state.random.insert(path, read + count as u64);
        }
        let byte = |index: u64| xxh3_64_with_seed(&index.to_le_bytes(), u64::from(path)) as u8;
        (read..read + count as u64).map(byte).collect()
    }

    pub(super) fn write(&mut self, number: i32, at: Option<u64>, bytes: &[u8]) -> Result<Answer, Refusal> {
        let (node, position, opening) = self.opened(number)?;
        if !opening.write {
            return Err(Errno::BAD_FILE.into());
        }
        let written = Answer::Number(bytes.len() as u64);
        if self.device(node).is_some() || bytes.is_empty() {
            return Ok(written);
        }
        self.writes(Place::new(node.0, CONTENT));
        // An append goes to the end even where a position is given.
        let from = if opening.append { self.state.size(node) } else { at.unwrap_or(position) };
        let end = from.checked_add(bytes.len() as u64).ok_or(Errno::INVALID)?;
        if self.happens {
            self.own_content(node)?;
            let now = self.caller.now;
            if let Some(changed) = self.change_node(node) {
                changed.modified = now;
                if let Body::File(Some(content)) = &mut changed.body {
                    let content = Rc::make_mut(content);
                    content.hash = OnceCell::new();
                    if (content.bytes.len() as u64) < end {
                        content.bytes.resize(end as usize, 0);
                    }
                    content.bytes[from as usize..end as usize].copy_from_slice(bytes);
                }
            }
        }
        if at.is_none() {
            self.move_to(number, end);
        }
        Ok(written)
    }

    /// Takes the bytes of a file of the host over into the run.
    pub(super) fn own_content(&mut self, node: NodeId) -> Result<(), Refusal> {
        if let Some(Node { body: Body::File(Some(_)), .. }) = self.state.nodes.get(&node).map(Rc::as_ref) {
            return Ok(());
        }
        let bytes = self.state.with_bytes(node, <[u8]>::to_vec)?;
        if let Some(changed) = self.change_node(node) {
            changed.body = Body::File(Some(Rc::new(Content { bytes, hash: OnceCell::new() })));
        }
        Ok(())
    }

    pub(super) fn seek(&mut self, number: i32, seek: Seek) -> Result<Answer, Refusal> {
        if (0..=2).contains(&number) {
            return Err(Errno::ILLEGAL_SEEK.into());
        }
        let (_, position, _) = self.opened(number)?;
        let target = match seek {
            Seek::To(target) => Some(target).filter(|target| *target <= i64::MAX as u64),
            Seek::By(distance) => position.checked_add_signed(distance),
        };
        let target = target.ok_or(Errno::INVALID)?;
        self.move_to(number, target);
        Ok(Answer::Moved(position, target))
    }

    pub(super) fn left(&mut self, number: i32) -> Result<Answer, Refusal> {
        if number == 0 {
            self.reads(Place::new(0, INPUT));
            let left = self.state.input.len().saturating_sub(self.state.input_read);
            return Ok(Answer::Number(left as u64));
        }
        let (node, position, _) = self.opened(number)?;
        self.reads_of(node, CONTENT);
        Ok(Answer::Number(self.state.size(node).saturating_sub(position)))
    }

    pub(super) fn set_length(&mut self, number: i32, moves: bool, length: u64) -> Result<Answer, Refusal> {
        let (node, position, opening) = self.opened(number)?;
        if !opening.write || length > i64::MAX as u64 {
            return Err(Errno::INVALID.into());
        }
        self.writes(Place::new(node.0, CONTENT));
        if self.happens {
            let mut bytes = self.state.with_bytes(node, <[u8]>::to_vec)?;
            bytes.resize(length as usize, 0);
            self.set_content(node, bytes);
        }
        if moves && position > length {
            self.move_to(number, length);
        }
        Ok(Answer::Done)
    }

    pub(super) fn copy(&mut self, from: i32, to: i32, part: Option<(u64, u64)>) -> Result<Answer, Refusal> {
        let (at, count) = part.map_or((None, usize::MAX), |(at, count)| (Some(at), count as usize));
        let bytes = self.read(from, at, count)?;
        self.write(to, None, &bytes)
    }
}
