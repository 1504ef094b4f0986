//! Making linked classes from class files: hierarchy, layout of fields, vtable; and the classes without a file.

use super::class::{Class, ClassShape, Field, Method};
use super::{ClassId, Library, LoadError, LoaderId, MethodId, Symbol};
use crate::classes::class_file::{ClassFile, access};
use crate::classes::descriptor::{self, Kind};
use crate::classes::format;
use crate::natives;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Words of an object before its fields.
pub const HEADER_WORDS: u32 = 2;

/// Where a class comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// It needs no verification.
    pub trusted: bool,
    /// Nobody can find it by its name.
    pub hidden: bool,
    /// Its code is the JDK's. What is made for a class of the program's stands for the program's code, even where it only
    /// calls the JDK.
    pub is_of_library: bool,
}

impl Library {
    /// A class that is already here.
    pub fn loaded(&self, loader: LoaderId, name: &str) -> Option<ClassId> {
        let name = self.symbol(name);
        let by_name = self.by_name.borrow();
        by_name.get(&(loader, name)).or_else(|| by_name.get(&(LoaderId::BOOT, name))).copied()
    }

    /// Whether the image or the class path has given this class to this loader.
    pub(super) fn has(&self, loader: LoaderId, name: Symbol) -> bool {
        self.by_name.borrow().contains_key(&(loader, name))
    }

    /// Lets a loader know a class.
    fn remember(&self, loader: LoaderId, name: &str, class: ClassId) {
        self.by_name.borrow_mut().insert((loader, self.symbol(name)), class);
    }

    /// The class of the JDK or the class path with this name (`java/lang/String`, `[I`, `[Lx/Y;`).
    pub fn load(&self, loader: LoaderId, name: &str) -> Result<ClassId, LoadError> {
        if let Some(known) = self.loaded(loader, name) {
            return Ok(known);
        }
        if let Some(component) = name.strip_prefix('[') {
            let component = match Kind::of(component) {
                Kind::Reference => self.load(loader, descriptor::class_of_descriptor(component))?,
                kind if component.len() == 1 && kind != Kind::Void => self.primitive(kind),
                _ => return Err(LoadError::NotFound(name.to_owned())),
            };
            return Ok(self.array_of(component));
        }
        let unreadable = |error: std::io::Error| LoadError::Unreadable(format!("{name}: {error}"));
        if let Some(found) = self.patches.find(&format!("{name}.class")).map_err(unreadable)? {
            let class = self.define(found.bytes.into(), Some(name), LoaderId::BOOT, &found.place, true)?;
            self.patched.borrow_mut().insert(class);
            return Ok(class);
        }
        if let Some(bytes) = self.image.class(name).map_err(unreadable)? {
            return self.define(bytes.into(), None, LoaderId::BOOT, name, true);
        }
        if loader == LoaderId::APPLICATION {
            let file_name = format!("{name}.class");
            if let Some(found) = self.class_path.find(&file_name).map_err(unreadable)? {
                return self.define(found.bytes.into(), Some(name), loader, &found.place, false);
            }
        }
        Err(LoadError::NotFound(name.to_owned()))
    }

    /// Defines a class from bytes, with the name that is expected of it; its supertypes are loaded by the same loader.
    fn define(
        &self,
        bytes: Rc<[u8]>,
        expected: Option<&str>,
        loader: LoaderId,
        place: &str,
        trusted: bool,
    ) -> Result<ClassId, LoadError> {
        let malformed = |error| LoadError::Malformed(place.to_owned(), error);
        let mut file = ClassFile::parse(bytes).map_err(malformed)?;
        if !trusted {
            format::check(&mut file, self.newest_version.get()).map_err(malformed)?;
        }
        let name = self.symbol(&file.class_name(file.this_class).map_err(malformed)?);
        if let Some(expected) = expected.filter(|expected| *expected != self.text(name)) {
            let message = format!("{expected} (wrong name: {})", self.text(name));
            return Err(LoadError::Linkage("java/lang/NoClassDefFoundError", message));
        }
        if self.loading.borrow().contains(&name) {
            return Err(LoadError::Linkage("java/lang/ClassCircularityError", self.text(name).to_owned()));
        }
        if self.has(loader, name) {
            let message = format!("duplicate class definition for {}", self.text(name));
            return Err(LoadError::Linkage("java/lang/LinkageError", message));
        }
        self.loading.borrow_mut().push(name);
        let supertypes = self.load_supertypes(&file, &|name| self.load(loader, name), place);
        self.loading.borrow_mut().pop();
        let (superclass, interfaces) = supertypes?;
        if !trusted {
            self.check_supertypes(&file, name, loader, superclass, &interfaces)?;
        }
        let origin = Origin { trusted, hidden: false, is_of_library: trusted };
        let class = self.link(file, name, loader, superclass, interfaces, origin).map_err(malformed)?;
        self.remember(loader, self.text(name), class);
        Ok(class)
    }

