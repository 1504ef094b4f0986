//! Interned texts: every token, operator name and sort name is one small number, so that the grammar and the
//! tables compare numbers. The table lives as long as the process, like a compiler's; numbers are handed out
//! in the order of first use and never decide an order that a user can see.

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Mutex, OnceLock};

/// An interned text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

#[derive(Default)]
struct Table {
    numbers: FxHashMap<&'static str, u32>,
    texts: Vec<&'static str>,
}

fn table() -> &'static Mutex<Table> {
    static TABLE: OnceLock<Mutex<Table>> = OnceLock::new();
    TABLE.get_or_init(Mutex::default)
}

fn locked() -> std::sync::MutexGuard<'static, Table> {
    // A panic elsewhere cannot leave the table half written: both pushes happen at the end.
    table().lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Name {
    /// The name with this text.
    pub fn new(text: &str) -> Name {
        let mut table = locked();
        if let Some(&number) = table.numbers.get(text) {
            return Name(number);
        }
        let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
        let number = table.texts.len() as u32;
        table.texts.push(kept);
        table.numbers.insert(kept, number);
        Name(number)
    }

    /// The text of the name.
    pub fn text(self) -> &'static str {
        locked().texts[self.0 as usize]
    }

    /// The number, for tables indexed by name.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Name {
        Name(index as u32)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.text())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
