//! `sun.nio.fs.UnixCopyFile`, and where newer JDKs keep it: copies of whole files.

use super::files::{file, make_for_paths};
use super::footprint::COMPUTES;
use super::{NativeMethod, declared};
use crate::machine::world::Call;

pub const METHODS: &[NativeMethod] = &[
    file(
        "transfer",
        "(IIJ)V",
        |_, arguments| Some(Call::Copy(arguments[1] as i32, arguments[0] as i32, None)),
        |machine, thread, arguments| {
            let call = Call::Copy(arguments[1] as i32, arguments[0] as i32, None);
            make_for_paths(machine, thread, Some(call)).map(|_| 0)
        },
    ),
    file(
        "bufferedCopy0",
        "(IIJIJ)V",
        |_, arguments| Some(Call::Copy(arguments[1] as i32, arguments[0] as i32, None)),
        |machine, thread, arguments| {
            let call = Call::Copy(arguments[1] as i32, arguments[0] as i32, None);
            make_for_paths(machine, thread, Some(call)).map(|_| 0)
        },
    ),
];

/// `sun.nio.fs.LinuxNativeDispatcher`: what may help a copy does not.
pub const OF_LINUX: &[NativeMethod] = &[
    declared("init", "()V", COMPUTES, super::nothing),
    declared("directCopy0", "(IIJ)I", COMPUTES, |_, _, _| {
        Ok(super::sun_nio_ch_FileDispatcherImpl::UNSUPPORTED)
    }),
    declared("posix_fadvise", "", COMPUTES, super::nothing),
];
