//! What `cargo xtask bench rewrite` runs: the programs, and random sequences of states for conformance.

use crate::conform::Reachability;
use crate::interpreter::{Interpreter, Loader, Options};
use crate::names::Name;

/// A program whose one command is measured: its name, and its text. Maude runs the same text.
pub const PROGRAMS: [(&str, &str); 14] = [
    ("peano-fibonacci", include_str!("../../../benches/maude/peano-fibonacci.maude")),
    ("peano-ackermann", include_str!("../../../benches/maude/peano-ackermann.maude")),
    ("nat-fibonacci", include_str!("../../../benches/maude/nat-fibonacci.maude")),
    ("quicksort", include_str!("../../../benches/maude/quicksort.maude")),
    ("multiset-sort", include_str!("../../../benches/maude/multiset-sort.maude")),
    ("philosophers", include_str!("../../../benches/maude/philosophers.maude")),
    ("ltl-philosophers", include_str!("../../../benches/maude/ltl-philosophers.maude")),
    ("ltl-abp", include_str!("../../../benches/maude/ltl-abp.maude")),
    ("ltl-mutex", include_str!("../../../benches/maude/ltl-mutex.maude")),
    ("ltl-counters", include_str!("../../../benches/maude/ltl-counters.maude")),
    ("strategies", include_str!("../../../benches/maude/strategies.maude")),
    ("meta-level", include_str!("../../../benches/maude/meta-level.maude")),
    ("list-splits", include_str!("../../../benches/maude/list-splits.maude")),
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
        Some(Reachability::new(database.theory(id)))
    }

    /// A first state whose data start with this number.
    pub fn start(self, first: u64) -> String {
        let (prefix, buffer, channel) = match self {
            Protocol::Scp => ("scp-", "empty", "empc"),
            Protocol::Abp => ("", "nil", "nil"),
        };
        format!(
            "{{{prefix}sb: true {prefix}data: d({first}) {prefix}rb: true {prefix}buf: {buffer} \
             {prefix}dc: {channel} {prefix}ac: {channel}}}"
        )
    }
}

/// The checker of the examples for a protocol's states, without its own runs; loads after the protocol.
pub fn checker(protocol: Protocol) -> String {
    let text = include_str!("../../../examples/maude/checker.maude");
    let text =
        text.replace("load scp\n", "").replace("pr SCP-DATA", &format!("pr {}-DATA", protocol.module()));
    let end = text.find("  *** A short run").unwrap_or(text.len());
    format!("{}endfm\n", &text[..end])
}

/// The files that programs load, by their names without the ending.
pub fn embedded_files() -> [(&'static str, &'static str); 2] {
    [("scp", Protocol::Scp.source()), ("abp", Protocol::Abp.source())]
}

/// How far the walks of a protocol may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// So many data are delivered at most.
    pub data: usize,
    /// So many elements are in a channel at most.
    pub channel: usize,
}

impl Bounds {
    /// As in the published experiments: four data or five, channels of three.
    pub const PUBLISHED: Bounds = Bounds { data: 5, channel: 3 };

    /// Whether a state is small enough to go on from.
    fn admit(self, text: &str) -> bool {
        let elements = |label: &str| {
            let Some(at) = text.find(label) else { return 0 };
            let rest = &text[at + label.len()..];
            // Up to the next label or the end; a channel or a buffer that is not empty has an element more than bars.
            let part = &rest[..rest.find(':').unwrap_or(rest.len())];
            part.matches('|').count() + usize::from(part.contains(['d', 'e']) && !part.contains("empc"))
        };
        elements("buf:") <= self.data && elements("dc:") <= self.channel && elements("ac:") <= self.channel
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
    bounds: Bounds,
    theory: Reachability,
    seed: u64,
    state: String,
}

impl Walk {
    /// A walk from a first state that is the same for the same seed.
    pub fn new(protocol: Protocol, bounds: Bounds, seed: u64) -> Option<Walk> {
        Some(Walk { bounds, theory: protocol.reachability()?, seed, state: protocol.start(0) })
    }

    /// Goes on from another state.
    pub fn restart(&mut self, state: String) {
        self.state = state;
    }

    /// Lets one more datum be delivered.
    pub fn allow_more_data(&mut self) {
        self.bounds.data += 1;
    }

    fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed
    }

    /// The next sequence of this many states, the present one first.
    pub fn sequence(&mut self, length: usize) -> Vec<String> {
        self.by_ref().take(length).collect()
    }

    fn step(&mut self) -> Option<String> {
        if self.theory.bytes() > 256 << 20 {
            self.theory.forget();
        }
        let state = self.theory.state(&self.state).ok()?.ok()?;
        loop {
            let steps = 1 + self.random() % 2;
            let mut next = state;
            for _ in 0..steps {
                let successors = self.theory.successors(next).ok()?.to_vec();
                for _ in 0..4 {
                    let choice = successors[(self.random() % successors.len() as u64) as usize];
                    if self.bounds.admit(&self.theory.text(choice)) {
                        next = choice;
                        break;
                    }
                }
            }
            if next != state {
                return Some(self.theory.text(next));
            }
        }
    }
}

impl Iterator for Walk {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let next = self.step()?;
        Some(std::mem::replace(&mut self.state, next))
    }
}
