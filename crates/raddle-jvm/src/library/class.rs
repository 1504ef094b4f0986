//! What is known of a linked class, its fields and its methods: facts that hold in every run. The state that differs
//! from run to run (mirrors, initialisation, static values) lives in the machine.

use super::{ClassId, LoaderId, MethodId, Symbol};
use crate::classes::class_file::{self, ClassFile};
use crate::classes::descriptor::Kind;
use crate::code::Code;
use crate::code::instruction::field_kind;
use crate::natives::NativeMethod;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};

/// A field.
#[derive(Debug)]
pub struct Field {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: Symbol,
    /// Its descriptor.
    pub descriptor: Symbol,
    /// Its kind.
    pub kind: Kind,
    /// Its access flags.
    pub access: u16,
    /// The word of the object (or, if static, of the class mirror) that holds it.
    pub offset: u16,
}

impl Field {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.access & class_file::access::STATIC != 0
    }

    /// Whether it is final.
    pub fn is_final(&self) -> bool {
        self.access & class_file::access::FINAL != 0
    }

    /// The small operand of quickened field instructions.
    pub fn operand(&self) -> u8 {
        let size = match self.kind {
            Kind::Boolean | Kind::Byte => field_kind::BYTE,
            Kind::Short => field_kind::SHORT,
            Kind::Char => field_kind::CHAR,
            Kind::Long | Kind::Double => field_kind::WIDE,
            _ => field_kind::WORD,
        };
        let mut operand = size;
        if self.kind == Kind::Reference {
            operand |= field_kind::REFERENCE;
        }
        if self.is_final() {
            operand |= field_kind::FINAL;
        }
        if self.access & class_file::access::VOLATILE != 0 {
            operand |= field_kind::VOLATILE;
        }
        operand
    }
}

/// What of a method a scheduler gets to see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Visibility {
    /// Every operation of its own code; and it is the program's.
    Program,
    /// Every operation of its own code.
    Ordinary,
    /// Its own accesses to fields are to data that never changes; the arrays that it reads may be anybody's.
    QuietFields,
    /// Its own accesses are to data that never changes, or to the library's own bookkeeping.
    Quiet,
    /// Nothing of the whole call.
    Silent,
    /// The whole call is one operation.
    Single,
}

impl Visibility {
    /// Whether accesses of its own code to fields are not seen.
    pub fn hides_fields(self) -> bool {
        matches!(self, Visibility::QuietFields | Visibility::Quiet)
    }
}

/// A method.
pub struct Method {
    /// Its id.
    pub id: MethodId,
    /// The class that declares it.
    pub class: ClassId,
    /// Its position among the methods of the class file.
    pub index: u16,
    /// Its name.
    pub name: Symbol,
    /// Its descriptor.
    pub descriptor: Symbol,
    /// Its access flags.
    pub access: u16,
    /// The slots of its arguments, the receiver included.
    pub argument_slots: u8,
    /// The kind of its result.
    pub result: Kind,
    /// The kinds of its parameters, without the receiver.
    pub parameters: Box<[Kind]>,
    /// Its place in the vtable of its class, if it is called through one.
    pub vtable_index: Cell<Option<u16>>,
    /// What runs in place of bytecode.
    pub native: Option<&'static NativeMethod>,
    /// Left out of stack traces.
    pub hidden: bool,
    /// What of it a scheduler gets to see.
    pub visibility: Visibility,
    /// Of a task for fork-join pools that is not of `java.util.concurrent`: it is no part of a step of the pool's.
    pub is_task: bool,
    /// Signature-polymorphic: any descriptor fits.
    pub polymorphic: bool,
    /// The decoded code, once it ran.
    pub code: OnceCell<Code>,
}

impl Method {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.access & class_file::access::STATIC != 0
    }

    /// Whether it is abstract.
    pub fn is_abstract(&self) -> bool {
        self.access & class_file::access::ABSTRACT != 0
    }

    /// Whether it is native.
    pub fn is_native(&self) -> bool {
        self.access & class_file::access::NATIVE != 0
    }

    /// Whether it is private.
    pub fn is_private(&self) -> bool {
        self.access & class_file::access::PRIVATE != 0
    }

    /// Whether it is synchronized.
    pub fn is_synchronized(&self) -> bool {
        self.access & class_file::access::SYNCHRONIZED != 0
    }
}

