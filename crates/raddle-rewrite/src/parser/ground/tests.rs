//! Random texts over signatures with every trap that we know of: what the reader reads, the chart reads too, and only
//! in this way. Many texts are ambiguous or no terms at all; there the reader must keep out.

use super::GroundReader;
use crate::interpreter::{Interpreter, NoFiles, Options};
use crate::modules::Theory;
use crate::names::Name;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::syntax::ast::Piece;
use crate::syntax::lexer::tokenize;
use crate::terms::signature::Shape;
use crate::terms::{KindId, SymbolId};

const SEED: u64 = 0x060D_5EED;
const TEXTS: usize = 800;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

const MODULES: [(&str, &str); 12] = [
    ("SCP", include_str!("../../../../../examples/maude/scp.maude")),
    ("ABP", include_str!("../../../../../examples/maude/abp.maude")),
    (
        "QUEUES",
        "fmod QUEUES is sorts A B Qa Qb S . subsorts A < Qa . subsorts B < Qb . ops a a' : -> A . ops b b' : -> B . \
         op nil : -> Qa . op nil : -> Qb . op _|_ : Qa Qa -> Qa [assoc id: (nil).Qa] . \
         op _|_ : Qb Qb -> Qb [assoc id: (nil).Qb] . op [_;_] : Qa Qb -> S . op pc[_]:_ : Qa Qb -> S . \
         op sb:_ : Qa -> S . op __ : S S -> S [assoc comm] . endfm\n",
    ),
    (
        "MIXED",
        "fmod MIXED is pr NAT . sorts E L . subsort Nat < E < L . ops a b - 1 : -> E . op -_ : E -> E . \
         op _-_ : E E -> E [prec 33 gather (E e)] . op _+_ : E E -> E [ditto] . op _*_ : E E -> E [assoc comm prec 31] . \
         op _! : E -> E [prec 10] . op if_then_else_ : E E E -> E . op if_then_ : E E -> E . op _,_ : L L -> L [assoc prec 121] . \
         op f : E E -> E . op f : L -> L . op <_> : L -> E . op _in_ : E L -> E . endfm\n",
    ),
    (
        "CHAINS",
        "fmod CHAINS is sorts E L M . subsort E < L < M . ops a b c : -> E . op __ : L L -> L [assoc] . \
         op _;_ : M M -> M [assoc comm prec 41] . op _then_ : M M -> E [prec 20] . op _of : L -> E [prec 10 gather (&)] . \
         op _||_ : M M -> M [assoc gather (E e)] . op _||_done : M M -> M . op g : M -> E . endfm\n",
    ),
    (
        "NESTED",
        "fmod NESTED is sorts A B . ops x y : -> A . ops x z : -> B . op [_] : A -> B . op [_] : B -> A . op _._ : A B -> A . \
         op _._ : B A -> B . op (_) : A -> A . op h : A B -> A . op h : B A -> A . endfm\n",
    ),
    ("LIST{Nat}", "red in LIST{Nat} : nil .\n"),
    ("SET{Qid}", "red in SET{Qid} : empty .\n"),
    ("MAP{Nat, Qid}", "red in MAP{Nat, Qid} : empty .\n"),
    ("CONFIGURATION", ""),
    ("RAT", ""),
    ("STRING", ""),
];

fn theory(name: &str, source: &str) -> Theory {
    let mut interpreter = Interpreter::new(Options::default());
    let mut out = Vec::new();
    interpreter.run(name, source, &mut NoFiles, &mut out).expect("no i/o error");
    let found = interpreter
        .database
        .fetch(Name::new(name))
        .or(interpreter.current)
        .unwrap_or_else(|| panic!("{name} is missing"));
    interpreter.database().theory(found)
}

/// A text that is meant to be of a kind; bracketing is up to chance, so it may be anything.
fn text(random: &mut Random, theory: &Theory, kind: KindId, depth: usize) -> String {
    let signature = &theory.terms.signature;
    let known = &signature.known;
    if known.zero.is_some_and(|zero| signature.get(zero).range == kind) && random.below(3) > 0 {
        return ["0", "1", "27", "1234567890123456789012", "007"][random.below(5)].to_owned();
    }
    let candidates: Vec<SymbolId> = signature
        .symbols()
        .filter(|(_, symbol)| symbol.range == kind && symbol.shape != Shape::Variable)
        .filter(|(_, symbol)| depth > 0 || symbol.arity() == 0)
        .map(|(id, _)| id)
        .collect();
    let Some(&id) = candidates.get(random.below(candidates.len().max(1))) else {
        return ["a", "\"s\"", "'q", "-5", "2/3", "X:Nat", "nil"][random.below(7)].to_owned();
    };
    let symbol = signature.get(id);
    let mut parts: Vec<String> =
        symbol.domain.iter().map(|&kind| text(random, theory, kind, depth - 1)).collect();
    for part in &mut parts {
        match random.below(12) {
            0..4 => *part = format!("({part})"),
            4 => *part = format!("(({part}))"),
            _ => {}
        }
    }
    if symbol.arity() == 0 {
        return symbol.name.text().to_owned();
    }
    if !symbol.is_mixfix() || random.below(8) == 0 {
        return format!("{}({})", symbol.name, parts.join(", "));
    }
    let mut parts = parts.into_iter();
    let words: Vec<String> = symbol
        .pieces
        .iter()
        .map(|piece| match piece {
            Piece::Word(word) => word.text().to_owned(),
            Piece::Hole => parts.next().unwrap_or_default(),
        })
        .collect();
    words.join(" ")
}

