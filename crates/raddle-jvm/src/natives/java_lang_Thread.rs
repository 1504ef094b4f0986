//! `java.lang.Thread`: starting, sleeping, joining, interrupting. Groups, containers and `join`'s loop in Java are left
//! out: they would only add choices that mean nothing.

use super::footprint::{COMPUTES, EVERYTHING, Footprint, OWN_THREAD};
use super::{NativeMethod, declared, nothing};
use crate::library::{LoaderId, MethodId};
use crate::machine::heap::Ref;
use crate::machine::looks::Look;
use crate::machine::pending::{END, NextOperation, PERMIT, Readiness, STATE};
use crate::machine::thread::{Status, Thread, ThreadId, Waits, Wake};
use crate::machine::time::Timed;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::{Mode, OperationKind, Touch};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("registerNatives", "", COMPUTES, nothing),
    declared("currentThread", "()Ljava/lang/Thread;", OWN_THREAD, |_, thread, _| Ok(thread.object.slot()))
        .repeatable(),
    declared("currentCarrierThread", "", OWN_THREAD, |_, thread, _| Ok(thread.object.slot())).repeatable(),
    declared("start", "()V", Footprint::Operation(&[], starts), start),
    declared("start0", "()V", Footprint::Operation(&[], starts), start),
    declared("isAlive", "()Z", Footprint::Operation(&[0], looks_at_end), is_alive).repeatable(),
    declared("alive", "()Z", Footprint::Operation(&[0], looks_at_end), is_alive).repeatable(),
    declared("yield", "()V", COMPUTES, give_up_turn).repeatable(),
    declared("yield0", "()V", COMPUTES, give_up_turn).repeatable(),
    declared("onSpinWait", "()V", COMPUTES, give_up_turn).repeatable(),
    declared("getState", "()Ljava/lang/Thread$State;", Footprint::Operation(&[], looks_at_state), state)
        .repeatable(),
    declared("threadState", "()Ljava/lang/Thread$State;", Footprint::Operation(&[], looks_at_state), state)
        .repeatable(),
    declared("sleep", "(J)V", Footprint::Operation(&[], sleeps), |machine, thread, arguments| {
        let milliseconds = arguments[0] as i64;
        if milliseconds < 0 {
            return Err(machine.throw(
                thread,
                "java/lang/IllegalArgumentException",
                "timeout value is negative",
            ));
        }
        sleep(machine, thread, (milliseconds as u64).saturating_mul(1_000_000))
    })
    .repeatable(),
    declared("sleepNanos0", "(J)V", Footprint::Operation(&[], sleeps), |machine, thread, arguments| {
        sleep(machine, thread, arguments[0])
    })
    .repeatable(),
    declared("join", "(J)V", Footprint::Operation(&[], joins), join),
    declared("interrupt0", "()V", Footprint::Operation(&[], interrupts), interrupt),
    declared("clearInterruptEvent", "()V", Footprint::Operation(&[], clears), |machine, thread, _| {
        thread.interrupted = is_marked(machine, thread.object);
        Ok(0)
    }),
    declared("setPriority0", "", COMPUTES, nothing),
    declared("setNativeName", "", COMPUTES, nothing),
    declared("holdsLock", "(Ljava/lang/Object;)Z", OWN_THREAD, |machine, thread, arguments| {
        let object = Ref::from_slot(arguments[0]);
        if object.is_null() {
            return Err(machine.throw_null(thread));
        }
        Ok(u64::from(machine.holds_monitor(thread.id, object)))
    }),
    declared("getThreads", "", EVERYTHING, |machine, thread, _| {
        let mut objects: Vec<Ref> = machine.listed_threads().map(|other| other.object).collect();
        objects.dedup();
        let class = machine.library.array_of(machine.core.thread);
        Ok(machine.new_reference_array(thread, class, &objects)?.slot())
    }),
    declared("dumpThreads", "", EVERYTHING, |machine, thread, arguments| {
        let threads = machine.references(Ref::from_slot(arguments[0]));
        let element = machine.load_class(thread, LoaderId::BOOT, "java/lang/StackTraceElement")?;
        let class = machine.library.array_of(machine.library.array_of(element));
        let traces = machine.new_array(thread, class, threads.len() as i32)?;
        for (index, object) in threads.into_iter().enumerate() {
            let trace = stack_trace(machine, thread, object)?;
            machine.heap.set_element32(traces, index as u32, trace.0);
        }
        Ok(traces.slot())
    }),
    declared("getStackTrace0", "()Ljava/lang/Object;", EVERYTHING, |machine, thread, arguments| {
        Ok(stack_trace(machine, thread, Ref::from_slot(arguments[0]))?.slot())
    }),
    declared("ensureMaterializedForStackWalk", "", COMPUTES, nothing),
    declared("clearReferences", "", COMPUTES, nothing),
    declared("getNextThreadIdOffset", "", OWN_THREAD, |machine, thread, _| {
        Ok(machine.next_thread_id_address(thread))
    }),
    declared("nextThreadNum", "()I", OWN_THREAD, next_thread_number),
    declared("nextThreadID", "()J", OWN_THREAD, next_thread_id),
    declared("genThreadName", "()Ljava/lang/String;", OWN_THREAD, |machine, thread, arguments| {
        let number = next_thread_number(machine, thread, arguments)?;
        Ok(machine.new_string(thread, &format!("Thread-{number}"))?.slot())
    }),
    declared("findScopedValueBindings", "", OWN_THREAD, |machine, thread, _| {
        let library = Rc::clone(&machine.library);
        // The bindings are the first argument of the innermost `runWith`.
        let bindings = thread
            .frames
            .iter()
            .rev()
            .find(|frame| library.text(library.method(frame.method).name) == "runWith");
        Ok(bindings.map_or(0, |frame| thread.stack[frame.base as usize + 1]))
    }),
    declared("setCurrentThread", "", COMPUTES, nothing),
    declared("scopedValueCache", "", OWN_THREAD, |_, thread, _| Ok(thread.scoped_values.slot())),
    declared("setScopedValueCache", "", OWN_THREAD, |_, thread, arguments| {
        thread.scoped_values = Ref::from_slot(arguments[0]);
        Ok(0)
    }),
    declared("extentLocalCache", "", COMPUTES, nothing),
];

