//! The library of linked classes: everything about them that is the same in every run, shared by all forks of a
//! machine. It grows when a run loads a class, and nothing in it changes afterwards but caches.

pub mod access;
pub mod arena;
pub mod class;
pub mod define;
pub mod look_up;
pub mod made;
pub mod operations;
pub mod owned;
pub mod site;
mod supertypes;
pub mod visibility;

use crate::classes::class_file::NEWEST_MAJOR;
use crate::classes::class_path::ClassPath;
use crate::classes::descriptor::Kind;
use crate::classes::jimage::Image;
use crate::classes::reader::ClassError;
use arena::Arena;
pub use class::{Class, ClassShape, Field, Method, Resolved, Visibility};
use rustc_hash::FxHashMap;
pub use site::Site;
use std::cell::{Cell, RefCell};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A class of the library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

/// A method of the library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MethodId(pub u32);

/// An interned name or descriptor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// A class loader: the boot loader, the application's, or one that the program made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoaderId(pub u32);

impl LoaderId {
    /// The JDK's own classes.
    pub const BOOT: LoaderId = LoaderId(0);
    /// The program's class path.
    pub const APPLICATION: LoaderId = LoaderId(1);
}

/// Why a class could not be had.
#[derive(Clone, Debug)]
pub enum LoadError {
    /// No such class.
    NotFound(String),
    /// The class file is wrong: where it was found, and what is wrong.
    Malformed(String, ClassError),
    /// The class breaks a rule between classes: `ClassCircularityError`, `IncompatibleClassChangeError` …
    Linkage(&'static str, String),
    /// The file could not be read.
    Unreadable(String),
}

/// A call site of an interface call or of a dynamic or polymorphic call.
#[derive(Debug)]
pub struct CallSite {
    /// The class whose code it is in.
    pub caller: ClassId,
    /// The pool index of the called member.
    pub constant: u16,
    /// The called method, where there is one.
    pub method: Option<MethodId>,
    /// Argument slots.
    pub argument_slots: u8,
    /// The descriptor at the call site.
    pub descriptor: Symbol,
    /// The class of the last receiver.
    pub cached_class: Cell<u32>,
    /// What it selected.
    pub cached_target: Cell<MethodId>,
    /// The machine's resolved reference that the site keeps: appendix or method type.
    pub reference: u32,
    /// The method that the site was linked to.
    pub linked: Cell<Option<MethodId>>,
}

/// The linked classes.
pub struct Library {
    names: Arena<Box<str>>,
    symbols: RefCell<FxHashMap<&'static str, Symbol>>,
    classes: Arena<Class>,
    methods: Arena<Method>,
    sites: Arena<CallSite>,
    by_name: RefCell<FxHashMap<(LoaderId, Symbol), ClassId>>,
    /// What runs have made, to be given again.
    linked: RefCell<FxHashMap<(LoaderId, Symbol), Vec<ClassId>>>,
    loading: RefCell<Vec<Symbol>>,
    /// The class and the constant of each reference that machines resolve by themselves.
    resolved: RefCell<Vec<(ClassId, u32)>>,
    /// The JDK's classes.
    pub image: Image,
    /// Classes that take the place of the JDK's, or join them.
    patches: ClassPath,
    /// Those of them that were loaded.
    patched: RefCell<rustc_hash::FxHashSet<ClassId>>,
    /// The program's classes.
    pub class_path: ClassPath,
    primitives: Cell<[ClassId; 9]>,
    /// Names that the machine asks for all the time.
    pub known: Known,
    /// Whether all code of the JDK is taken for silent, to see what the net brings into sight; to be said before any class is
    /// loaded.
    pub is_silent: Cell<bool>,
    /// Whether nothing is the library's own business, to see what the net brings into sight.
    pub owns_nothing: Cell<bool>,
    /// Whether what `java.util.Random` gives is a choice; to be said before that class is loaded.
    pub random_is_a_choice: Cell<bool>,
    /// The newest version of class files that the JDK understands.
    pub newest_version: Cell<u16>,
}

/// Symbols that are compared often.
#[expect(missing_docs, reason = "named for what they are")]
pub struct Known {
    pub initializer: Symbol,
    pub constructor: Symbol,
    pub void_descriptor: Symbol,
    pub object: Symbol,
}

impl Library {
    /// An empty library over a JDK and a class path.
    pub fn new(image: Image, patches: ClassPath, class_path: ClassPath) -> Library {
        let names = Arena::default();
        let symbols = RefCell::default();
        let intern = |text: &str| intern(&names, &symbols, text);
        let known = Known {
            initializer: intern("<clinit>"),
            constructor: intern("<init>"),
            void_descriptor: intern("()V"),
            object: intern("java/lang/Object"),
        };
        let library = Library {
            names,
            symbols,
            classes: Arena::default(),
            methods: Arena::default(),
            sites: Arena::default(),
            by_name: RefCell::default(),
            linked: RefCell::default(),
            loading: RefCell::default(),
            resolved: RefCell::new(vec![(ClassId(0), 0)]),
            image,
            patches,
            patched: RefCell::default(),
            class_path,
            primitives: Cell::new([ClassId(0); 9]),
            known,
            is_silent: Cell::new(false),
            owns_nothing: Cell::new(false),
            random_is_a_choice: Cell::new(false),
            newest_version: Cell::new(NEWEST_MAJOR),
        };
        library.define_primitives();
        library
    }

