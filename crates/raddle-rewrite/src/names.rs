//! Interned texts: every token, operator name and sort name is one small number, so that the grammar and the
//! tables compare numbers. The table lives as long as the process, like a compiler's; numbers are handed out
//! in the order of first use and never decide an order that a user can see.

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
    table().lock().unwrap_or_else(PoisonError::into_inner)
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

/// Names that Maude's prelude uses before any file is read, in the order of their first use there: variables are
/// arranged by the age of their names.
const PRELUDE: &str = "E A B C I J N M K Z Q R X Y E' L A' L' S S' P D R' V U PDL H IL SS SSDS OPDS MAS EQS RLS STDS \
                       STDFS ME ME' SMS OMS TMS T O F";

/// When each name came up first in a session; shared by everything that belongs to it.
#[derive(Clone, Debug, Default)]
pub struct TokenOrder(Arc<Mutex<FxHashMap<Name, u32>>>);

impl TokenOrder {
    /// The order of a session that has only read the prelude.
    pub fn after_prelude() -> TokenOrder {
        let order = TokenOrder::default();
        order.add(PRELUDE.split_whitespace().map(Name::new));
        order
    }

    /// Adds names in the order in which they come up.
    pub fn add(&self, names: impl Iterator<Item = Name>) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for name in names {
            let next = places.len() as u32;
            places.entry(name).or_insert(next);
        }
    }

    /// A name's place.
    pub fn place(&self, name: Name) -> Option<u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&name).copied()
    }
}
