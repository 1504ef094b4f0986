//! The host's files as they were at the start, for all runs of a program, on all OS threads.
//!
//! Whatever is looked at is looked at once and kept, content and all. What may be looked at are the class path, the
//! program's folder, the current one, the JDK, what the user adds, and what symbolic links that were met among these lead
//! to. Of everything else only the truth that it is not there is told; what is there is refused, since it must not seem missing.

use super::own::NodeId;
use super::{Errno, FileKind, Refusal};
use rustc_hash::FxHashMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The folder of temporary files. The run's own is empty.
pub const TEMPORARY: &str = "/tmp";

/// Files that every world has of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// `/dev/null`.
    Null,
    /// `/dev/random` and `/dev/urandom`.
    Random,
}

const DEVICES: &[(&str, Device)] =
    &[("/dev/null", Device::Null), ("/dev/random", Device::Random), ("/dev/urandom", Device::Random)];

/// What the host has under a path, links not followed.
#[derive(Debug)]
pub struct HostNode {
    /// The path, without links and dots.
    pub path: PathBuf,
    pub kind: FileKind,
    pub device: Option<Device>,
    pub link: Option<String>,
    pub mode: u32,
    pub user: u32,
    pub group: u32,
    pub links: u32,
    pub size: u64,
    pub modified: i64,
    content: Mutex<Option<Arc<Vec<u8>>>>,
}

/// The host as it was at the start.
#[derive(Debug)]
pub struct Start {
    directory: String,
    jdk: Option<PathBuf>,
    /// What links lead to that may be read, and whether those are the JDK's.
    linked: Mutex<Vec<(PathBuf, bool)>>,
    readable: Vec<PathBuf>,
    user: u32,
    group: u32,
    nodes: Mutex<FxHashMap<PathBuf, Option<Arc<HostNode>>>>,
    names: Mutex<FxHashMap<PathBuf, Arc<Vec<String>>>>,
    by_id: Mutex<FxHashMap<NodeId, Arc<HostNode>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The last change of a file, in nanoseconds since 1970.
pub(super) fn modified(data: &Metadata) -> i64 {
    data.mtime().saturating_mul(1_000_000_000).saturating_add(data.mtime_nsec())
}

/// The kind of a file.
pub(super) fn kind(data: &Metadata) -> FileKind {
    let kind = data.file_type();
    if kind.is_symlink() {
        FileKind::Link
    } else if kind.is_dir() {
        FileKind::Folder
    } else if kind.is_file() {
        FileKind::File
    } else {
        FileKind::Other
    }
}

/// Whose rights the process has: user and group.
pub(super) fn rights() -> (u32, u32) {
    std::fs::metadata("/proc/self").map_or((0, 0), |data| (data.uid(), data.gid()))
}

/// Which rights a user and group have to a file, of reading (4), writing (2) and executing (1).
pub(super) fn granted(rights: (u32, u32), mode: u32, owner: u32, group: u32) -> u32 {
    if rights.0 == 0 {
        return 0o6 | u32::from(mode & 0o111 != 0);
    }
    let shift = if rights.0 == owner {
        6
    } else if rights.1 == group {
        3
    } else {
        0
    };
    mode >> shift & 0o7
}

impl Start {
    /// The host now, as far as these folders and files, the run's folder and the JDK may be read. The run's folder, in
    /// which relative paths begin, is the current one if not given.
    pub fn new(directory: Option<PathBuf>, readable: &[PathBuf], jdk: Option<PathBuf>) -> Start {
        let directory = directory.or_else(|| std::env::current_dir().ok());
        let directory = directory.unwrap_or_else(|| PathBuf::from("/"));
        let mut roots: Vec<PathBuf> = Vec::new();
        for path in readable.iter().chain(&jdk) {
            let absolute = directory.join(path);
            roots.extend(std::fs::canonicalize(&absolute));
            roots.push(absolute);
        }
        // From the root of all, everything could be reached without being asked for.
        if directory.parent().is_some() {
            roots.push(directory.clone());
        }
        roots.sort();
        roots.dedup();
        let (user, group) = rights();
        Start {
            directory: directory.display().to_string(),
            jdk: jdk.map(|jdk| std::fs::canonicalize(&jdk).unwrap_or(jdk)),
            linked: Mutex::default(),
            readable: roots,
            user,
            group,
            nodes: Mutex::default(),
            names: Mutex::default(),
            by_id: Mutex::default(),
        }
    }

    /// The folder that relative paths begin in.
    pub fn directory(&self) -> &str {
        &self.directory
    }

    /// Whose rights runs have.
    pub(super) fn rights(&self) -> (u32, u32) {
        (self.user, self.group)
    }

    /// Whether a path may be read.
    pub(super) fn may_read(&self, path: &Path) -> bool {
        self.readable.iter().any(|root| path.starts_with(root))
            || lock(&self.linked).iter().any(|(linked, _)| path.starts_with(linked))
    }

