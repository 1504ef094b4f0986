//! What is searched for or matched: a pattern with a condition, and how its variables are shown.

use crate::machine::Program;
use crate::machine::compile::{Entry, Test, compile_test};
use crate::machine::pattern::{Pattern, PatternCompiler};
use crate::parser::Fragment;
use crate::print::term_text;
use crate::terms::{TermId, Terms};
use std::io::{self, Write};

/// A pattern and a condition, ready to be tested.
pub(crate) struct CompiledTarget {
    pub pattern: Pattern,
    pub condition: Vec<Test>,
    /// The variable of each slot.
    pub slots: Vec<TermId>,
    /// How many of them belong to the pattern.
    pub shown: usize,
}

pub(crate) fn compile_target(
    terms: &mut Terms,
    program: &Program,
    pattern: TermId,
    condition: &[Fragment],
) -> Result<CompiledTarget, String> {
    let lowered = program
        .memberships_of
        .iter()
        .map(|entries| {
            let target = |entry: &Entry| program.memberships[entry.statement as usize].sort;
            entries.iter().filter_map(target).collect()
        })
        .collect();
    let mut compiler = PatternCompiler { lowered, ..PatternCompiler::default() };
    let pattern =
        compiler.pattern(terms, pattern).ok_or("the pattern is too deep or has too many variables")?;
    let shown = compiler.slots.len();
    let mut bound = shown;
    let mut tests = Vec::new();
    for fragment in condition {
        tests.push(compile_test(terms, &mut compiler, fragment, &mut bound, &program.strategies)?);
    }
    Ok(CompiledTarget { pattern, condition: tests, slots: compiler.slots, shown })
}

pub(super) fn write_bindings(
    out: &mut dyn Write,
    terms: &Terms,
    variables: &[TermId],
    values: &[TermId],
) -> io::Result<()> {
    if variables.is_empty() {
        return writeln!(out, "empty substitution");
    }
    for (&variable, &value) in variables.iter().zip(values) {
        writeln!(out, "{} --> {}", term_text(terms, variable), term_text(terms, value))?;
    }
    Ok(())
}
