//! Nets and prefixes as graphs in the language of Graphviz: circles are places and conditions, boxes are transitions and
//! events; a token is a dot, a cut-off has a double border.

use std::fmt::Write as _;

use crate::net::Net;
use crate::unfold::{EventId, Prefix};

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A net.
#[must_use]
pub fn net_as_dot(net: &Net) -> String {
    let mut out = String::from("digraph net {\n  node [fontname=\"sans-serif\", fontsize=10];\n");
    for place in net.places() {
        let label = quoted(net.place_name(place));
        let token = if net.holds_token(place) { ", style=filled, fillcolor=\"gray80\"" } else { "" };
        let _ = writeln!(out, "  p{} [shape=ellipse, label={label}{token}];", place.0);
    }
    for transition in net.transitions() {
        let label = quoted(net.transition_name(transition));
        let _ = writeln!(out, "  t{} [shape=box, label={label}];", transition.0);
        for place in net.takes(transition) {
            let _ = writeln!(out, "  p{} -> t{};", place.0, transition.0);
        }
        for place in net.reads(transition) {
            let _ = writeln!(out, "  p{} -> t{} [arrowhead=none, style=dashed];", place.0, transition.0);
        }
        for place in net.gives(transition) {
            let _ = writeln!(out, "  t{} -> p{};", transition.0, place.0);
        }
    }
    out.push_str("}\n");
    out
}

/// A prefix.
#[must_use]
pub fn prefix_as_dot(prefix: &Prefix) -> String {
    let net = prefix.net();
    let mut out = String::from("digraph prefix {\n  node [fontname=\"sans-serif\", fontsize=10];\n");
    for (at, condition) in prefix.conditions().iter().enumerate() {
        let label = quoted(net.place_name(condition.place));
        let first = if condition.giver.is_none() { ", style=filled, fillcolor=\"gray80\"" } else { "" };
        let _ = writeln!(out, "  c{at} [shape=ellipse, label={label}{first}];");
    }
    for (at, event) in prefix.events().iter().enumerate() {
        let label = quoted(net.transition_name(event.transition));
        let cut = if event.is_cut_off { ", peripheries=2" } else { "" };
        let _ = writeln!(out, "  e{at} [shape=box, label={label}{cut}];");
        for taken in &event.takes {
            let _ = writeln!(out, "  c{} -> e{at};", taken.0);
        }
        for given in prefix.gives(EventId(at as u32)) {
            let _ = writeln!(out, "  e{at} -> c{};", given.0);
        }
    }
    out.push_str("}\n");
    out
}