/// The thread that a call is made on.
fn receiver(arguments: &[u64]) -> Ref {
    Ref::from_slot(arguments[0])
}

fn starts(machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
    let object = receiver(arguments);
    let spot = machine.spot(object, END);
    let mut operation = NextOperation::on(spot, OperationKind::Spawn, Mode::Synchronising);
    // Older JDKs count the threads of a group, and list them: a book, whose entries commute until somebody looks.
    let group = machine.get_reference(object, "group");
    if !group.is_null() && machine.library.field_named(machine.heap.class_of(group), "nthreads").is_some() {
        let list = machine.get_reference(group, "threads");
        for touched in [group, list].into_iter().filter(|touched| !touched.is_null()) {
            operation.touches.extend(machine.parts(touched).map(|part| machine.entry_touch(touched, part)));
        }
    }
    operation.touches.extend(machine.words_of_life(object));
    if let Some(touch) = machine.touch_of_start(thread) {
        operation.touches.push(touch);
        // Who starts a thread learns nothing from those that have ended.
        operation.mode = Mode::Release;
    }
    operation
}

fn looks_at_end(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    NextOperation::read(machine.spot(receiver(arguments), END), Mode::Synchronising)
}

/// One that does not run has no state but that.
fn looks_at_state(machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
    let runs = match machine.thread_of(thread, receiver(arguments)) {
        Some(other) => other == thread.id || !machine.threads[other.0 as usize].has_ended(),
        None => false,
    };
    match runs {
        false => looks_at_end(machine, thread, arguments),
        // It orders nothing.
        true if machine.states_seen => {
            let spot = machine.spot(receiver(arguments), STATE);
            let mut operation = NextOperation::looking(spot, OperationKind::Step, Mode::Relaxed);
            operation.touches.push(Touch::read(machine.spot(receiver(arguments), END).place));
            operation
        }
        true => NextOperation::on_everything(),
    }
}