    /// Whether a class is the JDK's own, and no patch of it.
    pub fn is_of_jdk(&self, class: ClassId) -> bool {
        self.class(class).trusted && !self.patched.borrow().contains(&class)
    }

    /// Interns a text.
    pub fn symbol(&self, text: &str) -> Symbol {
        intern(&self.names, &self.symbols, text)
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.get(symbol.0)
    }

    /// A class.
    #[inline(always)]
    pub fn class(&self, id: ClassId) -> &Class {
        self.classes.get(id.0)
    }

    /// How many classes there are.
    pub fn class_count(&self) -> u32 {
        self.classes.len()
    }

    /// A method.
    #[inline(always)]
    pub fn method(&self, id: MethodId) -> &Method {
        self.methods.get(id.0)
    }

    /// A call site.
    #[inline(always)]
    pub fn site(&self, id: u32) -> &CallSite {
        self.sites.get(id)
    }

    /// Adds a call site.
    pub fn add_site(&self, site: CallSite) -> u32 {
        self.sites.push(site)
    }

    /// The name of a class, with slashes.
    pub fn class_name(&self, id: ClassId) -> &str {
        self.text(self.class(id).name)
    }

    /// `java.lang.Object.hashCode` of a method, for people.
    pub fn method_name(&self, id: MethodId) -> String {
        let method = self.method(id);
        format!("{}.{}", self.class_name(method.class).replace('/', "."), self.text(method.name))
    }

    /// The class of a primitive kind.
    pub fn primitive(&self, kind: Kind) -> ClassId {
        let index = Kind::PRIMITIVES.iter().position(|known| *known == kind).unwrap_or(0);
        self.primitives.get()[index]
    }

    /// A fresh number for a reference that each machine resolves by itself: a constant of a class, or what a call site there
    /// keeps, whose constants are counted apart.
    pub fn new_resolved(&self, caller: ClassId, constant: u32) -> u32 {
        let mut resolved = self.resolved.borrow_mut();
        resolved.push((caller, constant));
        resolved.len() as u32 - 1
    }

    /// What such a number stands for, as a hash that is the same in every process; several call sites may share it.
    pub fn resolved_key(&self, number: u32) -> u64 {
        let Some(&(caller, constant)) = self.resolved.borrow().get(number as usize) else { return 0 };
        xxh3_64_with_seed(self.class_name(caller).as_bytes(), u64::from(constant))
    }

    /// How many such numbers there are.
    pub fn resolved_count(&self) -> u32 {
        self.resolved.borrow().len() as u32
    }
}

#[expect(unsafe_code, reason = "the keys of the symbol table are the arena's own boxes")]
fn intern(names: &Arena<Box<str>>, symbols: &RefCell<FxHashMap<&'static str, Symbol>>, text: &str) -> Symbol {
    if let Some(symbol) = symbols.borrow().get(text) {
        return *symbol;
    }
    let symbol = Symbol(names.push(text.into()));
    let kept: &str = names.get(symbol.0);
    // SAFETY: the arena never moves or frees an element while it lives; map and arena are fields of one `Library`, the
    // map is private, and its keys are never handed out.
    let kept: &'static str = unsafe { std::mem::transmute::<&str, &'static str>(kept) };
    symbols.borrow_mut().insert(kept, symbol);
    symbol
}