    /// Whether a path is a folder on the way to what may be read, or to what every world has.
    pub(super) fn is_on_the_way(&self, path: &Path) -> bool {
        let linked = lock(&self.linked);
        let ways = self.readable.iter().chain(linked.iter().map(|(path, _)| path)).map(PathBuf::as_path);
        let own = DEVICES.iter().map(|(device, _)| Path::new(device)).chain([Path::new(TEMPORARY)]);
        ways.chain(own).any(|root| root.starts_with(path))
    }

    /// Whether a path is one of the JDK's.
    pub(super) fn is_of_jdk(&self, path: &Path) -> bool {
        self.jdk.as_ref().is_some_and(|jdk| path.starts_with(jdk))
            || lock(&self.linked).iter().any(|(linked, of_jdk)| *of_jdk && path.starts_with(linked))
    }

    /// What is under a path, links not followed.
    pub(super) fn look(&self, path: &Path) -> Option<Arc<HostNode>> {
        if let Some(known) = lock(&self.nodes).get(path) {
            return known.clone();
        }
        let device = DEVICES.iter().find(|(name, _)| Path::new(name) == path).map(|(_, device)| *device);
        let found = match (std::fs::symlink_metadata(path), device) {
            (_, Some(device)) => Some(HostNode {
                path: path.to_owned(),
                kind: FileKind::Other,
                device: Some(device),
                link: None,
                mode: 0o666,
                user: 0,
                group: 0,
                links: 1,
                size: 0,
                modified: 0,
                content: Mutex::default(),
            }),
            (Ok(data), None) => Some(HostNode {
                path: path.to_owned(),
                kind: kind(&data),
                device: None,
                link: std::fs::read_link(path).ok().map(|link| link.display().to_string()),
                mode: data.mode() & 0o7777,
                user: data.uid(),
                group: data.gid(),
                links: data.nlink() as u32,
                size: data.len(),
                modified: modified(&data),
                content: Mutex::default(),
            }),
            (Err(_), None) => None,
        };
        let found = found.map(Arc::new);
        if let Some(link) = found.as_ref().and_then(|found| found.link.as_ref())
            && self.may_read(path)
        {
            let of_jdk = self.is_of_jdk(path);
            let targets = [Some(path.with_file_name("").join(link)), std::fs::canonicalize(path).ok()];
            lock(&self.linked).extend(targets.into_iter().flatten().map(|target| (target, of_jdk)));
        }
        // Another OS thread may have looked at the same time: the first look counts.
        let kept = lock(&self.nodes).entry(path.to_owned()).or_insert(found).clone();
        if let Some(node) = &kept {
            lock(&self.by_id).entry(NodeId::of_host(path)).or_insert_with(|| Arc::clone(node));
        }
        kept
    }

    /// A file of the host that was looked at.
    pub(super) fn node(&self, id: NodeId) -> Option<Arc<HostNode>> {
        lock(&self.by_id).get(&id).cloned()
    }

    /// The names in a folder, in order.
    pub(super) fn names(&self, path: &Path) -> Result<Arc<Vec<String>>, Errno> {
        if let Some(known) = lock(&self.names).get(path) {
            return Ok(Arc::clone(known));
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(path)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(Arc::clone(lock(&self.names).entry(path.to_owned()).or_insert_with(|| Arc::new(names))))
    }

    /// The content of a file; it must be what it was when the file was first looked at.
    pub(super) fn content(&self, node: &HostNode) -> Result<Arc<Vec<u8>>, Refusal> {
        let mut content = lock(&node.content);
        if let Some(known) = &*content {
            return Ok(Arc::clone(known));
        }
        let read = std::fs::read(&node.path).map_err(Errno::from)?;
        let now = std::fs::symlink_metadata(&node.path).map_err(Errno::from)?;
        if read.len() as u64 != node.size || modified(&now) != node.modified {
            let path = node.path.display();
            return Err(Refusal::Incomplete(format!("{path}, which changes while the program is checked")));
        }
        Ok(Arc::clone(content.insert(Arc::new(read))))
    }

    /// The files whose content was read, but those of the JDK: by their paths, which begin in the run's folder where they
    /// lie there, and the hashes of what they held.
    pub fn inputs(&self) -> Vec<(String, String)> {
        let nodes: Vec<Arc<HostNode>> = lock(&self.nodes).values().flatten().cloned().collect();
        let mut inputs: Vec<(String, String)> = nodes
            .iter()
            .filter(|node| !self.is_of_jdk(&node.path))
            .filter_map(|node| {
                let content = lock(&node.content).clone()?;
                let path = node.path.strip_prefix(&self.directory).unwrap_or(&node.path);
                Some((path.display().to_string(), content_hash(&content)))
            })
            .collect();
        inputs.sort();
        inputs
    }
}

/// The hash of a file's content, as [`Start::inputs`] tells it.
pub fn content_hash(content: &[u8]) -> String {
    format!("{:032x}", xxh3_128(content))
}

impl NodeId {
    /// The number of a file of the host.
    pub(super) fn of_host(path: &Path) -> NodeId {
        NodeId(xxh3_64(path.as_os_str().as_encoded_bytes()) | 1)
    }
}
