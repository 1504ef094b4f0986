//! The JDK's `lib/modules`: a perfect hash from `/module/package/Name.class` to bytes.
//!
//! Only the index is read at once; the content of a resource is read when it is asked for.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_BYTES: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// An open `lib/modules`.
pub struct Image {
    file: File,
    table_length: usize,
    index: Vec<u8>,
    locations: usize,
    strings: usize,
    content: u64,
    modules: RefCell<FxHashMap<Box<str>, Option<Box<str>>>>,
}

/// Where a resource lies.
struct Location {
    offset: u64,
    compressed: u64,
    size: u64,
}

fn bad(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn hash(text: &str, seed: u32) -> u32 {
    text.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte)) & 0x7FFF_FFFF
}

impl Image {
    /// Opens the file and reads its index.
    pub fn open(path: &Path) -> io::Result<Image> {
        let file = File::open(path)?;
        let mut header = [0u8; HEADER_BYTES];
        file.read_exact_at(&mut header, 0)?;
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if word(0) != MAGIC {
            return Err(bad("not a little-endian jimage"));
        }
        let table_length = word(16) as usize;
        let locations_size = word(20) as usize;
        let strings_size = word(24) as usize;
        let size =
            table_length.checked_mul(8).and_then(|size| size.checked_add(locations_size + strings_size));
        let size = size.filter(|size| *size as u64 <= file.metadata().map_or(0, |data| data.len()));
        let size = size.ok_or_else(|| bad("the index is longer than the file"))?;
        let mut index = vec![0u8; size];
        file.read_exact_at(&mut index, HEADER_BYTES as u64)?;
        Ok(Image {
            file,
            table_length,
            locations: table_length * 8,
            strings: table_length * 8 + locations_size,
            content: (HEADER_BYTES + size) as u64,
            index,
            modules: RefCell::default(),
        })
    }

    fn word(&self, at: usize) -> Option<u32> {
        let bytes = self.index.get(at..at + 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn string(&self, offset: u64) -> Option<&str> {
        let start = self.strings.checked_add(usize::try_from(offset).ok()?)?;
        let bytes = self.index.get(start..)?;
        let end = bytes.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(&bytes[..end]).ok()
    }

    fn locate(&self, path: &str) -> Option<Location> {
        if self.table_length == 0 {
            return None;
        }
        let length = self.table_length as u32;
        let slot = hash(path, HASH_MULTIPLIER) % length;
        let redirect = self.word(slot as usize * 4)? as i32;
        let slot = match redirect {
            0 => return None,
            1.. => hash(path, redirect as u32) % length,
            _ => (-1 - redirect) as u32,
        };
        let offset = self.word(self.table_length * 4 + slot as usize * 4)? as usize;
        let mut attributes = [0u64; 8];
        let mut at = self.locations + offset;
        loop {
            let byte = *self.index.get(at)?;
            let kind = usize::from(byte >> 3);
            if kind == 0 || kind > 7 {
                break;
            }
            let count = usize::from(byte & 7) + 1;
            let value = self.index.get(at + 1..at + 1 + count)?;
            attributes[kind] = value.iter().fold(0, |value, byte| (value << 8) | u64::from(*byte));
            at += 1 + count;
        }
        let mut rest = path;
        let mut eat = |before: &str, part: &str, after: &str| -> Option<()> {
            if !part.is_empty() {
                rest = rest.strip_prefix(before)?.strip_prefix(part)?.strip_prefix(after)?;
            }
            Some(())
        };
        eat("/", self.string(attributes[1])?, "/")?;
        eat("", self.string(attributes[2])?, "/")?;
        eat("", self.string(attributes[3])?, "")?;
        eat(".", self.string(attributes[4])?, "")?;
        rest.is_empty().then_some(Location {
            offset: attributes[5],
            compressed: attributes[6],
            size: attributes[7],
        })
    }

    /// The resource with a full path, such as `/java.base/java/lang/Object.class`.
    pub fn resource(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(location) = self.locate(path) else { return Ok(None) };
        let stored = if location.compressed == 0 { location.size } else { location.compressed };
        if stored > 1 << 30 {
            return Err(bad("a resource of more than a gigabyte"));
        }
        let mut bytes = vec![0u8; stored as usize];
        let start =
            self.content.checked_add(location.offset).ok_or_else(|| bad("a resource beyond the file"))?;
        self.file.read_exact_at(&mut bytes, start)?;
        if location.compressed == 0 { Ok(Some(bytes)) } else { self.decompress(bytes).map(Some) }
    }

    /// Undoes the compressions that `jlink` stacks on a resource, outermost first.
    fn decompress(&self, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        const COMPRESSED_MAGIC: u32 = 0xCAFE_FAFA;
        const COMPRESSED_HEADER: usize = 29;
        while bytes.len() >= COMPRESSED_HEADER
            && u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) == COMPRESSED_MAGIC
        {
            let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or([0; 8]));
            let uncompressed = long(12);
            let name_offset = u32::from_le_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]);
            let name = self
                .string(u64::from(name_offset))
                .ok_or_else(|| bad("a compressed resource without method"))?;
            match name {
                "zip" => {
                    let packed = &bytes[COMPRESSED_HEADER..];
                    bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(
                        packed,
                        uncompressed as usize,
                    )
                    .map_err(|_| bad("a resource that cannot be decompressed"))?;
                }
                other => return Err(bad(&format!("resources compressed with `{other}` are not supported"))),
            }
        }
        Ok(bytes)
    }

    /// The module that holds a package, written with slashes.
    pub fn module_of_package(&self, package: &str) -> Option<Box<str>> {
        if let Some(known) = self.modules.borrow().get(package) {
            return known.clone();
        }
        let found = self.look_up_module(package);
        self.modules.borrow_mut().insert(package.into(), found.clone());
        found
    }

    fn look_up_module(&self, package: &str) -> Option<Box<str>> {
        let content = self.resource(&format!("/packages/{}", package.replace('/', "."))).ok()??;
        for entry in content.chunks_exact(8) {
            let is_empty = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
            let name = u32::from_le_bytes([entry[4], entry[5], entry[6], entry[7]]);
            if is_empty == 0 {
                return self.string(u64::from(name)).map(Box::from);
            }
        }
        None
    }

    /// The bytes of a class named with slashes.
    pub fn class(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some((package, _)) = name.rsplit_once('/') else { return Ok(None) };
        let Some(module) = self.module_of_package(package) else { return Ok(None) };
        self.resource(&format!("/{module}/{name}.class"))
    }
}
