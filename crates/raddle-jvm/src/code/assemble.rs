//! Writes small class files: the classes that the machine makes for lambdas, string concatenations and records. They
//! take the same way as all others afterwards: parsed, linked, decoded.

use crate::classes::class_file::{access, encode_modified_utf8};
use crate::classes::descriptor::Kind;
use rustc_hash::FxHashMap;

/// A class file under construction.
pub struct ClassBuilder {
    pool: Vec<u8>,
    pool_count: u16,
    known: FxHashMap<Vec<u8>, u16>,
    name: u16,
    superclass: u16,
    interfaces: Vec<u16>,
    fields: Vec<u8>,
    field_count: u16,
    methods: Vec<u8>,
    method_count: u16,
}

impl ClassBuilder {
    /// A class with a superclass and interfaces.
    pub fn new(name: &str, superclass: &str, interfaces: &[&str]) -> ClassBuilder {
        let mut builder = ClassBuilder {
            pool: Vec::new(),
            pool_count: 1,
            known: FxHashMap::default(),
            name: 0,
            superclass: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            field_count: 0,
            methods: Vec::new(),
            method_count: 0,
        };
        builder.name = builder.class(name);
        builder.superclass = builder.class(superclass);
        builder.interfaces = interfaces.iter().map(|interface| builder.class(interface)).collect();
        builder
    }

    fn constant(&mut self, bytes: Vec<u8>) -> u16 {
        if let Some(known) = self.known.get(&bytes) {
            return *known;
        }
        let index = self.pool_count;
        self.pool_count += 1;
        self.pool.extend_from_slice(&bytes);
        self.known.insert(bytes, index);
        index
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let mut bytes = vec![tag];
        bytes.extend_from_slice(&first.to_be_bytes());
        bytes.extend_from_slice(&second.to_be_bytes());
        self.constant(bytes)
    }

    /// A text constant.
    pub fn utf8(&mut self, text: &str) -> u16 {
        let encoded = encode_modified_utf8(text);
        let mut bytes = vec![1];
        bytes.extend_from_slice(&(encoded.len() as u16).to_be_bytes());
        bytes.extend_from_slice(&encoded);
        self.constant(bytes)
    }

    /// A class constant.
    pub fn class(&mut self, name: &str) -> u16 {
        let text = self.utf8(name);
        let mut bytes = vec![7];
        bytes.extend_from_slice(&text.to_be_bytes());
        self.constant(bytes)
    }

    /// A string constant.
    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        let mut bytes = vec![8];
        bytes.extend_from_slice(&text.to_be_bytes());
        self.constant(bytes)
    }

    /// A field or method constant: tag 9 for fields, 10 for methods, 11 for methods of interfaces.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let name = self.utf8(name);
        let descriptor = self.utf8(descriptor);
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(tag, class, name_and_type)
    }

    /// Adds a field.
    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let name = self.utf8(name);
        let descriptor = self.utf8(descriptor);
        for part in [access, name, descriptor, 0] {
            self.fields.extend_from_slice(&part.to_be_bytes());
        }
        self.field_count += 1;
    }

    /// Adds a method with code.
    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, code: CodeBuilder) {
        let name = self.utf8(name);
        let descriptor = self.utf8(descriptor);
        let attribute = self.utf8("Code");
        for part in [access, name, descriptor, 1, attribute] {
            self.methods.extend_from_slice(&part.to_be_bytes());
        }
        let length = 12 + code.bytes.len() as u32;
        self.methods.extend_from_slice(&length.to_be_bytes());
        self.methods.extend_from_slice(&code.max_stack.to_be_bytes());
        self.methods.extend_from_slice(&code.max_locals.to_be_bytes());
        self.methods.extend_from_slice(&(code.bytes.len() as u32).to_be_bytes());
        self.methods.extend_from_slice(&code.bytes);
        self.methods.extend_from_slice(&[0; 4]);
        self.method_count += 1;
    }

    /// The class file.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
        let put = |value: u16, bytes: &mut Vec<u8>| bytes.extend_from_slice(&value.to_be_bytes());
        put(self.pool_count, &mut bytes);
        bytes.extend_from_slice(&self.pool);
        put(access::PUBLIC | access::FINAL | access::SYNCHRONIZED | 0x1000, &mut bytes);
        put(self.name, &mut bytes);
        put(self.superclass, &mut bytes);
        put(self.interfaces.len() as u16, &mut bytes);
        for interface in &self.interfaces {
            put(*interface, &mut bytes);
        }
        put(self.field_count, &mut bytes);
        bytes.extend_from_slice(&self.fields);
        put(self.method_count, &mut bytes);
        bytes.extend_from_slice(&self.methods);
        put(0, &mut bytes);
        bytes
    }
}

/// Bytecode under construction. Its operand stack is sized generously rather than exactly.
pub struct CodeBuilder {
    bytes: Vec<u8>,
    max_stack: u16,
    max_locals: u16,
}

impl CodeBuilder {
    /// Code with room for operands and variables.
    pub fn new(max_stack: u16, max_locals: u16) -> CodeBuilder {
        CodeBuilder { bytes: Vec::new(), max_stack, max_locals }
    }

    /// An instruction without operands.
    pub fn op(&mut self, opcode: u8) -> &mut CodeBuilder {
        self.bytes.push(opcode);
        self
    }

    /// An instruction with a pool index or a jump offset.
    pub fn op16(&mut self, opcode: u8, operand: u16) -> &mut CodeBuilder {
        self.bytes.push(opcode);
        self.bytes.extend_from_slice(&operand.to_be_bytes());
        self
    }

    /// Where the next instruction begins.
    pub fn here(&self) -> usize {
        self.bytes.len()
    }

    /// Lets the jump at `jump` lead here.
    pub fn patch(&mut self, jump: usize) {
        let offset = (self.bytes.len() - jump) as u16;
        self.bytes[jump + 1..jump + 3].copy_from_slice(&offset.to_be_bytes());
    }

    /// An interface call.
    pub fn invoke_interface(&mut self, member: u16, slots: u8) -> &mut CodeBuilder {
        self.op16(185, member);
        self.bytes.extend_from_slice(&[slots, 0]);
        self
    }

    /// Loads a local variable of a kind.
    pub fn load(&mut self, kind: Kind, index: u16) -> &mut CodeBuilder {
        let opcode = match kind {
            Kind::Long => 22,
            Kind::Float => 23,
            Kind::Double => 24,
            Kind::Reference => 25,
            _ => 21,
        };
        self.bytes.push(196);
        self.op16(opcode, index)
    }

    /// Returns a value of a kind.
    pub fn return_value(&mut self, kind: Kind) -> &mut CodeBuilder {
        self.op(match kind {
            Kind::Void => 177,
            Kind::Long => 173,
            Kind::Float => 174,
            Kind::Double => 175,
            Kind::Reference => 176,
            _ => 172,
        })
    }
}
