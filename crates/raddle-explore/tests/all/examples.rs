//! The examples are run: they compare what they find with what is known.

#[path = "../../examples/own_guide.rs"]
mod own_guide;
#[path = "../../examples/own_strategy.rs"]
pub mod own_strategy;

#[test]
fn a_guide_with_a_memory() {
    own_guide::main();
}

#[test]
fn a_strategy_of_ones_own() {
    own_strategy::main();
}
