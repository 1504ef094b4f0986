//! The form of a `Code` attribute (4.7.3): its sizes, its exception table, and the tables for debuggers inside. Whether its
//! places are those of instructions, and its `StackMapTable` is true, is the verifier's business.

use super::{bad_name, names, version};
use crate::classes::class_file::ClassFile;
use crate::classes::reader::{ClassError, Reader};
use rustc_hash::FxHashSet;

/// Start, length, name and slot of a variable, which no two have in common.
type Variable = [u16; 4];

pub(super) fn check(file: &ClassFile, reader: &mut Reader<'_>, slots: usize) -> Result<(), ClassError> {
    let _max_stack = reader.u16()?;
    let max_locals = reader.u16()?;
    if slots > usize::from(max_locals) {
        return Err(ClassError::new(0, "the arguments do not fit into the local variables"));
    }
    let length = reader.u32()?;
    if length == 0 || length > 65535 {
        return Err(ClassError::new(0, format!("{length} bytes of code")));
    }
    reader.skip(length as usize)?;
    for _ in 0..reader.u16()? {
        let (start, end) = (u32::from(reader.u16()?), u32::from(reader.u16()?));
        let (handler, catch) = (u32::from(reader.u16()?), reader.u16()?);
        if start >= end || end > length || handler >= length {
            return Err(ClassError::new(0, "an exception handler outside of the code"));
        }
        if catch != 0 {
            file.class_name(catch)?;
        }
    }
    let mut variables: FxHashSet<Variable> = FxHashSet::default();
    let mut types: Vec<Variable> = Vec::new();
    let mut has_stack_map = false;
    for attribute in reader.attributes()? {
        let mut table = Reader::at(&file.bytes[..attribute.range.end], attribute.range.start);
        match file.utf8(attribute.name)? {
            b"LineNumberTable" => {
                for _ in 0..table.u16()? {
                    let (start, _line) = (u32::from(table.u16()?), table.u16()?);
                    if start >= length {
                        return Err(ClassError::new(table.offset(), "a line number outside of the code"));
                    }
                }
            }
            b"LocalVariableTable" => {
                for variable in read_variables(file, &mut table, length, max_locals, true)? {
                    if !variables.insert(variable) && file.major >= version::JAVA_5 {
                        return Err(ClassError::new(table.offset(), "a variable twice"));
                    }
                }
            }
            b"LocalVariableTypeTable" if file.major >= version::JAVA_5 => {
                types.extend(read_variables(file, &mut table, length, max_locals, false)?);
            }
            b"StackMapTable" if file.major >= version::JAVA_6 => {
                if std::mem::replace(&mut has_stack_map, true) {
                    return Err(ClassError::new(attribute.range.start, "two attributes StackMapTable"));
                }
                continue;
            }
            _ => continue,
        }
        if !table.is_at_end() {
            return Err(ClassError::new(table.offset(), "a table that is longer than what is in it"));
        }
    }
    if !variables.is_empty() {
        check_variable_types(&variables, &types)?;
    }
    Ok(())
}

fn check_variable_types(variables: &FxHashSet<Variable>, types: &[Variable]) -> Result<(), ClassError> {
    let mut seen = FxHashSet::default();
    for variable in types {
        if !variables.contains(variable) {
            return Err(ClassError::new(0, "the type of a variable that is not there"));
        }
        if !seen.insert(variable) {
            return Err(ClassError::new(0, "the type of a variable twice"));
        }
    }
    Ok(())
}

fn read_variables(
    file: &ClassFile,
    table: &mut Reader<'_>,
    code_length: u32,
    max_locals: u16,
    has_descriptors: bool,
) -> Result<Vec<Variable>, ClassError> {
    let mut variables = Vec::new();
    for _ in 0..table.u16()? {
        let (start, length) = (table.u16()?, table.u16()?);
        let (name, descriptor, slot) = (table.u16()?, table.u16()?, table.u16()?);
        if u32::from(start) >= code_length || u32::from(start) + u32::from(length) > code_length {
            return Err(ClassError::new(table.offset(), "a variable outside of the code"));
        }
        let text = file.utf8(name)?;
        if !names::is_field_name(text, file.major) {
            return Err(bad_name("name of a variable", text));
        }
        let descriptor = file.utf8(descriptor)?;
        if has_descriptors && !names::is_field_descriptor(descriptor) {
            return Err(bad_name("field descriptor", descriptor));
        }
        let is_wide = has_descriptors && matches!(descriptor, b"J" | b"D");
        if u32::from(slot) + u32::from(is_wide) >= u32::from(max_locals) {
            return Err(ClassError::new(
                table.offset(),
                format!("a variable in slot {slot} of {max_locals}"),
            ));
        }
        variables.push([start, length, name, slot]);
    }
    Ok(variables)
}
