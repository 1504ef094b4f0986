//! What is known and may be: findings that a project allows, with its reasons.
//!
//! An entry names a kind of finding, and where: the variable of a race as its source declares it (`com.acme.Stats.hits`), a
//! method (`com.acme.Stats.record`), or a line (`Stats.java:12`); `*` stands for any letters. An allowed finding is never
//! lost: it is listed with its reason, and a search goes on behind it.

use serde::{Deserialize, Serialize};

use crate::report::{Found, Matter};

/// What may be.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Allowance {
    /// The kind of finding, in one word.
    pub kind: String,
    /// Where; everywhere if it is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// The kinds that can be allowed.
pub const KINDS: [&str; 7] = ["race", "deadlock", "stuck", "livelock", "assertion", "exception", "exit"];

/// A finding that is allowed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Allowed {
    /// The finding's kind.
    pub kind: String,
    /// The finding in one sentence.
    pub message: String,
    /// What allows it.
    pub by: Allowance,
}

/// Whether a text is as the pattern says, in which `*` stands for any letters.
pub fn is_like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.len() >= part.len() && rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// All names of where a finding is: a variable, methods, lines.
fn names(found: &Found) -> Vec<String> {
    let mut names = Vec::new();
    if let Matter::Race { place: Some(place), .. } = &found.matter {
        names.extend([place.declared.clone(), place.to_string()]);
    }
    let culprits = found.story.steps.iter().filter(|step| step.culprit);
    let waits = found.story.waits.iter().filter(|wait| wait.culprit);
    let raised = match &found.matter {
        Matter::Assertion(raised) | Matter::Exception(raised) => raised.location.as_ref(),
        _ => None,
    };
    let sides = match &found.matter {
        Matter::Race { accesses, .. } => accesses.as_slice(),
        _ => &[],
    };
    let places = culprits.map(|step| &step.operation.location);
    let places = places.chain(waits.map(|wait| &wait.operation.location)).chain(raised);
    for place in places.chain(sides.iter().map(|side| &side.location)) {
        names.extend([place.function.clone(), place.file_and_line()]);
    }
    names.retain(|name| !name.is_empty());
    names
}

impl Allowance {
    /// Understands `KIND` or `KIND:PLACE`.
    pub fn parse(text: &str) -> Option<Allowance> {
        let (kind, place) = text.split_once(':').unwrap_or((text, ""));
        let reason = String::new();
        KINDS.contains(&kind).then(|| Allowance { kind: kind.to_owned(), place: place.to_owned(), reason })
    }

    /// Whether it allows a finding.
    pub fn allows(&self, found: &Found) -> bool {
        let is_there = || names(found).iter().any(|name| is_like(&self.place, name));
        self.kind == found.kind && (self.place.is_empty() || is_there())
    }
}

impl std::fmt::Display for Allowance {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place.as_str() {
            "" => formatter.write_str(&self.kind),
            place => write!(formatter, "{}:{place}", self.kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, is_like};

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, text) in [
            ("a.b", "a.b"),
            ("com.acme.*", "com.acme.Stats.hits"),
            ("*.hits", "a.hits"),
            ("*", ""),
            ("a*b*c", "abbc"),
        ] {
            assert!(is_like(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("a.b", "a.bc"), ("*.hits", "hits"), ("ab*ba", "aba"), ("", "a"), ("a*b", "a")]
        {
            assert!(!is_like(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn kinds_are_known() {
        let allowance = Allowance::parse("race:com.acme.Stats.hits").expect("it is one");
        assert_eq!((allowance.kind.as_str(), allowance.place.as_str()), ("race", "com.acme.Stats.hits"));
        assert_eq!(allowance.to_string(), "race:com.acme.Stats.hits");
        assert!(Allowance::parse("rice:x").is_none());
    }
}