fn sleeps(machine: &Machine, thread: &Thread, _arguments: &[u64]) -> NextOperation {
    let spot = machine.spot(thread.object, PERMIT);
    let mut operation = NextOperation::looking(spot, OperationKind::Step, Mode::Relaxed);
    operation.touches.extend(machine.cleared_by_interrupt(thread));
    operation.waits = (!thread.interrupted).then_some(Waits::ForTime);
    operation
}

fn joins(machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
    let (receiver, timeout) = (receiver(arguments), arguments[1]);
    let mut operation =
        NextOperation::looking(machine.spot(receiver, END), OperationKind::Join, Mode::Acquire);
    if let Some(target) = machine.thread_of(thread, receiver)
        && (target == thread.id || !machine.threads[target.0 as usize].has_ended())
        && !thread.interrupted
        && thread.wake.is_none()
    {
        operation.waits = Some(if timeout == 0 { Waits::ForOthers } else { Waits::ForTime });
        operation = match timeout as i64 {
            0 => NextOperation { ready: Readiness::WaitsFor(target), ..operation },
            // Less than nothing is a mistake, which is told at once.
            ..0 => NextOperation { waits: None, ..operation },
            _ => operation.with_time(machine, thread, Timed::Timeout),
        };
    }
    machine.interruptible(thread, operation)
}

/// One that waits notices it in a step of its own, so that this touches the same wherever the other is.
fn interrupts(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    changes_interruption(machine, receiver(arguments))
}

/// Whether a thread is interrupted is told by a field of its object; what waits is told by the permit.
fn changes_interruption(machine: &Machine, object: Ref) -> NextOperation {
    let spot = machine.spot(object, PERMIT);
    let mut operation = NextOperation::on(spot, OperationKind::Step, Mode::Synchronising);
    let field = machine.library.field_named(machine.heap.class_of(object), "interrupted");
    operation
        .touches
        .extend(field.map(|field| Touch::read(machine.spot(object, u32::from(field.offset)).place)));
    operation
}

/// Whether the field says that it is interrupted. Who was may have taken that back since.
fn is_marked(machine: &Machine, object: Ref) -> bool {
    machine.get(object, "interrupted") as u8 != 0
}

/// What others set, its own thread takes back.
fn clears(machine: &Machine, thread: &Thread, _arguments: &[u64]) -> NextOperation {
    changes_interruption(machine, thread.object)
}

/// Where a thread stands, as an array of elements; null if it does not run.
fn stack_trace(machine: &mut Machine, thread: &mut Thread, object: Ref) -> Result<Ref, Trap> {
    let places = |other: &Thread| -> Vec<(MethodId, u32)> {
        other.frames.iter().rev().map(|frame| (frame.method, frame.pc)).collect()
    };
    let mut trace = match machine.thread_of(thread, object) {
        Some(id) if id == thread.id => places(thread),
        Some(id) => places(&machine.threads[id.0 as usize]),
        None => return Ok(Ref::NULL),
    };
    if trace.is_empty() {
        return Ok(Ref::NULL);
    }
    let library = Rc::clone(&machine.library);
    trace.retain(|(method, _)| !library.method(*method).hidden);
    let element = machine.load_class(thread, LoaderId::BOOT, "java/lang/StackTraceElement")?;
    machine.initialize_now(thread, element)?;
    let array = machine.new_array(thread, library.array_of(element), trace.len() as i32)?;
    for (index, (method, pc)) in trace.into_iter().enumerate() {
        let described = machine.new_instance(thread, element)?;
        super::java_lang_StackTraceElement::describe(machine, thread, described, method, pc)?;
        machine.heap.set_element32(array, index as u32, described.0);
    }
    Ok(array)
}

/// Under a scheduler that decides, numbers are each thread's own: they must not tell who came first.
fn next_thread_number(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    if !machine.stops {
        machine.thread_numbers += 1;
        return Ok(u64::from(machine.thread_numbers - 1));
    }
    thread.made.1 += 1;
    let own = thread.made.1 - 1;
    let number = match thread.parent {
        None => own,
        Some(ThreadId(0)) => (thread.ordinal + 1) * 1000 + own,
        Some(_) => (thread.path % 1_000_000 + 1000) * 1000 + own,
    };
    Ok(u64::from(number))
}

