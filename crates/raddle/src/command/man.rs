//! `raddle man FOLDER`: a manual page for the program, and one for each command.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::{Arguments, Man};
use crate::mistake::Mistake;
use crate::terminal::files;

/// Writes the pages.
pub fn run(wanted: &Man) -> Result<ExitCode, Mistake> {
    let failed = |error: std::io::Error| Mistake::new(format!("'{}': {error}", wanted.folder.display()));
    std::fs::create_dir_all(&wanted.folder).map_err(failed)?;
    let mut command = Arguments::command();
    command.build();
    page(command.clone(), "raddle", &wanted.folder).map_err(failed)?;
    for subcommand in command.get_subcommands() {
        let name = format!("raddle-{}", subcommand.get_name());
        page(subcommand.clone(), &name, &wanted.folder).map_err(failed)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn page(command: clap::Command, name: &str, folder: &Path) -> std::io::Result<()> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).title(name).render(&mut text)?;
    files::write_whole(&folder.join(format!("{name}.1")), &String::from_utf8_lossy(&text))
}
