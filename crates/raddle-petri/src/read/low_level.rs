//! The low-level format of the PEP tools.
//!
//! Three lines (`PEP`, `PTNet` or `PetriBox`, the version of the format), then sections that begin with a line of capitals:
//! `PL` places and `TR` transitions, each with a number (or the one behind its predecessor's), a name in quotes, a
//! position and attributes, of which `M1` is a token at first; `TP` and `PT` arcs, `1<2` from transition 1 to place 2 and
//! `2>1` from place 2 to transition 1; `RA` read arcs, `1<2` where transition 1 reads place 2. Defaults, blocks and texts
//! say how a net is drawn, and are passed over.

use rustc_hash::FxHashMap;

use super::{Diagnostic, tokens, weight};
use crate::net::{BadArc, Net, PlaceId, TransitionId};

/// The sections that say something of the net.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Places,
    Transitions,
    Gives,
    Takes,
    Reads,
    /// How it is drawn.
    Drawing,
    /// What is not known: told once, where it begins.
    Unknown,
}

struct Reader {
    net: Net,
    places: FxHashMap<u64, PlaceId>,
    transitions: FxHashMap<u64, TransitionId>,
    last_place: u64,
    last_transition: u64,
    /// Whether a place or transition could not be read: then arcs to what is missing are no mistakes of their own.
    is_node_missing: bool,
    wrong: Vec<Diagnostic>,
}

/// Reads a net, and all that is wrong with it.
pub fn read(text: &str) -> (Net, Vec<Diagnostic>) {
    let mut reader = Reader {
        net: Net::new(),
        places: FxHashMap::default(),
        transitions: FxHashMap::default(),
        last_place: 0,
        last_transition: 0,
        is_node_missing: false,
        wrong: Vec::new(),
    };
    let mut lines =
        text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim().is_empty());
    if !reader.header(&mut lines) {
        return (reader.net, reader.wrong);
    }
    let mut section = Section::Drawing;
    for (number, line) in lines {
        match begins_section(line) {
            Some(begun) => {
                section = begun;
                if begun == Section::Unknown {
                    let message = format!("the section '{}' is not known", line.trim());
                    reader.wrong.push(Diagnostic::new(number, 1, message));
                }
            }
            None => reader.line(section, number, line),
        }
    }
    (reader.net, reader.wrong)
}

/// The section that a line begins, if it does.
fn begins_section(line: &str) -> Option<Section> {
    let name = line.split_whitespace().next()?;
    if !name.chars().all(|letter| letter.is_ascii_uppercase()) {
        return None;
    }
    Some(match name {
        "PL" => Section::Places,
        "TR" => Section::Transitions,
        "TP" => Section::Gives,
        "PT" => Section::Takes,
        "RA" => Section::Reads,
        "BL" | "TX" | "DBL" | "DPL" | "DTR" | "DPT" => Section::Drawing,
        _ => Section::Unknown,
    })
}

