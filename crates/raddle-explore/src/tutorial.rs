//! How to put a program of your own under the kernel, in forty lines.
//!
//! The program below has two workers that add one to a counter, each by a read and a write. A run says what each worker
//! would do next and what that touches, and makes the step that it is told to make. That is all: the kernel finds the
//! schedule that loses an update.
//!
//! ```
//! use raddle_explore::{context::*, guide::Unguided, names::*, operation::*, program::*, search::*};
//!
//! struct Counter { names: Names }
//!
//! #[derive(Clone)]
//! struct CounterRun { count: u32, seen: [u32; 2], step: [u32; 2] }
//!
//! impl Program for Counter {
//!     type Run = CounterRun;
//!     fn name(&self) -> String { "counter".into() }
//!     fn start(&self) -> CounterRun { CounterRun { count: 0, seen: [0; 2], step: [0; 2] } }
//!     fn names(&self) -> &Names { &self.names }
//! }
//!
//! impl Run for CounterRun {
//!     type Observation = ();
//!
//!     fn pending(&self, into: &mut PendingBuffer) {
//!         let count = Place::new(0, 0);
//!         into.clear();
//!         for worker in 0..2 {
//!             let actor = ActorId(worker);
//!             match self.step[worker as usize] {
//!                 0 => into.push(Pending::new(actor, OperationKind::Read), &[Touch::read(count)]),
//!                 1 => into.push(Pending::new(actor, OperationKind::Write), &[Touch::write(count)]),
//!                 _ => {}
//!             }
//!         }
//!     }
//!
//!     fn step<W: Watcher<()>>(&mut self, choice: Choice, context: &mut StepContext<W>) -> Result<(), Interruption> {
//!         let worker = choice.actor.index();
//!         match self.step[worker] {
//!             0 => self.seen[worker] = self.count,
//!             _ => self.count = self.seen[worker] + 1,
//!         }
//!         self.step[worker] += 1;
//!         if self.step == [2, 2] && self.count != 2 {
//!             context.fail(Failure::Assertion(format!("the count is {}", self.count).into()));
//!         }
//!         Ok(())
//!     }
//!
//!     fn fork(&self) -> Option<CounterRun> { Some(self.clone()) }
//! }
//!
//! let counter = Counter { names: Names::with_roots(2) };
//! let outcome = search(&counter, &Unguided, &Settings::default(), &Hooks::default());
//! assert_eq!(outcome.verdict.word(), "found");
//! assert_eq!(outcome.stats.runs, 4); // four traces: six interleavings, but the two reads commute
//! let kinds: Vec<&str> = outcome.findings.iter().map(|finding| finding.kind.word()).collect();
//! assert!(kinds.contains(&"assertion") && kinds.contains(&"race"));
//! ```
//!
//! What is worth knowing beyond this:
//! * An operation that must wait says so: `pending.enabled = Enabled::WaitsFor(actor)` or `WaitsForAnyone`.
//! * An assertion on what several actors did, as above, belongs into a step that touches all of it; here the last write
//!   does, since both writes conflict.
//! * A program without `fork` works too; runs are then replayed.
//! * Actors that start others get their names from [`crate::names::Names::child`].
