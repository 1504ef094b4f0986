//! The programs that tests need beside the Rust toolchain: found, or installed, or asked for.

use std::process::Command;

use crate::stage::{is_there, succeeds};

/// A program that tests start.
struct Tool {
    program: &'static str,
    package: &'static str,
    purpose: &'static str,
}

/// All of them. A front end that needs another one adds it here.
const TOOLS: &[Tool] = &[
    Tool {
        program: "javac",
        package: "openjdk-17-jdk-headless",
        purpose: "compiles the Java programs of the tests",
    },
    Tool { program: "strace", package: "strace", purpose: "shows that no check touches the host's files" },
    Tool { program: "maude", package: "maude", purpose: "the reference for the rewriting tests" },
    Tool { program: "g++", package: "g++", purpose: "builds the SAT solver" },
    Tool { program: "z3", package: "z3", purpose: "the reference for the tests of conditions on inputs" },
];

/// Whether everything is there in the end.
pub fn provide() -> bool {
    provide_some(|_| true)
}

/// Whether one program is there in the end.
pub fn provide_one(program: &str) -> bool {
    provide_some(|tool| tool.program == program)
}

fn provide_some(needed: impl Fn(&Tool) -> bool) -> bool {
    let missing = || TOOLS.iter().filter(|tool| needed(tool) && !is_there(tool.program)).collect::<Vec<_>>();
    let wanted = missing();
    if wanted.is_empty() {
        return true;
    }
    if is_root() && is_there("apt-get") {
        let packages: Vec<&str> = wanted.iter().map(|tool| tool.package).collect();
        eprintln!("installing {}", packages.join(" "));
        let apt = |arguments: &[&str]| {
            succeeds(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
        };
        let mut install = vec!["install", "--yes", "--no-install-recommends", "--quiet"];
        install.extend(&packages);
        // Package lists may be there and fresh enough; if not, they are fetched.
        if !apt(&install) {
            apt(&["update", "--quiet"]);
            apt(&install);
        }
    }
    let left = missing();
    for tool in &left {
        eprintln!(
            "error: '{}' is missing ({}): install it, on Debian with 'apt-get install {}'",
            tool.program, tool.purpose, tool.package
        );
    }
    left.is_empty()
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
