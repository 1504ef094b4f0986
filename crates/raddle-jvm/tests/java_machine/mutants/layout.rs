//! What a well-formed class file consists of: each number and text in it, with its place and its meaning.

/// What a part of a class file means; mutations are spread evenly over these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    Magic,
    Version,
    PoolCount,
    PoolTag,
    /// An index that a constant has.
    PoolReference,
    /// The kind of a method handle.
    HandleKind,
    Number,
    TextLength,
    Text,
    ClassFlags,
    ThisClass,
    SuperClass,
    Interface,
    MemberCount,
    FieldFlags,
    MethodFlags,
    MemberName,
    MemberDescriptor,
    AttributeCount,
    AttributeName,
    AttributeLength,
    /// A field of a `ConstantValue`, `Signature`, `SourceFile` or another attribute that only refers to constants.
    AttributeReference,
    /// Any two bytes of an annotation.
    Annotation,
    InnerClass,
    NestOrPermitted,
    Record,
    BootstrapMethod,
    MaxStack,
    MaxLocals,
    CodeLength,
    CodeByte,
    ExceptionCount,
    ExceptionRange,
    CatchType,
    Exceptions,
    MethodParameters,
    LineNumber,
    LocalVariable,
    StackMapByte,
}

/// A part of a class file.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub at: usize,
    pub length: usize,
    pub part: Part,
}

/// A stretch that can be copied or removed, and the count of two bytes that says how many there are.
#[derive(Clone, Debug)]
pub struct Piece {
    pub range: std::ops::Range<usize>,
    pub count_at: usize,
    /// The lengths of four bytes of the attributes that it lies in.
    pub lengths_at: Vec<usize>,
}

/// The parts of a class file.
#[derive(Default)]
pub struct Layout {
    pub items: Vec<Item>,
    pub pieces: Vec<Piece>,
    /// Where each constant begins; an index without one is empty.
    pub constants: Vec<Option<std::ops::Range<usize>>>,
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    layout: Layout,
    lengths: Vec<usize>,
}

/// Takes a well-formed class file apart.
pub fn layout(bytes: &[u8]) -> Layout {
    let mut walk = Walk { bytes, at: 0, layout: Layout::default(), lengths: Vec::new() };
    walk.class();
    assert_eq!(walk.at, bytes.len(), "the walk over a class file ends at its end");
    walk.layout
}

impl Walk<'_> {
    fn number(&mut self, length: usize, part: Part) -> usize {
        let value = self.bytes[self.at..self.at + length]
            .iter()
            .fold(0, |value, byte| value << 8 | usize::from(*byte));
        self.layout.items.push(Item { at: self.at, length, part });
        self.at += length;
        value
    }

    fn rest(&mut self, end: usize, part: Part) {
        while self.at + 2 <= end {
            self.number(2, part);
        }
        while self.at < end {
            self.number(1, part);
        }
    }

    fn text(&self, index: usize) -> &[u8] {
        match &self.layout.constants[index] {
            Some(range) => &self.bytes[range.start + 3..range.end],
            None => &[],
        }
    }

    fn piece(&mut self, start: usize, count_at: usize) {
        let lengths_at = self.lengths.clone();
        self.layout.pieces.push(Piece { range: start..self.at, count_at, lengths_at });
    }

    fn class(&mut self) {
        self.number(4, Part::Magic);
        self.number(2, Part::Version);
        self.number(2, Part::Version);
        let count = self.number(2, Part::PoolCount);
        self.layout.constants.push(None);
        while self.layout.constants.len() < count {
            self.constant();
        }
        self.number(2, Part::ClassFlags);
        self.number(2, Part::ThisClass);
        self.number(2, Part::SuperClass);
        let count_at = self.at;
        for _ in 0..self.number(2, Part::MemberCount) {
            let start = self.at;
            self.number(2, Part::Interface);
            self.piece(start, count_at);
        }
        for flags in [Part::FieldFlags, Part::MethodFlags] {
            let count_at = self.at;
            for _ in 0..self.number(2, Part::MemberCount) {
                let start = self.at;
                self.number(2, flags);
                self.number(2, Part::MemberName);
                self.number(2, Part::MemberDescriptor);
                self.attributes();
                self.piece(start, count_at);
            }
        }
        self.attributes();
    }

    fn constant(&mut self) {
        let start = self.at;
        let tag = self.number(1, Part::PoolTag);
        match tag {
            1 => {
                let length = self.number(2, Part::TextLength);
                for _ in 0..length {
                    self.number(1, Part::Text);
                }
            }
            3 | 4 => {
                self.number(4, Part::Number);
            }
            5 | 6 => {
                self.number(8, Part::Number);
            }
            15 => {
                self.number(1, Part::HandleKind);
                self.number(2, Part::PoolReference);
            }
            7 | 8 | 16 | 19 | 20 => {
                self.number(2, Part::PoolReference);
            }
            _ => {
                self.number(2, Part::PoolReference);
                self.number(2, Part::PoolReference);
            }
        }
        self.layout.constants.push(Some(start..self.at));
        if matches!(tag, 5 | 6) {
            self.layout.constants.push(None);
        }
    }

    fn attributes(&mut self) {
        let count_at = self.at;
        for _ in 0..self.number(2, Part::AttributeCount) {
            let start = self.at;
            let name = self.number(2, Part::AttributeName);
            let name = String::from_utf8_lossy(self.text(name)).into_owned();
            let length_at = self.at;
            let length = self.number(4, Part::AttributeLength);
            let end = self.at + length;
            self.lengths.push(length_at);
            match name.as_str() {
                "Code" => self.code(),
                "StackMapTable" => {
                    while self.at < end {
                        self.number(1, Part::StackMapByte);
                    }
                }
                "LineNumberTable" => self.table(&[Part::LineNumber; 2]),
                "LocalVariableTable" | "LocalVariableTypeTable" => self.table(&[Part::LocalVariable; 5]),
                "Exceptions" => self.table(&[Part::Exceptions]),
                "InnerClasses" => self.table(&[Part::InnerClass; 4]),
                "NestMembers" | "PermittedSubclasses" => self.table(&[Part::NestOrPermitted]),
                "NestHost" => self.rest(end, Part::NestOrPermitted),
                "BootstrapMethods" => self.rest(end, Part::BootstrapMethod),
                "Record" => self.rest(end, Part::Record),
                "MethodParameters" => {
                    self.number(1, Part::MethodParameters);
                    self.rest(end, Part::MethodParameters);
                }
                name if name.contains("Annotation") => self.rest(end, Part::Annotation),
                _ => self.rest(end, Part::AttributeReference),
            }
            self.lengths.pop();
            self.piece(start, count_at);
        }
    }

    fn table(&mut self, row: &[Part]) {
        let count_at = self.at;
        for _ in 0..self.number(2, row[0]) {
            let start = self.at;
            for part in row {
                self.number(2, *part);
            }
            self.piece(start, count_at);
        }
    }

    fn code(&mut self) {
        self.number(2, Part::MaxStack);
        self.number(2, Part::MaxLocals);
        let length = self.number(4, Part::CodeLength);
        for _ in 0..length {
            self.number(1, Part::CodeByte);
        }
        let count_at = self.at;
        for _ in 0..self.number(2, Part::ExceptionCount) {
            let start = self.at;
            for part in [Part::ExceptionRange, Part::ExceptionRange, Part::ExceptionRange, Part::CatchType] {
                self.number(2, part);
            }
            self.piece(start, count_at);
        }
        self.attributes();
    }
}