/// What a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassShape {
    /// A class or an interface with a class file.
    Instance,
    /// An array of a class.
    ReferenceArray(ClassId),
    /// An array of a primitive kind.
    PrimitiveArray(Kind),
    /// A primitive type or `void`.
    Primitive(Kind),
}

/// A linked class.
pub struct Class {
    /// Its id.
    pub id: ClassId,
    /// Its name, with slashes.
    pub name: Symbol,
    /// The loader that defined it.
    pub loader: LoaderId,
    /// What it is.
    pub shape: ClassShape,
    /// Its access flags.
    pub access: u16,
    /// Its superclass.
    pub superclass: Option<ClassId>,
    /// The interfaces that it names.
    pub interfaces: Vec<ClassId>,
    /// All interfaces that it has, ascending by id.
    pub all_interfaces: Vec<ClassId>,
    /// Its superclasses from `Object` down to itself.
    pub ancestors: Vec<ClassId>,
    /// Its class file; arrays and primitives have none.
    pub file: Option<ClassFile>,
    /// Its own fields, static ones included.
    pub fields: Vec<Field>,
    /// Its own methods.
    pub methods: Vec<MethodId>,
    /// Its own methods by name and descriptor.
    pub declared: FxHashMap<(Symbol, Symbol), MethodId>,
    /// Which method each virtual call selects.
    pub vtable: Vec<MethodId>,
    /// Words of an instance, the header included.
    pub instance_words: u32,
    /// Words of static fields.
    pub static_words: u32,
    /// The words of an instance that hold references.
    pub reference_words: Vec<u16>,
    /// The words of the mirror that hold static references.
    pub static_reference_words: Vec<u16>,
    /// Its class initialiser.
    pub initializer: Option<MethodId>,
    /// The file that it was compiled from.
    pub source_file: Option<Symbol>,
    /// A hidden class, or one that the machine made: `getName` has a suffix, call sites may reach into its host.
    pub hidden: bool,
    /// Whether the code comes from the JDK, and is not checked again.
    pub trusted: bool,
    /// Whether its code was checked: it must be before any of it runs, since instructions are replaced as they run.
    pub verified: Cell<bool>,
    /// The array class whose elements are this class.
    pub array: Cell<Option<ClassId>>,
    /// The class that hosts its nest, where the machine was told so.
    pub nest_host: Cell<Option<ClassId>>,
    /// The methods that interface calls selected.
    pub selected: RefCell<FxHashMap<MethodId, Option<MethodId>>>,
    /// The resolved entries of the constant pool.
    pub resolved: RefCell<FxHashMap<u32, Resolved>>,
    /// Objects that patch the constant pool of a hidden class, by the number of their constant.
    pub class_data_slot: Cell<u32>,
    /// Whether its methods may be treated as belonging to one object that no other thread sees.
    pub is_throwable: bool,
    /// A task for fork-join pools.
    pub is_task: bool,
}

/// A resolved entry of a constant pool.
#[derive(Clone, Copy, Debug)]
pub enum Resolved {
    /// A class.
    Class(ClassId),
    /// The machine's resolved reference with this number.
    Reference(u32),
}

impl Class {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & class_file::access::INTERFACE != 0
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.shape, ClassShape::ReferenceArray(_) | ClassShape::PrimitiveArray(_))
    }

    /// The kind of the elements of an array.
    pub fn element_kind(&self) -> Option<Kind> {
        match self.shape {
            ClassShape::ReferenceArray(_) => Some(Kind::Reference),
            ClassShape::PrimitiveArray(kind) => Some(kind),
            _ => None,
        }
    }

    /// Its class file, where it has one.
    pub fn expect_file(&self) -> &ClassFile {
        self.file.as_ref().expect("only classes with a class file have pool constants and code")
    }
}