/// The id of the next thread; ids of different threads must differ, since the library tells holders of locks by them.
pub(super) fn next_thread_id(
    machine: &mut Machine,
    thread: &mut Thread,
    _arguments: &[u64],
) -> Result<u64, Trap> {
    if !machine.stops {
        machine.threads_made += 1;
        return Ok(machine.threads_made);
    }
    thread.made.0 += 1;
    let own = u64::from(thread.made.0);
    Ok(if thread.parent.is_none() { machine.threads_made + own } else { u64::from(thread.path) << 20 | own })
}

fn holder(machine: &Machine, object: Ref) -> Ref {
    let holder = machine.get_reference(object, "holder");
    if holder.is_null() { object } else { holder }
}

fn start(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    const RUNNABLE: u64 = 5;
    let object = Ref::from_slot(arguments[0]);
    let place = holder(machine, object);
    if machine.get(place, "threadStatus") as u32 != 0 {
        return Err(machine.throw_plain(thread, "java/lang/IllegalThreadStateException"));
    }
    machine.set(place, "threadStatus", RUNNABLE);
    machine.set(object, "eetop", 1);
    // References are never cleared behind the program's back, so their threads have nothing to do.
    let name = machine.library.class_name(machine.heap.class_of(object));
    if matches!(
        name,
        "java/lang/ref/Reference$ReferenceHandler"
            | "java/lang/ref/Finalizer$FinalizerThread"
            | "jdk/internal/misc/InnocuousThread"
    ) {
        return Ok(0);
    }
    if machine.is_fork_join_worker(object) {
        machine.note_look(thread, Look::Workers);
    }
    join_group(machine, thread, object)?;
    machine.start_thread(thread, object)?;
    Ok(0)
}

/// Puts a thread into its group (JDK 17 and older keep a list).
fn join_group(machine: &mut Machine, thread: &mut Thread, object: Ref) -> Result<(), Trap> {
    let group = machine.get_reference(object, "group");
    if group.is_null() || machine.library.field_named(machine.heap.class_of(group), "nthreads").is_none() {
        return Ok(());
    }
    let count = machine.get(group, "nthreads") as u32;
    let threads = machine.get_reference(group, "threads");
    let capacity = if threads.is_null() { 0 } else { machine.heap.length(threads) };
    let list = if count < capacity {
        threads
    } else {
        let class = machine.library.array_of(machine.core.thread);
        let larger = machine.new_array(thread, class, (capacity * 2).max(4) as i32)?;
        for index in 0..count {
            let member = machine.heap.element32(threads, index);
            machine.heap.set_element32(larger, index, member);
        }
        machine.set(group, "threads", larger.slot());
        larger
    };
    machine.heap.set_element32(list, count, object.0);
    machine.set(group, "nthreads", u64::from(count + 1));
    let waiting = (machine.get(group, "nUnstartedThreads") as u32).saturating_sub(1);
    machine.set(group, "nUnstartedThreads", u64::from(waiting));
    Ok(())
}

/// Without a scheduler that decides, the next thread has its turn: one that spins must not keep others from going on.
fn give_up_turn(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    if machine.stops || thread.nested > 0 { Ok(0) } else { Err(Trap::Yield) }
}

