//! The embedded prelude reads without a single complaint.

#[test]
fn has_no_problems() {
    let (_, problems) = raddle_rewrite::prelude::read();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
