//! Reports as JUnit's XML: each program or test that was checked is a test case.
//!
//! A finding is a failure. What came to no result is an error: the build should not take it for a pass. Bounded and sampled
//! answers, which are neither, are skipped, unless the user accepts them.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Property, Report as Document, TestCase, TestCaseStatus, TestSuite};

use crate::form::plain;
use crate::report::{Answer, Report};
use crate::text::{claim, headline};

fn status(report: &Report) -> TestCaseStatus {
    let mut status = match report.verdict {
        _ if report.is_accepted => TestCaseStatus::success(),
        Answer::Proved => TestCaseStatus::success(),
        Answer::Found => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Answer::Incomplete | Answer::Error => TestCaseStatus::non_success(NonSuccessKind::Error),
        Answer::Bounded | Answer::Sampled => TestCaseStatus::skipped(),
    };
    let (kind, message) = match report.findings.first() {
        Some(found) => (found.kind.as_str(), headline(found, report.actor_word)),
        None => (report.verdict.word(), claim(report)),
    };
    if !matches!(status, TestCaseStatus::Success { .. }) {
        status.set_type(kind).set_message(message).set_description(plain(report));
    }
    status
}

/// A program or test as class and name.
fn case(report: &Report) -> TestCase {
    let (class, name) = report.program.split_once('#').unwrap_or(("raddle", &report.program));
    let mut case = TestCase::new(name, status(report));
    case.set_classname(class);
    case.set_time(Duration::try_from_secs_f64(report.stats.seconds).unwrap_or_default());
    let properties = [("verdict", report.verdict.word()), ("strategy", &report.answered_by)];
    for (name, value) in properties.into_iter().filter(|(_, value)| !value.is_empty()) {
        case.add_property(Property::new(name, value));
    }
    if report.verdict != Answer::Found {
        case.set_system_out(plain(report));
    }
    case
}

/// The reports as one document.
pub fn render(reports: &[Report]) -> String {
    let mut suite = TestSuite::new("raddle");
    suite.add_test_cases(reports.iter().map(case));
    let mut document = Document::new("raddle");
    let seconds = reports.iter().map(|report| report.stats.seconds).sum();
    document.set_time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    document.add_test_suite(suite);
    document.to_string().unwrap_or_default()
}
