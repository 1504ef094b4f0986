//! Reads a `StackMapTable` (JVM specification, 4.7.4): the frames that a method's code claims to have where paths meet.
//!
//! Guarantee: frames stand at instructions, in ascending order, within the sizes of the method; whether they are true is
//! found out in `check`.

use super::State;
use super::types::Slot;
use crate::classes::class_file::ClassFile;
use crate::classes::reader::{ClassError, Reader};
use crate::code::Code;
use crate::library::Library;

/// The state that is claimed before an instruction.
pub(super) struct Frame {
    /// The instruction.
    pub(super) at: usize,
    /// The state.
    pub(super) state: State,
}

struct FrameReader<'a> {
    library: &'a Library,
    file: &'a ClassFile,
    code: &'a Code,
    bytecode: &'a [u8],
    reader: Reader<'a>,
}

/// The frames of a table. The first one builds upon the state at the start, of whose local variables `arguments` are used.
pub(super) fn read<'a>(
    library: &'a Library,
    file: &'a ClassFile,
    code: &'a Code,
    bytecode: &'a [u8],
    table: std::ops::Range<usize>,
    start: &State,
    arguments: usize,
) -> Result<Vec<Frame>, ClassError> {
    let reader = Reader::at(&file.bytes[..table.end], table.start);
    let mut frames = FrameReader { library, file, code, bytecode, reader };
    let mut locals: Vec<Slot> = start.locals[..arguments].to_vec();
    let mut is_raw = start.is_raw;
    let mut offset: Option<usize> = None;
    let mut found = Vec::new();
    for _ in 0..frames.reader.u16()? {
        let kind = frames.reader.u8()?;
        let (delta, stack) = frames.frame(kind, &mut locals, &mut is_raw)?;
        let at = offset.map_or(delta, |before| before + delta + 1);
        offset = Some(at);
        if locals.len() > code.max_locals as usize || stack.len() > code.max_stack as usize {
            return Err(frames.error("a frame that is larger than the method's"));
        }
        let Some(at) = instruction_at(code, at) else {
            return Err(frames.error(format!("a frame at {at}, where no instruction begins")));
        };
        let mut state = State { locals: locals.clone(), stack, is_raw };
        state.locals.resize(code.max_locals as usize, Slot::Unusable);
        found.push(Frame { at, state });
    }
    if frames.reader.is_at_end() { Ok(found) } else { Err(frames.error("more bytes than frames")) }
}

/// The instruction at an offset.
pub(super) fn instruction_at(code: &Code, offset: usize) -> Option<usize> {
    let offset = u16::try_from(offset).ok()?;
    code.offsets.binary_search(&offset).ok()
}

impl FrameReader<'_> {
    fn error(&self, message: impl Into<String>) -> ClassError {
        ClassError::new(self.reader.offset(), format!("VerifyError: StackMapTable: {}", message.into()))
    }

    /// Reads one frame: how far it is from the one before, and its stack.
    fn frame(
        &mut self,
        kind: u8,
        locals: &mut Vec<Slot>,
        is_raw: &mut bool,
    ) -> Result<(usize, Vec<Slot>), ClassError> {
        let mut stack = Vec::new();
        let delta = match kind {
            0..=63 => return Ok((usize::from(kind), stack)),
            64..=127 => {
                self.slot(&mut stack)?;
                return Ok((usize::from(kind - 64), stack));
            }
            _ => usize::from(self.reader.u16()?),
        };
        match kind {
            247 => self.slot(&mut stack)?,
            248..=250 => {
                for _ in kind..251 {
                    let wide = locals.last() == Some(&Slot::Second);
                    let kept = locals.len().checked_sub(if wide { 2 } else { 1 });
                    locals.truncate(kept.ok_or_else(|| self.error("fewer variables than none"))?);
                }
                *is_raw = locals.contains(&Slot::RawThis);
            }
            251 => {}
            252..=254 => {
                for _ in 251..kind {
                    self.slot(locals)?;
                }
                *is_raw |= locals.contains(&Slot::RawThis);
            }
            255 => {
                locals.clear();
                for _ in 0..self.reader.u16()? {
                    self.slot(locals)?;
                }
                *is_raw = locals.contains(&Slot::RawThis);
                for _ in 0..self.reader.u16()? {
                    self.slot(&mut stack)?;
                }
            }
            _ => return Err(self.error(format!("a frame of the unknown kind {kind}"))),
        }
        Ok((delta, stack))
    }

    /// Reads the type of one value.
    fn slot(&mut self, slots: &mut Vec<Slot>) -> Result<(), ClassError> {
        const NEW: u8 = 187;
        let slot = match self.reader.u8()? {
            0 => Slot::Unusable,
            1 => Slot::Int,
            2 => Slot::Float,
            3 => Slot::Double,
            4 => Slot::Long,
            5 => Slot::Null,
            6 => Slot::RawThis,
            7 => {
                let name = self.file.class_name(self.reader.u16()?)?;
                Slot::Object(self.library.symbol(&name))
            }
            8 => {
                let offset = usize::from(self.reader.u16()?);
                let new = instruction_at(self.code, offset).filter(|_| self.bytecode[offset] == NEW);
                Slot::Raw(new.ok_or_else(|| self.error("an object that no `new` made"))? as u32)
            }
            other => return Err(self.error(format!("a value of the unknown type {other}"))),
        };
        slots.push(slot);
        if matches!(slot, Slot::Long | Slot::Double) {
            slots.push(Slot::Second);
        }
        Ok(())
    }
}