    /// Links a parsed class and adds it, without giving it a name that others can find.
    pub fn link(
        &self,
        file: ClassFile,
        name: Symbol,
        loader: LoaderId,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
        origin: Origin,
    ) -> Result<ClassId, crate::classes::reader::ClassError> {
        let id = ClassId(self.classes.len());
        let Origin { trusted, hidden, is_of_library } = origin;
        let parent = superclass.map(|id| self.class(id));
        let mut all_interfaces: Vec<ClassId> =
            parent.map(|parent| parent.all_interfaces.clone()).unwrap_or_default();
        for interface in &interfaces {
            all_interfaces.push(*interface);
            all_interfaces.extend_from_slice(&self.class(*interface).all_interfaces);
        }
        // An interface is among its own, so that a test for it is one search.
        if file.access & access::INTERFACE != 0 {
            all_interfaces.push(id);
        }
        all_interfaces.sort_unstable();
        all_interfaces.dedup();
        let mut ancestors = parent.map(|parent| parent.ancestors.clone()).unwrap_or_default();
        ancestors.push(id);
        let layout = self.lay_out(id, &file, parent)?;
        let mut methods = Vec::with_capacity(file.methods.len());
        let mut declared = FxHashMap::default();
        declared.reserve(file.methods.len());
        let class_name = self.text(name);
        let natives = match class_name {
            "java/util/Random" if self.random_is_a_choice.get() => Some(natives::choices::RANDOM),
            _ => natives::of_class(class_name),
        };
        let is_task =
            class_name == "java/util/concurrent/ForkJoinTask" || parent.is_some_and(|parent| parent.is_task);
        let is_polymorphic_class =
            matches!(class_name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
        for (index, member) in file.methods.iter().enumerate() {
            let method_name = self.symbol(&file.text(member.name)?);
            let text = file.text(member.descriptor)?;
            let shape = descriptor::parse_method(&text)?;
            let is_static = member.access & access::STATIC != 0;
            let native = natives.and_then(|natives| natives::find(natives, self.text(method_name), &text));
            // Programs may bring a class of this name, which then is theirs.
            let is_own =
                class_name == "org/sosy_lab/sv_benchmarks/Verifier" && member.access & access::NATIVE == 0;
            let native = native.filter(|_| !is_own);
            let method = Method {
                id: MethodId(self.methods.len()),
                class: id,
                index: index as u16,
                name: method_name,
                descriptor: self.symbol(&text),
                // Of the flags of a class initialiser, only `static` counts.
                access: if method_name == self.known.initializer { access::STATIC } else { member.access },
                argument_slots: u8::try_from(shape.parameter_slots() + usize::from(!is_static)).map_err(
                    |_| {
                        crate::classes::reader::ClassError::new(
                            0,
                            "a method with more than 255 argument slots",
                        )
                    },
                )?,
                result: Kind::of(shape.result),
                parameters: shape.parameters.iter().map(|parameter| Kind::of(parameter)).collect(),
                vtable_index: Cell::new(None),
                native,
                hidden: hidden
                    || (trusted
                        && has_annotation(
                            &file,
                            member,
                            &["Ljava/lang/invoke/LambdaForm$Hidden;", "Ljdk/internal/vm/annotation/Hidden;"],
                        )),
                visibility: if is_of_library && self.is_silent.get() {
                    super::Visibility::Silent
                } else {
                    let name = self.text(method_name);
                    super::visibility::of_method(class_name, name, &text, is_of_library)
                },
                is_task: is_task && !class_name.starts_with("java/util/concurrent/"),
                polymorphic: is_polymorphic_class
                    && member.access & (access::NATIVE | access::VARARGS) == access::NATIVE | access::VARARGS,
                code: OnceCell::new(),
            };
            methods.push(method.id);
            if declared.insert((method.name, method.descriptor), method.id).is_some() {
                let message = format!("method {} is declared twice", self.text(method_name));
                return Err(crate::classes::reader::ClassError::new(0, message));
            }
            self.methods.push(method);
        }
        let vtable = self.build_vtable(id, &file, loader, name, parent, &methods);
        let initializer = declared.get(&(self.known.initializer, self.known.void_descriptor)).copied();
        let source_file = file
            .class_attribute("SourceFile")
            .and_then(|mut reader| reader.u16().ok())
            .and_then(|index| file.text(index).ok().map(|text| self.symbol(&text)));
        let is_throwable =
            class_name == "java/lang/Throwable" || parent.is_some_and(|parent| parent.is_throwable);
        self.classes.push(Class {
            id,
            name,
            loader,
            shape: ClassShape::Instance,
            access: file.access,
            superclass,
            interfaces,
            all_interfaces,
            ancestors,
            fields: layout.fields,
            methods,
            declared,
            vtable,
            instance_words: layout.instance_words,
            static_words: layout.static_words,
            reference_words: layout.reference_words,
            static_reference_words: layout.static_reference_words,
            initializer,
            source_file,
            hidden,
            trusted,
            array: Cell::new(None),
            verified: Cell::new(false),
            nest_host: Cell::new(None),
            selected: RefCell::default(),
            resolved: RefCell::default(),
            class_data_slot: Cell::new(0),
            is_throwable,
            is_task,
            file: Some(file),
        });
        Ok(id)
    }

    fn lay_out(
        &self,
        id: ClassId,
        file: &ClassFile,
        parent: Option<&Class>,
    ) -> Result<Layout, crate::classes::reader::ClassError> {
        let mut layout = Layout {
            fields: Vec::with_capacity(file.fields.len()),
            instance_words: parent.map_or(HEADER_WORDS, |parent| parent.instance_words),
            static_words: 0,
            reference_words: parent.map(|parent| parent.reference_words.clone()).unwrap_or_default(),
            static_reference_words: Vec::new(),
        };
        for member in &file.fields {
            let descriptor = file.text(member.descriptor)?;
            let kind = Kind::of(&descriptor);
            let is_static = member.access & access::STATIC != 0;
            let (words, references) = if is_static {
                (&mut layout.static_words, &mut layout.static_reference_words)
            } else {
                (&mut layout.instance_words, &mut layout.reference_words)
            };
            let offset = u16::try_from(*words)
                .map_err(|_| crate::classes::reader::ClassError::new(0, "a class with too many fields"))?;
            *words += 1;
            if kind == Kind::Reference {
                references.push(offset);
            }
            layout.fields.push(Field {
                class: id,
                name: self.symbol(&file.text(member.name)?),
                descriptor: self.symbol(&descriptor),
                kind,
                access: member.access,
                offset,
            });
        }
        Ok(layout)
    }

    fn build_vtable(
        &self,
        id: ClassId,
        file: &ClassFile,
        loader: LoaderId,
        name: Symbol,
        parent: Option<&Class>,
        methods: &[MethodId],
    ) -> Vec<MethodId> {
        let mut vtable = parent.map(|parent| parent.vtable.clone()).unwrap_or_default();
        if file.access & access::INTERFACE != 0 {
            return vtable;
        }
        let package = self.text(name).rsplit_once('/').map_or("", |(package, _)| package);
        for method_id in methods {
            let method = self.method(*method_id);
            if method.access & (access::STATIC | access::PRIVATE) != 0
                || method.name == self.known.constructor
            {
                continue;
            }
            let mut overridden = None;
            let mut current = parent;
            while let Some(class) = current {
                if let Some(candidate) =
                    class.declared.get(&(method.name, method.descriptor)).map(|id| self.method(*id))
                    && let Some(index) = candidate.vtable_index.get()
                {
                    let is_visible = candidate.access & (access::PUBLIC | access::PROTECTED) != 0
                        || (class.loader == loader && self.package(class.id) == package);
                    if is_visible {
                        overridden = Some(index);
                        break;
                    }
                }
                current = class.superclass.map(|id| self.class(id));
            }
            let index = overridden.unwrap_or_else(|| {
                vtable.push(*method_id);
                vtable.len() as u16 - 1
            });
            vtable[usize::from(index)] = *method_id;
            method.vtable_index.set(Some(index));
        }
        debug_assert!(id.0 > 0 || vtable.is_empty() || parent.is_none());
        vtable
    }

    /// The array class with these elements.
    pub fn array_of(&self, component: ClassId) -> ClassId {
        let element = self.class(component);
        if let Some(known) = element.array.get() {
            return known;
        }
        let object = self.load(LoaderId::BOOT, "java/lang/Object").ok();
        let interfaces: Vec<ClassId> = ["java/lang/Cloneable", "java/io/Serializable"]
            .iter()
            .filter_map(|name| self.load(LoaderId::BOOT, name).ok())
            .collect();
        let id = ClassId(self.classes.len());
        let (shape, name) = match element.shape {
            ClassShape::Primitive(kind) => (ClassShape::PrimitiveArray(kind), format!("[{}", kind.letter())),
            _ => {
                let name = descriptor::descriptor_of_class(self.text(element.name));
                (ClassShape::ReferenceArray(component), format!("[{name}"))
            }
        };
        let mut class = self.bare_class(id, self.symbol(&name), shape);
        class.loader = element.loader;
        // Public if its elements are; always final and abstract.
        class.access = (element.access & access::PUBLIC) | access::FINAL | access::ABSTRACT;
        class.superclass = object;
        class.all_interfaces = interfaces.clone();
        class.all_interfaces.sort_unstable();
        class.interfaces = interfaces;
        class.ancestors = object.into_iter().chain([id]).collect();
        class.vtable = object.map(|object| self.class(object).vtable.clone()).unwrap_or_default();
        self.classes.push(class);
        element.array.set(Some(id));
        // Arrays of what a run has made are known to that run alone.
        let is_primitive = matches!(element.shape, ClassShape::Primitive(_));
        if is_primitive || self.has(element.loader, element.name) {
            self.remember(element.loader, &name, id);
        }
        id
    }

    fn bare_class(&self, id: ClassId, name: Symbol, shape: ClassShape) -> Class {
        Class {
            id,
            name,
            loader: LoaderId::BOOT,
            shape,
            access: access::PUBLIC | access::FINAL | access::ABSTRACT,
            superclass: None,
            interfaces: Vec::new(),
            all_interfaces: Vec::new(),
            ancestors: vec![id],
            file: None,
            fields: Vec::new(),
            methods: Vec::new(),
            declared: FxHashMap::default(),
            vtable: Vec::new(),
            instance_words: HEADER_WORDS,
            static_words: 0,
            reference_words: Vec::new(),
            static_reference_words: Vec::new(),
            initializer: None,
            source_file: None,
            hidden: false,
            trusted: true,
            array: Cell::new(None),
            verified: Cell::new(false),
            nest_host: Cell::new(None),
            selected: RefCell::default(),
            resolved: RefCell::default(),
            class_data_slot: Cell::new(0),
            is_throwable: false,
            is_task: false,
        }
    }

    pub(super) fn define_primitives(&self) {
        // Class zero marks free space in the heap, and is no class of Java's.
        self.classes.push(self.bare_class(
            ClassId(0),
            self.symbol("<free>"),
            ClassShape::Primitive(Kind::Void),
        ));
        let mut primitives = [ClassId(0); 9];
        for (index, kind) in Kind::PRIMITIVES.iter().enumerate() {
            let id = ClassId(self.classes.len());
            self.classes.push(self.bare_class(id, self.symbol(kind.keyword()), ClassShape::Primitive(*kind)));
            primitives[index] = id;
        }
        self.primitives.set(primitives);
    }
}

struct Layout {
    fields: Vec<Field>,
    instance_words: u32,
    static_words: u32,
    reference_words: Vec<u16>,
    static_reference_words: Vec<u16>,
}

fn has_annotation(file: &ClassFile, member: &crate::classes::class_file::Member, names: &[&str]) -> bool {
    let Some(bytes) = file.attribute_bytes(&member.attributes, "RuntimeVisibleAnnotations") else {
        return false;
    };
    // Only annotations without elements are asked for, and they come one after the other.
    let mut reader = crate::classes::reader::Reader::new(bytes);
    let Ok(count) = reader.u16() else { return false };
    for _ in 0..count {
        let (Ok(annotation), Ok(pairs)) = (reader.u16(), reader.u16()) else { return false };
        if file.text(annotation).is_ok_and(|text| names.contains(&text.as_ref())) {
            return true;
        }
        if pairs != 0 {
            return false;
        }
    }
    false
}
