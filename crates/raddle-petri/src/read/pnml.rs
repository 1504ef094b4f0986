//! PNML, the exchange format of Petri-net tools: place/transition nets, with pages, references and read arcs.
//!
//! Of an arc's `type`, `read` and `test` are read arcs; any other than `normal` is told as not supported. Positions,
//! colours of drawings and what tools keep for themselves are passed over.

use roxmltree::{Document, Node};
use rustc_hash::FxHashMap;

use super::{Diagnostic, tokens, weight};
use crate::net::{Net, PlaceId, TransitionId};

#[derive(Clone, Copy)]
enum Known {
    Place(PlaceId),
    Transition(TransitionId),
}

struct Reader<'a, 'input> {
    document: &'a Document<'input>,
    net: Net,
    nodes: FxHashMap<&'a str, Known>,
    wrong: Vec<Diagnostic>,
}

/// Reads a net, and all that is wrong with it.
pub fn read(text: &str) -> (Net, Vec<Diagnostic>) {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let place = error.pos();
            let message = format!("this is no XML: {}", in_own_words(&error));
            return (Net::new(), vec![Diagnostic::new(place.row as usize, place.col as usize, message)]);
        }
    };
    let mut reader =
        Reader { document: &document, net: Net::new(), nodes: FxHashMap::default(), wrong: Vec::new() };
    reader.document();
    (reader.net, reader.wrong)
}

/// What the parser says, without the place, which is told already.
fn in_own_words(error: &roxmltree::Error) -> String {
    let words = error.to_string();
    words.rsplit_once(" at ").map_or(words.clone(), |(what, _)| what.to_owned())
}

/// The text of `<name><text>…</text></name>` and the like, with the element that it stands in.
fn label<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<(&'a str, Node<'a, 'input>)> {
    let labelled = node.children().find(|child| child.has_tag_name_without_namespace(name))?;
    let text = labelled.children().find(|child| child.has_tag_name_without_namespace("text"))?;
    Some((text.text().unwrap_or_default().trim(), labelled))
}

trait Tag {
    /// Whether an element has a name, in whatever namespace.
    fn has_tag_name_without_namespace(&self, name: &str) -> bool;
}

impl Tag for Node<'_, '_> {
    fn has_tag_name_without_namespace(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

impl<'a> Reader<'a, '_> {
    fn tell(&mut self, node: Node<'_, '_>, message: impl Into<String>) {
        let place = self.document.text_pos_at(node.range().start);
        self.wrong.push(Diagnostic::new(place.row as usize, place.col as usize, message));
    }

    fn document(&mut self) {
        let root = self.document.root_element();
        if !root.has_tag_name_without_namespace("pnml") {
            let message = format!("expected <pnml>, but this is <{}>", root.tag_name().name());
            return self.tell(root, message);
        }
        let mut nets = root.children().filter(|child| child.has_tag_name_without_namespace("net"));
        let Some(net) = nets.next() else { return self.tell(root, "there is no <net> in this file") };
        if let Some(second) = nets.next() {
            self.tell(second, "a second net in one file: expected one");
        }
        let kind = net.attribute("type").unwrap_or_default();
        if ["symmetricnet", "highlevelnet", "hlcorestructure", "pt-hlpng", "hlpn"]
            .iter()
            .any(|high| kind.contains(high))
        {
            return self.tell(
                net,
                format!("a net of the type '{kind}' is not supported: expected a place/transition net"),
            );
        }
        let inside = || net.descendants();
        for node in inside() {
            let Some(id) = node.attribute("id") else { continue };
            let known = if node.has_tag_name_without_namespace("place") {
                self.place(node, id)
            } else if node.has_tag_name_without_namespace("transition") {
                let name = label(node, "name").map_or(id, |(name, _)| name);
                Known::Transition(self.net.add_transition(name))
            } else {
                continue;
            };
            if self.nodes.insert(id, known).is_some() {
                self.tell(node, format!("the id '{id}' is there twice"));
            }
        }
        // A reference stands for another node, perhaps by way of further references: as many rounds as there are.
        let references: Vec<Node<'a, '_>> = inside()
            .filter(|node| {
                node.has_tag_name_without_namespace("referencePlace")
                    || node.has_tag_name_without_namespace("referenceTransition")
            })
            .collect();
        let targets: FxHashMap<&str, &str> = references
            .iter()
            .filter_map(|node| Some((node.attribute("id")?, node.attribute("ref")?)))
            .collect();
        for node in &references {
            let Some(id) = node.attribute("id") else { continue };
            let mut target = id;
            let mut rounds = 0;
            while let Some(&next) = targets.get(target).filter(|_| rounds <= targets.len()) {
                target = next;
                rounds += 1;
            }
            match self.nodes.get(target).copied() {
                Some(known) => {
                    self.nodes.insert(id, known);
                }
                None => self.tell(
                    *node,
                    format!("'{id}' refers to '{target}', which is neither a place nor a transition"),
                ),
            }
        }
        for node in inside().filter(|node| node.has_tag_name_without_namespace("arc")) {
            if let Err(message) = self.arc(node) {
                self.tell(node, message);
            }
        }
    }

    fn place(&mut self, node: Node<'_, '_>, id: &str) -> Known {
        let name = label(node, "name").map_or(id, |(name, _)| name).to_owned();
        let place = self.net.add_place(name.clone(), false);
        if let Some((count, at)) = label(node, "initialMarking") {
            match tokens(count, &name) {
                Ok(holds_token) => self.net.mark(place, holds_token),
                Err(message) => self.tell(at, message),
            }
        }
        Known::Place(place)
    }

    fn arc(&mut self, node: Node<'_, '_>) -> Result<(), String> {
        let end = |side: &str| {
            let id = node.attribute(side).ok_or_else(|| format!("this arc has no {side}"))?;
            self.nodes
                .get(id)
                .copied()
                .ok_or_else(|| format!("there is neither a place nor a transition '{id}'"))
        };
        let ends = (end("source")?, end("target")?);
        if let Some((count, _)) = label(node, "inscription") {
            weight(count)?;
        }
        let kind = node.children().find(|child| child.has_tag_name_without_namespace("type"));
        let kind = kind.and_then(|kind| kind.attribute("value")).unwrap_or("normal");
        let added = match (ends, kind) {
            ((Known::Place(place), Known::Transition(transition)), "normal") => {
                self.net.take(transition, place)
            }
            ((Known::Transition(transition), Known::Place(place)), "normal") => {
                self.net.give(transition, place)
            }
            ((Known::Place(place), Known::Transition(transition)), "read" | "test") => {
                self.net.read(transition, place)
            }
            (_, "normal" | "read" | "test") => {
                return Err("an arc leads from a place to a transition, or back".to_owned());
            }
            (_, other) => return Err(format!("arcs of the type '{other}' are not supported")),
        };
        added.map_err(|bad| bad.to_string())
    }
}
