//! Nets from files: the low-level format of the PEP tools (`.ll_net`), and PNML.
//!
//! A file is read whole, and all that is wrong with it is told, each with its place. What a format can say and an
//! unfolding of safe nets can't follow (weights, inhibitors, colours, several tokens) is told likewise; nothing is left
//! out in silence.

mod low_level;
mod pnml;

use std::fmt;

use crate::net::Net;

/// What is wrong at one place of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What, in one sentence without a full stop.
    pub message: String,
}

impl Diagnostic {
    fn new(line: usize, column: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic { line, column, message: message.into() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Reads a net; PNML is known by its first letter, `<`.
///
/// # Errors
/// All that is wrong with the file, in the order of its lines.
pub fn read(text: &[u8]) -> Result<Net, Vec<Diagnostic>> {
    let begin = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let first = begin.iter().find(|letter| !letter.is_ascii_whitespace());
    let (net, mut wrong) = match first {
        None => (
            Net::new(),
            vec![Diagnostic::new(1, 1, "the file is empty: expected PNML, or a net that begins with PEP")],
        ),
        Some(b'<') => match std::str::from_utf8(begin) {
            Ok(text) => pnml::read(text),
            Err(error) => {
                let line = begin[..error.valid_up_to()].iter().filter(|&&letter| letter == b'\n').count() + 1;
                (Net::new(), vec![Diagnostic::new(line, 1, "this line is not UTF-8")])
            }
        },
        // Old files have comments in other encodings; names and numbers are ASCII.
        Some(_) => low_level::read(&String::from_utf8_lossy(begin)),
    };
    if let Some(idle) = net.transitions().find(|&each| net.takes(each).is_empty())
        && wrong.is_empty()
    {
        let name = net.transition_name(idle);
        let message = format!(
            "the transition '{name}' takes no token: it could fire for ever, and its places are not safe"
        );
        wrong.push(Diagnostic::new(1, 1, message));
    }
    if wrong.is_empty() {
        return Ok(net);
    }
    wrong.sort_by_key(|each| (each.line, each.column));
    Err(wrong)
}

/// Adds the tokens that a place holds at first, or tells why not.
fn tokens(count: &str, name: &str) -> Result<bool, String> {
    match count.trim().parse::<u64>() {
        Ok(0) => Ok(false),
        Ok(1) => Ok(true),
        Ok(many) => Err(format!(
            "the place '{name}' holds {many} tokens at first: only nets with one token a place are unfolded"
        )),
        Err(_) => Err(format!("'{}' is no number of tokens", count.trim())),
    }
}

/// Tells of a weight that is not one.
fn weight(count: &str) -> Result<(), String> {
    match count.trim().parse::<u64>() {
        Ok(1) => Ok(()),
        Ok(many) => Err(format!("an arc of weight {many}: only nets with one token a place are unfolded")),
        Err(_) => Err(format!("'{}' is no weight of an arc", count.trim())),
    }
}