/// Breaks a text here and there.
fn damage(random: &mut Random, text: &mut String) {
    let words: Vec<&str> = text.split(' ').collect();
    if random.below(4) == 0 && words.len() > 1 {
        let (at, from) = (random.below(words.len()), random.below(words.len()));
        let mut changed: Vec<&str> = words.clone();
        if random.below(2) == 0 {
            changed.remove(at);
        } else {
            changed[at] = words[from];
        }
        *text = changed.join(" ");
    }
}

/// Pieces of texts that are hard to split or to read.
const PIECES: [&str; 30] = [
    "(", ")", "[", "]", "{", "}", ",", " ", "\n", "\"", "\"s\"", "`", "\\", "***", "---", ".", "a", "b", "|",
    "nil", "sb:", "pc", ":", "X:Qa", "Qa", "é", "\u{7}", "f^3", "1", ").Qa",
];

#[test]
fn noise_is_read_as_the_chart_reads_it() {
    let mut random = Random(SEED);
    let (name, source) = MODULES[2];
    let mut theory = theory(name, source);
    let mut grammar = Grammar::new(&theory.terms.signature, theory.variables.clone());
    let mut reader = GroundReader::new(&mut grammar, &mut theory.terms);
    for _ in 0..20 * TEXTS {
        let pieces: Vec<&str> = (0..random.below(9)).map(|_| PIECES[random.below(PIECES.len())]).collect();
        let text = pieces.concat();
        let Some(fast) = reader.read(&mut grammar, &mut theory.terms, &text) else { continue };
        let tokens = tokenize(&text).tokens;
        let slow = parse(&mut grammar, &mut theory.terms, &tokens, Goal::Term);
        assert!(
            slow.is_ok_and(|parsed| parsed.sentence.left == fast && parsed.other.is_none()),
            "seed {SEED:#x}: {text:?}"
        );
    }
}

#[test]
fn the_reader_agrees_with_the_chart() {
    println!("seed {SEED:#x}, {TEXTS} texts for each of {} modules", MODULES.len());
    let mut random = Random(SEED);
    for (name, source) in MODULES {
        let mut theory = theory(name, source);
        let mut grammar = Grammar::new(&theory.terms.signature, theory.variables.clone());
        let mut reader = GroundReader::new(&mut grammar, &mut theory.terms);
        let kinds: Vec<KindId> = theory.terms.signature.sorts.kinds().map(|(kind, _)| kind).collect();
        let (mut read, mut good) = (0, 0);
        let mut last = String::new();
        for number in 0..TEXTS {
            let kind = kinds[random.below(kinds.len())];
            let depth = 1 + random.below(4);
            // Every other text is the one before with something changed: parts of it have been read already.
            let mut text =
                if number % 2 == 1 { last.clone() } else { text(&mut random, &theory, kind, depth) };
            if text.len() > 400 {
                continue;
            }
            damage(&mut random, &mut text);
            last.clone_from(&text);
            let fast = reader.read(&mut grammar, &mut theory.terms, &text);
            let tokens = tokenize(&text).tokens;
            let slow = parse(&mut grammar, &mut theory.terms, &tokens, Goal::Term);
            good += usize::from(slow.as_ref().is_ok_and(|parsed| parsed.other.is_none()));
            let Some(fast) = fast else { continue };
            read += 1;
            match slow {
                Ok(parsed) => {
                    assert_eq!(fast, parsed.sentence.left, "{name}: {text}");
                    assert!(parsed.other.is_none(), "{name}: {text} is ambiguous");
                }
                Err(fault) => panic!("{name}: {text}: {}", fault.message),
            }
        }
        println!("{name}: {read} of {good} terms were read fast");
        assert!(read > 0, "{name}");
    }
}
