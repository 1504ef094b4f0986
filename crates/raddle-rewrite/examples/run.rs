//! Runs a Maude file.
fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let outcome =
        raddle_rewrite::run_file(path.as_ref(), raddle_rewrite::Options::default(), &mut std::io::stdout())
            .expect("i/o");
    for diagnostic in &outcome.diagnostics {
        eprintln!("{diagnostic}");
    }
}
