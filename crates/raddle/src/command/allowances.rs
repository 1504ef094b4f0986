//! What this command allows: entries of `raddle.toml`, `--allow`, and what a baseline holds. Findings are judged while the
//! search is under way, so that it goes on behind one that is allowed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::program::{Choice, Program};
use raddle_explore::search::Settings;
use raddle_report::allow::{Allowance, Allowed};
use raddle_report::report::{Found, Report};
use raddle_report::story;
use serde::{Deserialize, Serialize};

use crate::mistake::Mistake;
use crate::terminal::files;

/// What a baseline calls itself, its version, and its greatest length.
const FORMAT: &str = "raddle-baseline";
const VERSION: u32 = 1;
const LONGEST: u64 = 1 << 26;

/// The findings that are known, by their identities.
#[derive(Serialize, Deserialize)]
struct Baseline {
    format: String,
    version: u32,
    findings: BTreeSet<String>,
}

/// What is allowed, and what was met of it.
#[derive(Debug, Default)]
pub struct Allowances {
    entries: Vec<Allowance>,
    baseline: BTreeSet<String>,
    met: Mutex<Met>,
}

#[derive(Debug, Default)]
struct Met {
    used: BTreeSet<usize>,
    /// Those of the check that is under way, each once.
    allowed: BTreeMap<String, Allowed>,
}

impl Allowances {
    /// These entries, and what a baseline holds.
    pub fn new(entries: Vec<Allowance>, baseline: Option<&Path>) -> Result<Allowances, Mistake> {
        let baseline = baseline.map(read_baseline).transpose()?.unwrap_or_default();
        Ok(Allowances { entries, baseline, met: Mutex::default() })
    }

    /// Whether nothing is allowed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.baseline.is_empty()
    }

    /// Whether a finding is allowed, which is then kept; one that can't be replayed is not.
    pub fn judge<P: Program>(
        &self,
        program: &P,
        settings: &Settings,
        shown: &str,
        kind: &FindingKind,
        schedule: &[Choice],
    ) -> bool {
        let Ok(told) = story::tell(program, settings, schedule, Some(kind)) else { return false };
        let finding = Finding { kind: kind.clone(), schedule: schedule.to_vec(), minimised: false };
        let found = Found::new(program, &finding, told);
        let entry = self.entries.iter().position(|entry| entry.allows(&found));
        let identity = found.identity(shown);
        let by = match entry {
            Some(index) => self.entries[index].clone(),
            None if self.baseline.contains(&identity) => {
                Allowance { reason: "in the baseline".to_owned(), ..Allowance::default() }
            }
            None => return false,
        };
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.used.extend(entry);
        let allowed = Allowed { kind: found.kind.clone(), message: found.message.clone(), by };
        met.allowed.entry(identity).or_insert(allowed);
        true
    }

    /// Takes what was allowed in the check that has ended.
    pub fn take(&self) -> Vec<Allowed> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut met.allowed).into_values().collect()
    }

    /// The entries that allowed nothing so far.
    pub fn unused(&self) -> Vec<String> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let unused = self.entries.iter().enumerate().filter(|(index, _)| !met.used.contains(index));
        unused.map(|(_, entry)| entry.to_string()).collect()
    }
}

fn read_baseline(path: &Path) -> Result<BTreeSet<String>, Mistake> {
    let wrong = |what: String| {
        let path = path.display();
        Mistake::new(format!("--baseline '{path}': {what}: write one with --save-baseline"))
    };
    let bytes = files::read_whole(path, LONGEST).map_err(wrong)?;
    let baseline: Baseline = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
    if baseline.format != FORMAT || baseline.version != VERSION {
        return Err(wrong(format!("it is no baseline of version {VERSION}")));
    }
    Ok(baseline.findings)
}

/// Writes the findings of reports for later checks to know.
pub fn write_baseline<'r>(path: &Path, reports: impl Iterator<Item = &'r Report>) -> Result<(), Mistake> {
    let known = reports.flat_map(|report| {
        let name = report.program.as_str();
        report.findings.iter().map(move |found| found.identity(name))
    });
    let baseline = Baseline { format: FORMAT.to_owned(), version: VERSION, findings: known.collect() };
    let mut text = serde_json::to_string_pretty(&baseline).expect("a baseline is made of texts");
    text.push('\n');
    files::write_whole(path, &text)
        .map_err(|error| Mistake::new(format!("--save-baseline '{}': {error}", path.display())))
}
