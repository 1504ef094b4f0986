//! Runs other programs, one stage after the other, and says how each went and how long it took.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let xtask = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().map_or_else(|| xtask.clone(), PathBuf::from)
}

/// A command of cargo, in the root of the workspace.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Whether a program can be found.
pub fn is_there(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Whether the command ends well; its output is shown.
pub fn succeeds(command: &mut Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("error: {} could not be started: {error}", command.get_program().to_string_lossy());
            false
        }
    }
}

/// Stages that were run.
#[derive(Default)]
pub struct Stages {
    done: Vec<(String, bool, Duration)>,
}

impl Stages {
    /// Runs a stage.
    #[expect(clippy::disallowed_methods, reason = "how long a stage takes is what is shown")]
    pub fn run(&mut self, name: &str, stage: impl FnOnce() -> bool) {
        eprintln!("\n==> {name}");
        let started = Instant::now();
        let good = stage();
        let elapsed = started.elapsed();
        eprintln!("==> {name}: {} in {:.1} s", if good { "good" } else { "FAILED" }, elapsed.as_secs_f64());
        self.done.push((name.to_owned(), good, elapsed));
    }

    /// Runs a command as a stage.
    pub fn command(&mut self, name: &str, mut command: Command) {
        self.run(name, || succeeds(&mut command));
    }

    /// Prints all stages, and says whether all went well.
    pub fn summary(&self) -> bool {
        eprintln!();
        for (name, good, elapsed) in &self.done {
            eprintln!(
                "{:<8} {:>7.1} s  {name}",
                if *good { "good" } else { "FAILED" },
                elapsed.as_secs_f64()
            );
        }
        let total: Duration = self.done.iter().map(|(_, _, elapsed)| *elapsed).sum();
        let good = self.done.iter().all(|(_, good, _)| *good);
        eprintln!("{:<8} {:>7.1} s  in all", if good { "good" } else { "FAILED" }, total.as_secs_f64());
        good
    }
}
