//! The platform's errors: their numbers on Linux, and their words.

use std::io::{Error, ErrorKind};

/// The number of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errno(pub i32);

#[expect(missing_docs, reason = "named as the platform names them")]
impl Errno {
    pub const NOT_PERMITTED: Errno = Errno(1);
    pub const NO_ENTRY: Errno = Errno(2);
    pub const INPUT_OUTPUT: Errno = Errno(5);
    pub const BAD_FILE: Errno = Errno(9);
    pub const NO_ACCESS: Errno = Errno(13);
    pub const EXISTS: Errno = Errno(17);
    pub const NOT_A_FOLDER: Errno = Errno(20);
    pub const IS_A_FOLDER: Errno = Errno(21);
    pub const INVALID: Errno = Errno(22);
    pub const ILLEGAL_SEEK: Errno = Errno(29);
    pub const NAME_TOO_LONG: Errno = Errno(36);
    pub const NOT_EMPTY: Errno = Errno(39);
    pub const TOO_MANY_LINKS: Errno = Errno(40);

    /// The words of the platform.
    pub fn text(self) -> String {
        let known = match self.0 {
            1 => "Operation not permitted",
            2 => "No such file or directory",
            5 => "Input/output error",
            9 => "Bad file descriptor",
            13 => "Permission denied",
            16 => "Device or resource busy",
            17 => "File exists",
            18 => "Invalid cross-device link",
            20 => "Not a directory",
            21 => "Is a directory",
            22 => "Invalid argument",
            28 => "No space left on device",
            29 => "Illegal seek",
            30 => "Read-only file system",
            36 => "File name too long",
            39 => "Directory not empty",
            40 => "Too many levels of symbolic links",
            95 => "Operation not supported",
            _ => "",
        };
        if !known.is_empty() {
            return known.to_owned();
        }
        let text = Error::from_raw_os_error(self.0).to_string();
        // The standard library adds the number.
        text.split(" (os error").next().unwrap_or(&text).to_owned()
    }
}

impl From<Error> for Errno {
    fn from(error: Error) -> Errno {
        match (error.raw_os_error(), error.kind()) {
            (Some(number), _) => Errno(number),
            (None, ErrorKind::NotFound) => Errno::NO_ENTRY,
            (None, ErrorKind::InvalidInput) => Errno::INVALID,
            (None, _) => Errno::INPUT_OUTPUT,
        }
    }
}
