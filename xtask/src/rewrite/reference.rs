//! Real Maude: the program, and its library under Python where that can be installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Cost, answers};
use crate::measure;
use crate::stage::{is_there, root};

/// Runs a file with Maude; the processor time is what Maude says that its commands took.
pub fn run_file(file: &Path) -> Option<(Cost, Vec<String>)> {
    let (cost, printed, _) = run(file)?;
    Some((cost, answers(&printed)))
}

/// The cost of a file's commands, what was printed, and the processor time of the whole process.
pub fn run(file: &Path) -> Option<(Cost, String, f64)> {
    // Maude recurses on the depth of terms.
    let mut command = Command::new("sh");
    let line = "ulimit -s unlimited 2>/dev/null; exec maude -no-banner -no-wrap -no-advise -batch \"$0\"";
    command.args(["-c", line]).arg(file);
    if let Some(folder) = file.parent() {
        command.current_dir(folder);
    }
    let ended = measure::run(&mut command).map_err(|error| eprintln!("error: maude: {error}")).ok()?;
    let mut milliseconds = 0.0;
    for line in ended.printed.lines() {
        // `rewrites: 12 in 34ms cpu (…)`; a search has such a line for each solution, and the last one counts.
        if let Some(time) = line.split(" in ").nth(1).and_then(|rest| rest.split("ms cpu").next())
            && !line.starts_with("reduce")
            && let Ok(time) = time.parse::<f64>()
        {
            milliseconds += time;
        }
    }
    if ended.printed.is_empty() {
        eprintln!("error: maude printed nothing for {}", file.display());
        return None;
    }
    Some((Cost { cpu: milliseconds / 1e3, peak: ended.peak }, ended.printed, ended.cpu))
}

/// A Python that has Maude's library, in an environment of its own beside the build; `None` if there is none.
pub fn python(folder: &Path) -> Option<PathBuf> {
    let home = folder.join("python");
    let python = home.join("bin/python");
    let has_maude = |python: &Path| {
        let run = Command::new(python).args(["-c", "import maude"]).output();
        run.is_ok_and(|output| output.status.success())
    };
    if python.is_file() && has_maude(&python) {
        return Some(python);
    }
    if !is_there("python3") {
        return None;
    }
    eprintln!("installing Maude's library for Python into {}", home.display());
    let quiet = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    let made = quiet(Command::new("python3").args(["-m", "venv"]).arg(&home))
        && quiet(Command::new(&python).args(["-m", "pip", "install", "--quiet", "maude"]));
    (made && has_maude(&python)).then_some(python)
}

/// What Python runs: parses each state, and searches each pair with Maude's own search.
const SCRIPT: &str = "\
import sys, time, maude
maude.init()
specification, name, states, length, depth = sys.argv[1:6]
maude.load(specification)
module = maude.getModule(name)
texts = open(states).read().splitlines()
length, depth = int(length), int(depth)
start = time.process_time()
terms = [module.parseTerm(text) for text in texts]
parsed = time.process_time()
bad = 0
for index in range(len(terms) - 1):
    if (index + 1) % length == 0:
        continue
    found = terms[index].search(maude.ANY_STEPS, terms[index + 1], depth=depth)
    if next(found, None) is None:
        bad += 1
print(parsed - start, time.process_time() - parsed, bad)
";

/// What Maude's library needed: seconds to parse, and seconds to search.
pub struct Library {
    pub parse: f64,
    pub search: f64,
}

/// Checks sequences of states with Maude's library.
pub fn check_with_library(
    python: &Path,
    specification: &Path,
    module: &str,
    states: &Path,
    length: usize,
    depth: u32,
) -> Option<Library> {
    let mut command = Command::new(python);
    command.args(["-c", SCRIPT]).arg(specification).arg(module).arg(states);
    command.args([length.to_string(), depth.to_string()]).current_dir(root());
    let ended = measure::run(&mut command).ok()?;
    let mut figures = ended.printed.split_whitespace();
    let parse = figures.next()?.parse().ok()?;
    let search = figures.next()?.parse().ok()?;
    if figures.next()? != "0" {
        eprintln!("error: Maude's library refuses what we accept: {}", ended.printed);
        return None;
    }
    Some(Library { parse, search })
}
