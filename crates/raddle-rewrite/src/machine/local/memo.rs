//! What is known of steps: for a local rule and some elements, what they become; for an element of a soup, the steps
//! inside it. The table belongs to an arena, since its terms do.

use crate::terms::TermId;
use smallvec::SmallVec;

/// What a question is about, before its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A local rule.
    Rule(u32),
    /// All rules inside a term.
    Inside,
}

/// A question: the terms are the other arguments around the soup and the elements, or the one element.
pub(crate) type Terms = SmallVec<[TermId; 12]>;

/// A set of answers; an index of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    first: u32,
    count: u32,
}

impl Answers {
    /// The answers one by one.
    pub(crate) fn each(self) -> impl Iterator<Item = Answer> + use<> {
        (self.first..self.first + self.count).map(Answer)
    }
}

/// An answer; an index of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer(u32);

/// A new answer, before it is in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewAnswer {
    /// The rule.
    pub rule: u32,
    /// The other arguments around the soup, where they change.
    pub around: SmallVec<[TermId; 4]>,
    /// The elements that come, in order.
    pub elements: SmallVec<[TermId; 8]>,
}

#[derive(Clone, Debug)]
struct Entry {
    hash: u64,
    /// Where the question's words are.
    question: u32,
    length: u32,
    answers: Answers,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    rule: u32,
    start: u32,
    around: u32,
    elements: u32,
}

/// The table: questions by open addressing, and all their terms in one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepMemo {
    table: Vec<u32>,
    entries: Vec<Entry>,
    answers: Vec<Kept>,
    words: Vec<TermId>,
    /// How many answers were computed since the start.
    pub computed: u64,
}

const EMPTY: u32 = u32::MAX;
/// Beyond so many bytes nothing more is remembered, and everything is forgotten at the next chance.
const MOST_BYTES: usize = 48 << 20;

impl StepMemo {
    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        (self.table.len() + self.words.len()) * 4
            + self.entries.len() * size_of::<Entry>()
            + self.answers.len() * size_of::<Kept>()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = StepMemo { computed: self.computed, ..StepMemo::default() };
    }

    /// Whether nothing more should be remembered until something is forgotten.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes() > MOST_BYTES
    }

    #[inline]
    fn hash(subject: Subject, terms: &[TermId]) -> u64 {
        const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = u64::from(Self::word(subject).0).wrapping_mul(MULTIPLIER);
        for term in terms {
            hash = (hash.rotate_left(23) ^ u64::from(term.0)).wrapping_mul(MULTIPLIER);
        }
        hash ^ (hash >> 32)
    }

    fn word(subject: Subject) -> TermId {
        match subject {
            Subject::Rule(rule) => TermId(rule),
            Subject::Inside => TermId(u32::MAX),
        }
    }

    /// The answers to a question, if they are known.
    #[inline]
    pub(crate) fn find(&self, subject: Subject, terms: &[TermId]) -> Option<Answers> {
        if self.table.is_empty() {
            return None;
        }
        let hash = Self::hash(subject, terms);
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let found = self.table[at];
            if found == EMPTY {
                return None;
            }
            let entry = &self.entries[found as usize];
            if entry.hash == hash && entry.length as usize == terms.len() {
                let start = entry.question as usize;
                let words = &self.words[start..=start + terms.len()];
                if words[0] == Self::word(subject) && words[1..] == *terms {
                    return Some(entry.answers);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Remembers the answers to a question that had none.
    pub(crate) fn keep(&mut self, subject: Subject, terms: &[TermId], found: &[NewAnswer]) -> Answers {
        if self.entries.len() * 2 >= self.table.len() {
            self.grow();
        }
        let hash = Self::hash(subject, terms);
        let question = self.words.len() as u32;
        self.words.push(Self::word(subject));
        self.words.extend_from_slice(terms);
        let answers = Answers { first: self.answers.len() as u32, count: found.len() as u32 };
        for answer in found {
            let start = self.words.len() as u32;
            self.words.extend_from_slice(&answer.around);
            self.words.extend_from_slice(&answer.elements);
            let (around, elements) = (answer.around.len() as u32, answer.elements.len() as u32);
            self.answers.push(Kept { rule: answer.rule, start, around, elements });
        }
        self.computed += 1;
        let index = self.entries.len() as u32;
        self.entries.push(Entry { hash, question, length: terms.len() as u32, answers });
        self.place(index);
        answers
    }

    fn place(&mut self, index: u32) {
        let mask = self.table.len() - 1;
        let mut at = self.entries[index as usize].hash as usize & mask;
        while self.table[at] != EMPTY {
            at = (at + 1) & mask;
        }
        self.table[at] = index;
    }

    fn grow(&mut self) {
        self.table = vec![EMPTY; (self.table.len() * 2).max(1 << 8)];
        for index in 0..self.entries.len() as u32 {
            self.place(index);
        }
    }

    /// The rule of an answer.
    pub(crate) fn rule(&self, answer: Answer) -> u32 {
        self.answers[answer.0 as usize].rule
    }

    /// The other arguments of an answer, none if they stay; and its elements.
    #[inline]
    pub(crate) fn get(&self, answer: Answer) -> (&[TermId], &[TermId]) {
        let kept = self.answers[answer.0 as usize];
        let start = kept.start as usize;
        let middle = start + kept.around as usize;
        (&self.words[start..middle], &self.words[middle..middle + kept.elements as usize])
    }
}
