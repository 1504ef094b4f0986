//! A cursor over the bytes of a class file: big-endian numbers, and an error with the offset where they end.

use super::class_file::Attribute;
use std::fmt;

/// What is wrong with a class file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassError {
    /// The offset into the file at which it was noticed.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

impl ClassError {
    /// An error at an offset.
    pub fn new(offset: usize, message: impl Into<String>) -> ClassError {
        ClassError { offset, message: message.into() }
    }
}

impl fmt::Display for ClassError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (at offset {})", self.message, self.offset)
    }
}

impl std::error::Error for ClassError {}

/// A cursor over bytes.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// A cursor at the start.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// A cursor at an offset.
    pub fn at(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    /// Where the cursor stands.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Whether everything has been read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], ClassError> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let Some(end) = end else {
            return Err(ClassError::new(
                self.at,
                format!("the file ends where {count} more bytes are needed"),
            ));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// Leaves bytes out.
    pub fn skip(&mut self, count: usize) -> Result<(), ClassError> {
        self.take(count).map(|_| ())
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8, ClassError> {
        Ok(self.take(1)?[0])
    }

    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16, ClassError> {
        let taken = self.take(2)?;
        Ok(u16::from_be_bytes([taken[0], taken[1]]))
    }

    /// Four bytes.
    pub fn u32(&mut self) -> Result<u32, ClassError> {
        let taken = self.take(4)?;
        Ok(u32::from_be_bytes([taken[0], taken[1], taken[2], taken[3]]))
    }

    /// A table of attributes.
    pub fn attributes(&mut self) -> Result<Vec<Attribute>, ClassError> {
        let count = self.u16()?;
        let mut attributes = Vec::with_capacity(usize::from(count.min(16)));
        for _ in 0..count {
            let name = self.u16()?;
            let length = self.u32()? as usize;
            let start = self.at;
            self.skip(length)?;
            attributes.push(Attribute { name, range: start..self.at });
        }
        Ok(attributes)
    }

    /// Eight bytes.
    pub fn u64(&mut self) -> Result<u64, ClassError> {
        Ok((u64::from(self.u32()?) << 32) | u64::from(self.u32()?))
    }
}
