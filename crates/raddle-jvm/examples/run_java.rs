//! Runs a Java program on the machine: `run_java CLASS_PATH MAIN_CLASS [ARGUMENT]...`, for developers.

use raddle_jvm::machine::{Halt, Sinks};
use raddle_jvm::run::{RunOptions, run};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let class_path = arguments.next().unwrap_or_default().split(':').map(Into::into).collect();
    let options = RunOptions {
        class_path,
        main_class: arguments.next().unwrap_or_default(),
        arguments: arguments.collect(),
        jdk: std::env::var_os("RADDLE_JDK").map(Into::into),
        ..RunOptions::default()
    };
    let out = Box::new(std::io::LineWriter::new(std::io::stdout()));
    let sinks = Sinks { out, err: Box::new(std::io::stderr()) };
    let code = match run(&options, sinks) {
        Halt::Exit(code) => code,
        other => {
            eprintln!("{other:#?}");
            4
        }
    };
    std::process::exit(code);
}
