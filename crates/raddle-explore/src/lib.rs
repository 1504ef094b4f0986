//! The exploration kernel of Raddle: programs that can be stepped, and the strategies that explore their schedules.
//!
//! The kernel knows no language. A front end implements [`program::Program`] and [`program::Run`]: it says what each
//! actor would do next and what that touches, and makes the steps that it is told to make. The kernel decides which
//! steps, and says what it found: see [`search::search`]. [`tutorial`] shows it in forty lines.

mod ahead;
pub mod alarm;
pub mod arrival;
pub mod bounds;
mod circles;
mod clock;
pub mod context;
pub mod ending;
pub mod estimate;
pub mod events;
pub mod finding;
pub mod guide;
pub mod hidden;
mod lingering;
mod livelock;
pub mod minimise;
pub mod names;
pub mod operation;
pub mod pool;
pub mod program;
pub mod races;
pub mod random;
pub mod replay;
pub mod rounds;
mod route;
pub mod schedule;
pub mod search;
pub mod source;
pub mod strategy;
pub mod trace;
pub mod tutorial;
pub mod verdict;
mod visited;
pub mod walker;
pub mod words;
pub mod worker;