impl Reader {
    fn header<'a>(&mut self, lines: &mut impl Iterator<Item = (usize, &'a str)>) -> bool {
        for (what, begins) in [
            ("PEP, or PNML", &["PEP"][..]),
            ("the kind of net, PTNet or PetriBox", &["PTNet", "PetriBox"]),
            ("the version of the format, such as FORMAT_N", &["FORMAT_"]),
        ] {
            match lines.next() {
                Some((_, line)) if begins.iter().any(|word| line.trim().starts_with(word)) => {}
                Some((number, _)) => {
                    self.wrong.push(Diagnostic::new(number, 1, format!("expected {what}")));
                    return false;
                }
                None => {
                    self.wrong.push(Diagnostic::new(
                        1,
                        1,
                        format!("the file ends where it should say {what}"),
                    ));
                    return false;
                }
            }
        }
        true
    }

    fn line(&mut self, section: Section, number: usize, line: &str) {
        let told = match section {
            Section::Places | Section::Transitions => {
                self.node(section, line).inspect_err(|_| self.is_node_missing = true)
            }
            Section::Gives | Section::Takes | Section::Reads => self.arc(section, line),
            Section::Drawing | Section::Unknown => Ok(()),
        };
        if let Err((at, message)) = told {
            let column = line.get(..at).map_or(1, |before| before.chars().count() + 1);
            self.wrong.push(Diagnostic::new(number, column, message));
        }
    }

    /// `1"name"30@30M1`.
    fn node(&mut self, section: Section, line: &str) -> Result<(), (usize, String)> {
        let is_place = section == Section::Places;
        let what = if is_place { "place" } else { "transition" };
        let (given, rest) = number_at(line, 0);
        let id = match given {
            Some(Ok(id)) => id,
            Some(Err(())) => return Err((0, format!("the number of this {what} is too large"))),
            None => (if is_place { self.last_place } else { self.last_transition }).saturating_add(1),
        };
        let opening = rest + (line.len() - rest - line[rest..].trim_start().len());
        let Some(behind) = line[opening..].strip_prefix('"') else {
            return Err((opening, format!("expected the name of a {what} in quotes")));
        };
        let Some(length) = behind.find('"') else {
            return Err((opening, "this quote is not closed".to_owned()));
        };
        let name = &behind[..length];
        if is_place {
            self.last_place = id;
            let marked = marking(&behind[length + 1..]);
            let place = self.net.add_place(name, false);
            let is_new = self.places.insert(id, place).is_none();
            if !is_new {
                return Err((0, format!("there is a place {id} already")));
            }
            if let Some(count) = marked {
                let at = opening + length + 2;
                self.net.mark(place, tokens(count, name).map_err(|message| (at, message))?);
            }
        } else {
            self.last_transition = id;
            let transition = self.net.add_transition(name);
            if self.transitions.insert(id, transition).is_some() {
                return Err((0, format!("there is a transition {id} already")));
            }
        }
        Ok(())
    }

    /// `1<2` or `2>1`.
    fn arc(&mut self, section: Section, line: &str) -> Result<(), (usize, String)> {
        let (sign, shape) = if section == Section::Takes { ('>', "2>1") } else { ('<', "1<2") };
        let bad = || (0, format!("expected an arc, such as {shape}"));
        let begin = line.len() - line.trim_start().len();
        let (first, middle) = number_at(line, begin);
        let (Some(Ok(first)), true) = (first, line[middle..].starts_with(sign)) else { return Err(bad()) };
        let (second, end) = number_at(line, middle + 1);
        let Some(Ok(second)) = second else { return Err(bad()) };
        if let Some(count) = attribute(&line[end..], 'w') {
            weight(count).map_err(|message| (end, message))?;
        }
        let (place, transition) = if section == Section::Takes { (first, second) } else { (second, first) };
        let (place, transition) = match (self.places.get(&place), self.transitions.get(&transition)) {
            (Some(&place), Some(&transition)) => (place, transition),
            _ if self.is_node_missing => return Ok(()),
            (None, _) => return Err((0, format!("there is no place {place}"))),
            (_, None) => return Err((0, format!("there is no transition {transition}"))),
        };
        let added = match section {
            Section::Takes => self.net.take(transition, place),
            Section::Reads => self.net.read(transition, place),
            _ => self.net.give(transition, place),
        };
        added.map_err(|bad: BadArc| (0, bad.to_string()))
    }
}

/// The number that begins at an offset, and the offset behind it.
fn number_at(line: &str, at: usize) -> (Option<Result<u64, ()>>, usize) {
    let length = line[at..].bytes().take_while(u8::is_ascii_digit).count();
    let number = (length > 0).then(|| line[at..at + length].parse().map_err(|_| ()));
    (number, at + length)
}

/// The value of the attribute that says how many tokens there are at first.
fn marking(attributes: &str) -> Option<&str> {
    attribute(attributes, 'M')
}

/// The digits behind a letter, outside of quotes.
fn attribute(attributes: &str, name: char) -> Option<&str> {
    let mut is_quoted = false;
    for (at, letter) in attributes.char_indices() {
        if letter == '"' {
            is_quoted = !is_quoted;
        } else if letter == name && !is_quoted {
            let value = &attributes[at + letter.len_utf8()..];
            let length = value.bytes().take_while(u8::is_ascii_digit).count();
            return Some(&value[..length]);
        }
    }
    None
}
