//! Looking paths up in a world of its own: name by name, through links, as the platform does; and listing folders.

use super::own::{Effects, NodeId};
use super::{Errno, FileKind, Refusal};
use std::collections::VecDeque;
use std::path::Path;

/// How many symbolic links a path may lead through.
const MOST_LINKS: u32 = 40;
/// How long a name may be.
const LONGEST_NAME: usize = 255;

/// Where a path leads.
pub(super) struct Found {
    /// The folder and the name in it; none for the root, and for what dots lead to.
    pub name: Option<(NodeId, String)>,
    /// What is there.
    pub node: Option<NodeId>,
    /// The path without links and dots.
    pub path: String,
}

fn parts(path: &str) -> impl DoubleEndedIterator<Item = String> {
    path.split('/').filter(|name| !name.is_empty() && *name != ".").map(str::to_owned)
}

impl Effects<'_> {
    /// What a path leads to; a link at its end is followed if wanted. Only the last name may be missing.
    pub(super) fn look_up(&mut self, path: &str, follow: bool) -> Result<Found, Refusal> {
        if path.is_empty() {
            return Err(Errno::NO_ENTRY.into());
        }
        let root = NodeId::of_host(Path::new("/"));
        self.state.start.look(Path::new("/"));
        let start =
            if path.starts_with('/') { String::new() } else { self.state.start.directory().to_owned() };
        let mut left: VecDeque<String> = parts(&start).chain(parts(path)).collect();
        let mut way: Vec<(NodeId, String)> = Vec::new();
        let mut links = 0;
        while let Some(name) = left.pop_front() {
            let folder = way.last().map_or(root, |(node, _)| *node);
            if self.state.view(folder).is_none_or(|view| view.kind != FileKind::Folder) {
                return Err(Errno::NOT_A_FOLDER.into());
            }
            if name == ".." {
                way.pop();
                continue;
            }
            if name.len() > LONGEST_NAME {
                return Err(Errno::NAME_TOO_LONG.into());
            }
            let Some(node) = self.child(folder, &name, path)? else {
                if !left.is_empty() {
                    return Err(Errno::NO_ENTRY.into());
                }
                let path = joined(&way, Some(&name));
                return Ok(Found { name: Some((folder, name)), node: None, path });
            };
            let link = self.state.view(node).and_then(|view| view.link);
            if let Some(link) = link.filter(|_| follow || !left.is_empty()) {
                links += 1;
                if links > MOST_LINKS {
                    return Err(Errno::TOO_MANY_LINKS.into());
                }
                parts(&link).rev().for_each(|part| left.push_front(part));
                if link.starts_with('/') {
                    way.clear();
                }
                continue;
            }
            way.push((node, name));
        }
        let path = joined(&way, None);
        let Some((node, name)) = way.pop() else {
            return Ok(Found { name: None, node: Some(root), path });
        };
        let folder = way.last().map_or(root, |(node, _)| *node);
        Ok(Found { name: Some((folder, name)), node: Some(node), path })
    }

    /// What a name in a folder leads to; `asked` is the path that was asked for.
    fn child(&mut self, folder: NodeId, name: &str, asked: &str) -> Result<Option<NodeId>, Refusal> {
        let host = self.state.start.node(folder);
        let can_change = host.as_ref().is_none_or(|host| {
            self.state.start.may_read(&host.path) || host.path == Path::new(super::start::TEMPORARY)
        });
        if can_change && !self.is_fixed(folder) {
            self.reads_name(folder, name);
        }
        if let Some(changed) = self.state.changed_name(folder, name) {
            return Ok(changed);
        }
        let Some(host) = host else { return Ok(None) };
        let path = host.path.join(name);
        let start = &self.state.start;
        if start.look(&path).is_none() {
            return Ok(None);
        }
        if start.may_read(&path) || start.is_on_the_way(&path) {
            return Ok(Some(NodeId::of_host(&path)));
        }
        Err(Refusal::Incomplete(format!(
            "the file {asked}, which lies outside of what may be read (--allow-read {asked})"
        )))
    }

    /// What a name in a folder led to at the start.
    pub(super) fn host_name(&self, folder: NodeId, name: &str) -> Option<NodeId> {
        let path = self.state.start.node(folder)?.path.join(name);
        self.state.start.look(&path).map(|_| NodeId::of_host(&path))
    }

    /// The names in a folder, in order.
    pub(super) fn names_in(&mut self, folder: NodeId) -> Result<Vec<String>, Refusal> {
        self.reads_list(folder);
        let mut names: Vec<String> = Vec::new();
        if let Some(host) = self.state.start.node(folder) {
            let start = &self.state.start;
            if !start.may_read(&host.path) {
                let path = host.path.display();
                return Err(Refusal::Incomplete(format!(
                    "the names in {path}, which lies outside of what may be read (--allow-read {path})"
                )));
            }
            names.extend(start.names(&host.path)?.iter().cloned());
        }
        for (name, node) in self.state.changed_names(folder) {
            match (names.iter().position(|known| known == name), node) {
                (None, Some(_)) => names.push(name.to_owned()),
                (Some(index), None) => drop(names.remove(index)),
                _ => {}
            }
        }
        names.sort();
        Ok(names)
    }
}

fn joined(way: &[(NodeId, String)], last: Option<&str>) -> String {
    let names = way.iter().map(|(_, name)| name.as_str()).chain(last);
    let path: String = names.flat_map(|name| ["/", name]).collect();
    if path.is_empty() { "/".to_owned() } else { path }
}
