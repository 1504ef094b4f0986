//! What `cargo xtask bench rewrite` runs: the programs, and random sequences of states for conformance.

use crate::conform::Reachability;
use crate::interpreter::{Interpreter, Loader, Options};
use crate::names::Name;

/// A program whose one command is measured: its name, and its text. Maude runs the same text.
pub const PROGRAMS: [(&str, &str); 7] = [
    ("peano-fibonacci", include_str!("../../../benches/maude/peano-fibonacci.maude")),
    ("peano-ackermann", include_str!("../../../benches/maude/peano-ackermann.maude")),
    ("nat-fibonacci", include_str!("../../../benches/maude/nat-fibonacci.maude")),
    ("quicksort", include_str!("../../../benches/maude/quicksort.maude")),
    ("multiset-sort", include_str!("../../../benches/maude/multiset-sort.maude")),
    ("philosophers", include_str!("../../../benches/maude/philosophers.maude")),
    ("abp-bounded", include_str!("../../../examples/maude/abp-bounded.maude")),
];

/// A protocol whose sequences are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The simple communication protocol.
    Scp,
    /// The alternating bit protocol; sequences keep its queues within three elements.
    Abp,
}

impl Protocol {
    /// The name of its module.
    pub fn module(self) -> &'static str {
        match self {
            Protocol::Scp => "SCP",
            Protocol::Abp => "ABP",
        }
    }

    /// The specification, which real Maude can load too.
    pub fn source(self) -> &'static str {
        match self {
            Protocol::Scp => include_str!("../../../examples/maude/scp.maude"),
            Protocol::Abp => include_str!("../../../examples/maude/abp.maude"),
        }
    }

    /// A fresh theory to ask questions about.
    pub fn reachability(self) -> Option<Reachability> {
        let mut interpreter = Interpreter::new(Options::default());
        interpreter.run(self.module(), self.source(), &mut Embedded, &mut std::io::sink()).ok()?;
        let database = interpreter.database();
        let id = database.find(Name::new(self.module()))?;
        Some(Reachability::new(crate::modules::Theory::clone(database.theory(id)?)))
    }

    /// Whether a state is small enough to go on from.
    fn is_small(self, text: &str) -> bool {
        let queue = |label: &str, end: &str| {
            let Some(at) = text.find(label) else { return 0 };
            let rest = &text[at..];
            rest[..rest.find(end).unwrap_or(rest.len())].matches('|').count()
        };
        !text.contains("d(5)")
            && (self == Protocol::Scp || (queue("dc:", " ac:") < 3 && text.matches('|').count() < 9))
    }
}

/// The specifications load each other by these names.
struct Embedded;

impl Loader for Embedded {
    fn load(&mut self, name: &str, _from: &str) -> Option<(String, String)> {
        let text = match name {
            "scp" => Protocol::Scp.source(),
            "abp" => Protocol::Abp.source(),
            _ => return None,
        };
        Some((format!("{name}.maude"), text.to_owned()))
    }
}

/// Random walks of a protocol as texts, one state after the other; each state is one or two steps from the one
/// before, and differs from it.
#[derive(Debug)]
pub struct Walk {
    protocol: Protocol,
    theory: Reachability,
    seed: u64,
}

impl Walk {
    /// A walk that is the same for the same seed.
    pub fn new(protocol: Protocol, seed: u64) -> Option<Walk> {
        Some(Walk { protocol, theory: protocol.reachability()?, seed })
    }

    fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed
    }

    /// The next sequence of this many states.
    pub fn sequence(&mut self, length: usize) -> Vec<String> {
        let mut states = Vec::with_capacity(length);
        let Ok(Ok(mut state)) = self.theory.state("init") else { return states };
        states.push(self.theory.text(state));
        while states.len() < length {
            let steps = 1 + self.random() % 2;
            let mut next = state;
            for _ in 0..steps {
                let Ok(successors) = self.theory.successors(next) else { return states };
                let successors = successors.to_vec();
                for _ in 0..4 {
                    let choice = successors[(self.random() % successors.len() as u64) as usize];
                    if self.protocol.is_small(&self.theory.text(choice)) {
                        next = choice;
                        break;
                    }
                }
            }
            if next != state {
                state = next;
                states.push(self.theory.text(state));
            }
        }
        states
    }
}
