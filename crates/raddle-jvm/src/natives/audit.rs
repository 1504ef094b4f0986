//! Looking over the shoulder of natives: what each call touches of words that others can reach is compared with what its
//! method said. Only tests do this.

use super::footprint::Footprint;
use crate::classes::class_file::access::FINAL;
use crate::library::Method;
use crate::machine::pending::Spot;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::{Access, Place, Touch};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What was seen of native methods.
#[derive(Default, Debug)]
pub struct Audit {
    /// Those that were called, with class and descriptor.
    pub called: BTreeSet<String>,
    /// What they touched and did not say.
    pub unsaid: BTreeSet<String>,
    /// What calls that are under way have touched before they came to call others.
    under_way: Vec<Vec<(Spot, Access)>>,
}

impl Machine {
    /// Calls a native method and keeps what it did not say.
    pub(crate) fn call_audited(
        &mut self,
        audit: &Rc<RefCell<Audit>>,
        thread: &mut Thread,
        method: &Method,
        arguments: &[u64],
    ) -> Result<u64, Trap> {
        let Some(native) = method.native else { return Ok(0) };
        let library = Rc::clone(&self.library);
        let is_inner = !audit.borrow().under_way.is_empty();
        if is_inner {
            let before = self.heap.take_observed(&library, false);
            audit.borrow_mut().under_way.last_mut().into_iter().for_each(|own| own.extend(before.iter()));
        }
        let said = match native.footprint {
            Footprint::Private(_) => Vec::new(),
            footprint => footprint.describe(self, thread, arguments).touches,
        };
        audit.borrow_mut().under_way.push(Vec::new());
        self.heap.begin_observing();
        let result = (native.call)(self, thread, arguments);
        let mut touched = self.heap.take_observed(&library, false);
        let mut audit = audit.borrow_mut();
        touched.extend(audit.under_way.pop().unwrap_or_default());
        if is_inner {
            self.heap.begin_observing();
        }
        let name = format!("{}{}", library.method_name(method.id), library.text(method.descriptor));
        // Whole blocks of memory are said, and touched, byte by byte.
        let mut said_of: FxHashMap<Place, Access> = FxHashMap::default();
        for Touch { place, access } in said {
            let known = said_of.entry(place).or_insert(access);
            *known = access.max(*known);
        }
        let says_everything = said_of.contains_key(&Place::EVERYTHING);
        for (spot, access) in touched {
            // Who enters something into a book says that he reads it, until somebody looks.
            let access = self.book_entry(spot).map_or(access, |touch| touch.access);
            let is_said = says_everything || said_of.get(&spot.place).is_some_and(|said| *said >= access);
            // What a class knows of itself is filled in by whoever comes first, and its constants never change.
            let is_table = !spot.object.is_null()
                && self.heap.class_of(spot.object) == self.core.class
                && (spot.part < u32::from(self.static_word(0))
                    || self
                        .field_in_word(spot.object, spot.part)
                        .is_some_and(|field| field.access & FINAL != 0));
            if !is_table && !is_said {
                let class = if spot.object.is_null() {
                    "memory".to_owned()
                } else {
                    self.external_name(self.heap.class_of(spot.object))
                };
                let field = (!spot.object.is_null())
                    .then(|| self.field_in_word(spot.object, spot.part).map(|field| library.text(field.name)))
                    .flatten();
                audit.unsaid.insert(format!("{name}: {access:?} of {class}.{}", field.unwrap_or("[]")));
            }
        }
        audit.called.insert(name);
        result
    }
}