/// The state of a thread: what it waits for now, in the words of the library.
fn state(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    // As the tool interface of the JVM numbers them, which is what the library takes.
    const RUNNABLE: u64 = 5;
    const WAITING: u64 = 0x10;
    const TIMED: u64 = 0x20;
    const BLOCKED: u64 = 0x400;
    let object = Ref::from_slot(arguments[0]);
    let waits = |is_timed: bool| if is_timed { TIMED } else { WAITING };
    let other = match machine.thread_of(thread, object) {
        Some(id) if id == thread.id => Some(Status::Runnable),
        Some(id) => Some(machine.threads[id.0 as usize].status),
        None => None,
    };
    let asks = other.is_some_and(|status| status != Status::Ended) && object != thread.object;
    machine.library_uses.waiters_seen |= asks;
    machine.library_uses.states_seen |= asks;
    let begun = machine.thread_of(thread, object).and_then(|id| machine.threads[id.0 as usize].waits);
    let number = match other {
        Some(Status::Runnable) if object != thread.object && begun.is_some() => match begun {
            Some(Waits::Blocked) => BLOCKED,
            begun => waits(begun == Some(Waits::ForTime)),
        },
        None | Some(Status::Ended) => machine.get(holder(machine, object), "threadStatus"),
        Some(Status::Entering(_) | Status::Waiting { wake: Some(_), .. }) => BLOCKED,
        Some(
            Status::Waiting { deadline, .. } | Status::Parked { deadline } | Status::Joining { deadline, .. },
        ) => waits(deadline.is_some()),
        Some(Status::Sleeping { .. }) => TIMED,
        Some(_) => RUNNABLE,
    };
    let descriptor = "(I)Ljava/lang/Thread$State;";
    machine.call_static_now(thread, "jdk/internal/misc/VM", "toThreadState", descriptor, &[number])
}

fn is_alive(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[0]);
    machine.note_hook_of_library(thread, object);
    let alive = match machine.thread_of(thread, object) {
        Some(id) if id == thread.id => true,
        Some(id) => !machine.threads[id.0 as usize].has_ended(),
        None => false,
    };
    Ok(u64::from(alive))
}

fn sleep(machine: &mut Machine, thread: &mut Thread, nanoseconds: u64) -> Result<u64, Trap> {
    match thread.wake.take() {
        Some(Wake::Interrupt) => {}
        Some(_) => return Ok(0),
        // Where threads stop, time passes for the sleeper alone.
        None if !thread.interrupted && machine.stops => {
            machine.pass_until(thread, thread.clock.saturating_add(nanoseconds));
            return Ok(0);
        }
        None if !thread.interrupted => {
            thread.status = Status::Sleeping { deadline: thread.clock.saturating_add(nanoseconds) };
            return Err(Trap::Block);
        }
        None => {}
    }
    thread.interrupted = false;
    machine.set_interrupted_field(thread, false);
    Err(machine.throw(thread, "java/lang/InterruptedException", "sleep interrupted"))
}

fn join(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[0]);
    let milliseconds = arguments[1] as i64;
    if milliseconds < 0 {
        return Err(machine.throw(thread, "java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    if thread.interrupted {
        thread.wake = None;
        thread.interrupted = false;
        machine.set_interrupted_field(thread, false);
        return Err(machine.throw_plain(thread, "java/lang/InterruptedException"));
    }
    let deadline = (milliseconds > 0).then(|| thread.clock.saturating_add(milliseconds as u64 * 1_000_000));
    if let Some(wake) = thread.wake.take() {
        if let (Wake::Timeout, Some(deadline)) = (wake, deadline) {
            machine.pass_until(thread, deadline);
        }
        return Ok(0);
    }
    let target = match machine.thread_of(thread, object) {
        Some(id) if id == thread.id || !machine.threads[id.0 as usize].has_ended() => id,
        Some(id) => {
            thread.clock = thread.clock.max(machine.threads[id.0 as usize].clock);
            return Ok(0);
        }
        None => return Ok(0),
    };
    if let (true, Some(deadline)) = (machine.stops, deadline) {
        machine.pass_until(thread, deadline);
        return Ok(0);
    }
    thread.status = Status::Joining { target, deadline };
    Err(Trap::Block)
}

fn interrupt(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[0]);
    let Some(id) = machine.thread_of(thread, object) else { return Ok(0) };
    let is_marked = is_marked(machine, object);
    if id == thread.id {
        thread.interrupted = is_marked;
        return Ok(0);
    }
    let other = Rc::make_mut(&mut machine.threads[id.0 as usize]);
    // One that has taken it back already is woken all the same, once.
    other.permit |= !is_marked;
    other.interrupted |= is_marked;
    // Where threads stop, one that waits notices it in a step of its own.
    if !machine.stops {
        machine.wake_waiter(id, Wake::Interrupt);
    }
    Ok(0)
}
