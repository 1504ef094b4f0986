//! `raddle init`: writes a `raddle.toml` in which everything is explained and nothing said; `raddle init LANGUAGE`: the one
//! source file that a driver needs to ask for choices, which also runs without Raddle.

use std::process::ExitCode;

use crate::arguments::{DriverLanguage, Init};
use crate::config;
use crate::mistake::Mistake;
use crate::program::java::DRIVER_INTERFACE;
use crate::terminal;
use crate::terminal::files;

/// Writes the file, unless there is one already.
pub fn run(wanted: &Init) -> Result<ExitCode, Mistake> {
    let (name, text) = match wanted.language {
        Some(DriverLanguage::Java) => DRIVER_INTERFACE,
        None => (config::NAME, config::TEMPLATE),
    };
    let path = wanted.folder.join(name);
    let wrong = |error: std::io::Error| Mistake::new(format!("'{}': {error}", path.display()));
    if path.exists() {
        return Err(Mistake::new(format!(
            "'{}' is there already: remove it first, or name another folder",
            path.display()
        )));
    }
    std::fs::create_dir_all(path.parent().unwrap_or(&wanted.folder)).map_err(wrong)?;
    files::write_whole(&path, text).map_err(wrong)?;
    terminal::print(&format!("wrote {}\n", path.display()));
    Ok(ExitCode::SUCCESS)
}
