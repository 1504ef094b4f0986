//! The meta-level: everything that is printed for the files of `tests/maude/meta-level`, and random calls.

use crate::{maude, output};

#[test]
fn the_meta_level_prints_what_maude_prints() {
    if maude::is_installed("the_meta_level_prints_what_maude_prints") {
        output::compare("meta-level");
    }
}
