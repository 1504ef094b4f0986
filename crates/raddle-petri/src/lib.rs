//! Petri nets: places, transitions and tokens; how they are read from files; how they are unfolded; and what a complete
//! prefix of the unfolding answers.
//!
//! * [`net`]: nets, built by hand or by [`read`]; [`families`] has those of the literature on unfoldings.
//! * [`marking`]: which places hold a token; [`state_space`]: the naive search, the twin that everything is checked with.
//! * [`unfold`]: occurrence nets, the order on configurations, cut-off events, complete finite prefixes.
//! * [`questions`]: deadlock and reachability, asked of a complete prefix.
//! * [`draw`]: nets and prefixes as graphs in the language of Graphviz.
//!
//! It knows nets, nothing of programs. Nets are *safe* throughout: a place holds one token or none. A net that is not
//! is told by the search that meets two tokens, with the place and a way there.

pub mod draw;
pub mod families;
pub mod marking;
pub mod net;
pub mod questions;
pub mod read;
pub mod state_space;
pub mod unfold;
