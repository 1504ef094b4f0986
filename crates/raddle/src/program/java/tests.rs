//! Tests of JUnit 4 and 5, run without JUnit's engine: a driver of ours, in Java, finds the methods by their annotations
//! and calls them with those that come before and after. What a test throws, the driver throws on: it is the finding.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use raddle_jvm::machine::{Halt, Sinks};

use crate::mistake::Mistake;
use crate::program::java::{JavaArguments, refused};

/// The class with the driver's `main`.
pub const DRIVER: &str = "raddle.TestDriver";
/// Between a class and its method.
const SEPARATOR: char = '#';
/// How the driver ends when there is something wrong with what it was asked for.
const NOT_A_TEST: i32 = 97;

/// What the driver is told to run one test.
pub fn driver_arguments(test: &str) -> Result<Vec<String>, Mistake> {
    match test.split_once(SEPARATOR) {
        Some((class, method)) if !class.is_empty() && !method.is_empty() => {
            Ok(vec!["run".to_owned(), class.to_owned(), method.to_owned()])
        }
        None if !test.is_empty() => Ok(vec!["list".to_owned(), test.to_owned()]),
        _ => Err(Mistake::new(format!("--test {test}: expected a test such as com.acme.FooTest#transfer"))),
    }
}

/// A sink that can be read afterwards.
#[derive(Clone, Default)]
struct Kept(Rc<RefCell<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Kept {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).trim().to_owned()
    }
}

/// The tests that are meant: the one that is named, or all of the class. Each is there and can be run.
pub fn meant(program: &str, how: &JavaArguments, test: &str) -> Result<Vec<String>, Mistake> {
    let (class, method) = match test.split_once(SEPARATOR) {
        Some((class, method)) => (class, Some(method)),
        None => (test, None),
    };
    let listing = JavaArguments { test: Some(class.to_owned()), ..how.clone() };
    let (out, err) = (Kept::default(), Kept::default());
    let sinks = Sinks { out: Box::new(out.clone()), err: Box::new(err.clone()) };
    match raddle_jvm::run::run(&listing.options(program, &[])?, sinks) {
        Halt::Exit(0) => {}
        Halt::Exit(NOT_A_TEST) => return Err(Mistake::new(format!("--test {test}: {}", err.text()))),
        Halt::Exit(_) => {
            return Err(Mistake::in_file(
                err.text(),
                format!("--test {test}: the class cannot be looked at"),
            ));
        }
        other => return Err(refused(other)),
    }
    let text = out.text();
    let all: Vec<&str> = text.lines().collect();
    let chosen: Vec<String> = all
        .iter()
        .filter(|name| method.is_none_or(|method| method == **name))
        .map(|name| format!("{class}{SEPARATOR}{name}"))
        .collect();
    match method {
        Some(method) if chosen.is_empty() => Err(Mistake::unknown("test", method, &all)),
        _ => Ok(chosen),
    }
}
