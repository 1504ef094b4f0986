//! Classes, methods and fields of the JDK that the machine itself touches, looked up once at boot.

use crate::library::{ClassId, Library, LoadError, LoaderId};

/// What the machine touches itself.
#[expect(missing_docs, reason = "named for the classes and fields that they are")]
#[derive(Clone, Debug)]
pub struct Core {
    pub object: ClassId,
    pub string: ClassId,
    pub class: ClassId,
    pub throwable: ClassId,
    pub thread: ClassId,
    pub shutdown: ClassId,
    pub byte_array: ClassId,
    pub char_array: ClassId,
    pub int_array: ClassId,
    pub long_array: ClassId,
    pub object_array: ClassId,
    pub string_array: ClassId,
    pub class_array: ClassId,
    pub string_value: u16,
    pub string_coder: u16,
    pub string_hash: u16,
    pub class_component: u16,
    pub class_loader: u16,
    pub class_module: u16,
    pub class_name: u16,
    pub class_data: Option<u16>,
    /// The word of a mirror that holds the id of its class; statics follow.
    pub class_id: u16,
    pub throwable_message: u16,
    pub throwable_backtrace: u16,
    pub throwable_cause: u16,
    pub throwable_depth: u16,
    pub throwable_trace: u16,
    pub throwable_suppressed: u16,
    pub boxes: [ClassId; 8],
    pub box_values: [u16; 8],
    pub member_name: ClassId,
    pub method_handle: ClassId,
    pub method_type: ClassId,
    pub var_handle: ClassId,
    pub java_version: u32,
}

impl Core {
    /// Looks everything up.
    pub fn new(library: &Library, java_version: u32) -> Result<Core, LoadError> {
        let load = |name: &str| library.load(LoaderId::BOOT, name);
        let field = |class: ClassId, name: &str| -> Result<u16, LoadError> {
            library
                .field_named(class, name)
                .map(|field| field.offset)
                .ok_or_else(|| LoadError::NotFound(format!("{}.{name}", library.class_name(class))))
        };
        let object = load("java/lang/Object")?;
        let string = load("java/lang/String")?;
        let class = load("java/lang/Class")?;
        let throwable = load("java/lang/Throwable")?;
        let box_names = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];
        let mut boxes = [ClassId(0); 8];
        let mut box_values = [0; 8];
        for (index, name) in box_names.iter().enumerate() {
            boxes[index] = load(&format!("java/lang/{name}"))?;
            box_values[index] = field(boxes[index], "value")?;
        }
        Ok(Core {
            object,
            string,
            class,
            throwable,
            thread: load("java/lang/Thread")?,
            shutdown: load("java/lang/Shutdown")?,
            byte_array: load("[B")?,
            char_array: load("[C")?,
            int_array: load("[I")?,
            long_array: load("[J")?,
            object_array: load("[Ljava/lang/Object;")?,
            string_array: load("[Ljava/lang/String;")?,
            class_array: load("[Ljava/lang/Class;")?,
            string_value: field(string, "value")?,
            string_coder: field(string, "coder")?,
            string_hash: field(string, "hash")?,
            class_component: field(class, "componentType")?,
            class_loader: field(class, "classLoader")?,
            class_module: field(class, "module")?,
            class_name: field(class, "name")?,
            class_data: field(class, "classData").ok(),
            class_id: library.class(class).instance_words as u16,
            throwable_message: field(throwable, "detailMessage")?,
            throwable_backtrace: field(throwable, "backtrace")?,
            throwable_cause: field(throwable, "cause")?,
            throwable_depth: field(throwable, "depth")?,
            throwable_trace: field(throwable, "stackTrace")?,
            throwable_suppressed: field(throwable, "suppressedExceptions")?,
            boxes,
            box_values,
            member_name: load("java/lang/invoke/MemberName")?,
            method_handle: load("java/lang/invoke/MethodHandle")?,
            method_type: load("java/lang/invoke/MethodType")?,
            var_handle: load("java/lang/invoke/VarHandle")?,
            java_version,
        })
    }
}
