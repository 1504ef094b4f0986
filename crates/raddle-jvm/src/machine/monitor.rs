//! Monitors: who holds them, how often, and who waits in `Object.wait`.

use super::heap::Ref;
use super::pending::MONITOR;
use super::thread::{Status, Thread, ThreadId, Wake};
use super::{Machine, Trap};
use raddle_explore::operation::Place;
use std::rc::Rc;

/// The monitor of an object that is held or waited for.
#[derive(Clone, Debug)]
pub struct Monitor {
    /// Who holds it.
    pub owner: Option<ThreadId>,
    /// How often.
    pub count: u32,
    /// Who waits for a notification: in the order of arrival, or of their paths where every choice is explored, so that
    /// the same waiters are the same state.
    pub waiters: Vec<ThreadId>,
    /// The owner's time when it was given back.
    pub clock: u64,
}

impl Machine {
    /// Takes a monitor, or makes the thread wait for it.
    pub fn enter_monitor(&mut self, thread: &mut Thread, object: Ref) -> Result<(), Trap> {
        let monitor = self.monitors.entry(object).or_insert_with(|| Monitor {
            owner: None,
            count: 0,
            waiters: Vec::new(),
            clock: 0,
        });
        match monitor.owner {
            None => {
                monitor.owner = Some(thread.id);
                monitor.count = 1;
                thread.clock = thread.clock.max(monitor.clock);
                Ok(())
            }
            Some(owner) if owner == thread.id => {
                monitor.count += 1;
                Ok(())
            }
            Some(_) => {
                thread.status = Status::Entering(object);
                Err(Trap::Block)
            }
        }
    }

    /// Whether a thread could take a monitor now.
    pub fn can_enter(&self, thread: ThreadId, object: Ref) -> bool {
        self.monitors.get(&object).is_none_or(|monitor| monitor.owner.is_none_or(|owner| owner == thread))
    }

    /// Whether a thread holds a monitor.
    pub fn holds_monitor(&self, thread: ThreadId, object: Ref) -> bool {
        self.monitors.get(&object).is_some_and(|monitor| monitor.owner == Some(thread))
    }

    /// The monitors that are held, as places, and by whom.
    pub fn held_monitors(&self) -> impl Iterator<Item = (Place, ThreadId)> {
        let owned = self.monitors.iter().filter_map(|(object, monitor)| Some((*object, monitor.owner?)));
        owned.map(|(object, owner)| (self.spot(object, MONITOR).place, owner))
    }

    /// Gives a monitor back.
    pub fn exit_monitor(&mut self, thread: &mut Thread, object: Ref) -> Result<(), Trap> {
        if !self.holds_monitor(thread.id, object) {
            return Err(self.throw(
                thread,
                "java/lang/IllegalMonitorStateException",
                "current thread is not owner",
            ));
        }
        self.release_on_exit(thread, object);
        Ok(())
    }

    /// Gives back a monitor that is known to be held.
    pub fn release_on_exit(&mut self, thread: &mut Thread, object: Ref) {
        let Some(monitor) = self.monitors.get_mut(&object) else { return };
        if monitor.owner != Some(thread.id) {
            return;
        }
        monitor.count -= 1;
        if monitor.count == 0 {
            monitor.owner = None;
            monitor.clock = thread.clock;
            if monitor.waiters.is_empty() {
                self.monitors.remove(&object);
            }
        }
    }

    /// `Object.wait`: gives the monitor up and waits; the second call, after the wake-up, takes it back.
    pub fn wait_on(
        &mut self,
        thread: &mut Thread,
        object: Ref,
        nanoseconds: Option<u64>,
    ) -> Result<(), Trap> {
        if let Some(wake) = thread.wake.take() {
            if wake == Wake::Interrupt {
                thread.interrupted = false;
                self.set_interrupted_field(thread, false);
                return Err(self.throw_plain(thread, "java/lang/InterruptedException"));
            }
            return Ok(());
        }
        if !self.holds_monitor(thread.id, object) {
            return Err(self.throw(
                thread,
                "java/lang/IllegalMonitorStateException",
                "current thread is not owner",
            ));
        }
        if thread.interrupted {
            thread.interrupted = false;
            self.set_interrupted_field(thread, false);
            return Err(self.throw_plain(thread, "java/lang/InterruptedException"));
        }
        let id = thread.id;
        let clock = thread.clock;
        let (stops, threads) = (self.stops, &self.threads);
        let monitor = self.monitors.get_mut(&object).expect("it is held");
        let count = monitor.count;
        monitor.owner = None;
        monitor.count = 0;
        monitor.clock = clock;
        let is_before = |other: &ThreadId| !stops || threads[other.0 as usize].path < thread.path;
        let place = monitor.waiters.partition_point(is_before);
        monitor.waiters.insert(place, id);
        let deadline = nanoseconds.map(|time| thread.clock.saturating_add(time));
        thread.status = Status::Waiting { monitor: object, count, deadline, wake: None };
        Err(Trap::Block)
    }

    /// Wakes one waiter, or all. `which` picks the waiter that `notify` wakes.
    pub fn notify(&mut self, thread: &mut Thread, object: Ref, all: bool, which: usize) -> Result<(), Trap> {
        if !self.holds_monitor(thread.id, object) {
            return Err(self.throw(
                thread,
                "java/lang/IllegalMonitorStateException",
                "current thread is not owner",
            ));
        }
        let Some(monitor) = self.monitors.get_mut(&object) else { return Ok(()) };
        let woken: Vec<ThreadId> = if all {
            std::mem::take(&mut monitor.waiters)
        } else if monitor.waiters.is_empty() {
            Vec::new()
        } else {
            let index = which.min(monitor.waiters.len() - 1);
            vec![monitor.waiters.remove(index)]
        };
        for waiter in woken {
            self.wake_waiter(waiter, Wake::Signal);
        }
        Ok(())
    }

    /// Whether a thread may be woken from `Object.wait` without a reason.
    pub fn may_wake_without_reason(&self, waiter: ThreadId) -> bool {
        self.spurious_wakeups && !self.threads[waiter.0 as usize].was_spurious
    }

    /// Lets a waiting thread go on as soon as its monitor is free.
    pub fn wake_waiter(&mut self, waiter: ThreadId, reason: Wake) {
        let may_wake_by_itself =
            self.threads[waiter.0 as usize].interrupted || self.may_wake_without_reason(waiter);
        let sort = self.sort_of_wait(&self.threads[waiter.0 as usize]);
        let may_time_out = self.may_time_out(&self.threads[waiter.0 as usize], sort);
        let thread = Rc::make_mut(&mut self.threads[waiter.0 as usize]);
        if let Status::Waiting { monitor, wake, deadline, .. } = &mut thread.status
            && wake.is_none()
        {
            *wake = Some(reason);
            let only_by_this = !(may_wake_by_itself || deadline.is_some() && may_time_out);
            let object = *monitor;
            // One that could have gone on anyhow, at its deadline for example, is not made to wait for this step.
            if self.stops && only_by_this {
                self.events.push(super::Event::Woken(waiter));
            }
            if let Some(monitor) = self.monitors.get_mut(&object) {
                monitor.waiters.retain(|known| *known != waiter);
            }
        }
    }

    /// Keeps the field that `Thread.isInterrupted` reads in step.
    pub fn set_interrupted_field(&mut self, thread: &mut Thread, value: bool) {
        if !thread.object.is_null() {
            self.set(thread.object, "interrupted", u64::from(value));
        }
    }
}
