//! Where the reports of a command go: to the standard output in one form, and into files in others.
//!
//! Forms that are one document wait for the last report; the others are printed as soon as a report is there. Files are
//! written at the end, each as a whole or not at all.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use raddle_report::form::Form;
use raddle_report::report::Report;
use raddle_report::text::View;

use crate::mistake::Mistake;
use crate::terminal::{self, files};

/// A file that is wanted, in this form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportFile {
    form: Form,
    path: PathBuf,
}

/// Understands `--report FORM=FILE`.
pub fn report_file(text: &str) -> Result<ReportFile, String> {
    let known = || Form::ALL.map(|(name, _)| name).join(", ");
    let wrong = || format!("expected FORM=FILE, such as sarif=out.sarif, with one of {}", known());
    let (name, path) = text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or_else(wrong)?;
    let form = Form::ALL.into_iter().find(|(known, _)| *known == name).ok_or_else(wrong)?.1;
    Ok(ReportFile { form, path: PathBuf::from(path) })
}

/// Where reports go.
pub struct Outputs {
    /// The form on the standard output.
    pub form: Form,
    files: Vec<ReportFile>,
    /// How texts are looked at.
    pub view: View,
    collected: Mutex<Vec<Report>>,
}

impl Outputs {
    /// The places that are wanted, if files can be there.
    pub fn new(form: Form, files: Vec<ReportFile>, view: View) -> Result<Outputs, Mistake> {
        for file in &files {
            files::is_writable_place(&file.path).map_err(|why| {
                let path = file.path.display();
                Mistake::new(format!("--report '{path}': {why}: name a file in a folder that is there"))
            })?;
        }
        Ok(Outputs { form, files, view, collected: Mutex::default() })
    }

    /// Takes a report, and prints it where its form does not wait for others. `before` goes before a text.
    pub fn add(&self, report: Report, before: &str) {
        if self.form.is_line_by_line() {
            let before = if self.form == Form::Text { before } else { "" };
            let text = self.form.render(std::slice::from_ref(&report), &self.view);
            terminal::print(&format!("{before}{text}"));
        }
        self.keep(report);
    }

    /// Takes a report that is printed in another way.
    pub fn keep(&self, report: Report) {
        self.collected.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    }

    /// Shows the reports that were taken.
    pub fn with_reports<T>(&self, look: impl FnOnce(&[Report]) -> T) -> T {
        look(&self.collected.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Prints what waited for the last report, and writes the files.
    pub fn finish(&self) -> Result<(), Mistake> {
        let reports = self.collected.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.form.is_line_by_line() {
            terminal::print(&self.form.render(&reports, &self.view));
        }
        drop(reports);
        self.write_files()
    }

    /// Writes the files.
    pub fn write_files(&self) -> Result<(), Mistake> {
        let reports = self.collected.lock().unwrap_or_else(PoisonError::into_inner);
        for ReportFile { form, path } in &self.files {
            let text = anstream::adapter::strip_str(&form.render(&reports, &self.view)).to_string();
            files::write_whole(path, &text)
                .map_err(|error| Mistake::new(format!("--report '{}': {error}", path.display())))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::report_file;

    #[test]
    fn a_form_and_a_file_are_needed() {
        assert!(report_file("sarif=out.sarif").is_ok());
        for wrong in ["sarif", "sarif=", "xml=out.xml", "=out"] {
            let why = report_file(wrong).expect_err(wrong);
            assert!(why.contains("junit"), "{why}");
        }
    }
}
