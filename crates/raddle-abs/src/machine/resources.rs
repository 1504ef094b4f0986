//! Deployment components: what locations consume of them, and what they wait for.
//!
//! **Source.** The chapter on deployment of the ABS manual, and the first of its two implementations in Erlang. A location
//! lies on a component, that of its creator unless it is told another. A statement with a cost takes what is left of its
//! component's speed in this period of time, and what is missing from the next ones; a message takes bandwidth of its
//! sender's component, if its receiver lies on another. Who waits keeps his location until the next period. **Our names.**
//! `Resource` of the library is what a component has of one kind; it is brought up to date by whoever changes it, so that the
//! clock need not know of components. **Deviation.** Nothing says who is first in a new period: every order is explored, where
//! the later implementation has a queue. **Guarantee.** Consumption writes a field of the component, so that steps of
//! different locations that share one depend on each other.

use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use raddle_explore::operation::Place;

use super::evaluate::pop;
use super::state::{Activity, CLOCK, Frame, HOME, Interval, TaskInfo, Wait};
use super::step::{Break, Flow, StepEnd, Stepper};
use super::value::{LocationId, ObjectId, Value};
use crate::source::Span;
use crate::types::resolved::{Deployment, Known, ResourceUse};

/// What a component has of one kind, as the library's constructor holds it.
struct Resource {
    total: Value,
    following: Value,
    consumed: BigRational,
    period: i64,
    past: Value,
}

impl Resource {
    fn read(value: &Value) -> Option<Resource> {
        let Value::Data(data) = value else { return None };
        let [total, following, consumed, period, past] = &data.arguments[..] else { return None };
        Some(Resource {
            total: total.clone(),
            following: following.clone(),
            consumed: consumed.as_rational()?,
            period: period.as_integer()?.to_i64()?,
            past: past.clone(),
        })
    }

    fn write(self, before: &Value) -> Value {
        let Value::Data(data) = before else { return before.clone() };
        let arguments = vec![
            self.total,
            self.following,
            Value::rational(self.consumed),
            Value::Int(self.period),
            self.past,
        ];
        Value::data(data.constructor, arguments)
    }

    /// As the library's `refreshed`.
    fn refresh(&mut self, now: i64, deployment: &Deployment, known: &Known) {
        let passed = now - self.period;
        if passed <= 0 {
            return;
        }
        let mut push = |count: i64, consumed: BigRational, total: Value| {
            let arguments = vec![Value::Int(count), Value::rational(consumed), total];
            let period = Value::data(deployment.period, arguments);
            let past = std::mem::replace(&mut self.past, Value::Null);
            self.past = Value::data(known.cons, vec![period, past]);
        };
        push(1, std::mem::replace(&mut self.consumed, BigRational::zero()), self.total.clone());
        if passed > 1 {
            push(passed - 1, BigRational::zero(), self.following.clone());
        }
        self.total = self.following.clone();
        self.period = now;
    }
}

/// `Fin(x)`; none if there is no end of it.
fn finite(value: &Value) -> Option<BigRational> {
    match value {
        Value::Data(data) => data.arguments.first().and_then(Value::as_rational),
        _ => None,
    }
}

impl Stepper<'_> {
    fn home(&mut self, location: LocationId) -> Option<ObjectId> {
        let entry = &self.state.locations[location.index()];
        self.recorder.read(Place::new(entry.info.place, HOME));
        entry.component
    }

    /// An object that is a component of the library's class, or an exception.
    fn component(&self, value: &Value, span: Span) -> Result<ObjectId, Break> {
        let Value::Object(object) = value else {
            return Err(self.exception(self.fixed.program.known.null_pointer, span));
        };
        let class = self.state.object(*object).info.class;
        match &self.fixed.program.deployment {
            Some(deployment) if deployment.class == class => Ok(*object),
            _ => Err(self.unsupported("a deployment component of another class than the library's", span)),
        }
    }

    /// Objects on a component that was shut down can't be made or called: the manual calls it an error, and leaves open
    /// what happens.
    pub(super) fn must_be_on(&mut self, component: Option<ObjectId>, span: Span) -> Result<(), Break> {
        let (Some(component), Some(deployment)) = (component, &self.fixed.program.deployment) else {
            return Ok(());
        };
        let (off, yes) = (deployment.off, self.fixed.program.known.yes);
        let object = self.state.object(component);
        self.recorder.read(Place::new(object.info.place, off));
        if matches!(object.fields[off as usize], Value::Atom(found) if found == yes) {
            let what = "an object on a deployment component that was shut down";
            return Err(self.unsupported(what, span));
        }
        Ok(())
    }

    /// The component of an object's location, which must not have been shut down.
    pub(super) fn must_be_reachable(&mut self, object: ObjectId, span: Span) -> Result<(), Break> {
        if self.fixed.program.deployment.is_none() {
            return Ok(());
        }
        let component = self.home(object.location);
        self.must_be_on(component, span)
    }

    /// Does what an annotation or a `movecogto` says.
    pub(super) fn use_resource(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        what: ResourceUse,
        span: Span,
    ) -> Result<Flow, Break> {
        let value = pop(&mut activity.stack);
        match what {
            ResourceUse::Move => {
                let component = self.component(&value, span)?;
                let location = Rc::make_mut(&mut self.state.locations[info.location.index()]);
                location.component = Some(component);
                let place = Place::new(location.info.place, HOME);
                self.recorder.write(place);
            }
            ResourceUse::Place => activity.placing = Some(self.component(&value, span)?),
            ResourceUse::Size => activity.size = value.as_rational().map(Rc::new),
            ResourceUse::Cost => {
                let component = self.home(info.location);
                let speed = self.fixed.program.deployment.as_ref().map(|deployment| deployment.speed);
                if let (Some(field), Some(amount)) = (speed, value.as_rational())
                    && let Some(missing) = self.consume(component, field, amount, span)?
                {
                    activity.stack.push(Value::rational(missing));
                    return self.wait_for_next_period(activity, frame, span);
                }
            }
            ResourceUse::Answer => {
                // Within a location, nothing is sent.
                let receiver = info.caller.filter(|_| activity.frames.len() == 1);
                let Some(receiver) = receiver.map(|caller| self.state.task(caller).info.location) else {
                    return Ok(Flow::Follow);
                };
                if let Some(amount) = value.as_rational()
                    && let Some(missing) = self.send(info.location, receiver, amount, span)?
                {
                    activity.stack.push(Value::rational(missing));
                    return self.wait_for_next_period(activity, frame, span);
                }
            }
        }
        Ok(Flow::Follow)
    }

    /// Sends a call whose size was said, if there is one: the flow if it must wait.
    pub(super) fn send_call(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        call: u32,
    ) -> Result<Option<Flow>, Break> {
        let Some(size) = activity.size.take() else { return Ok(None) };
        let site = self.fixed.code.calls[call as usize];
        let above = site.arguments as usize + usize::from(site.deadline);
        let Value::Object(target) = activity.stack[activity.stack.len() - 1 - above] else { return Ok(None) };
        match self.send(info.location, target.location, (*size).clone(), site.span)? {
            Some(missing) => {
                activity.size = Some(Rc::new(missing));
                self.wait_for_next_period(activity, frame, site.span).map(Some)
            }
            None => Ok(None),
        }
    }

    fn send(
        &mut self,
        from: LocationId,
        to: LocationId,
        amount: BigRational,
        span: Span,
    ) -> Result<Option<BigRational>, Break> {
        let (sender, receiver) = (self.home(from), self.home(to));
        let Some(deployment) = self.fixed.program.deployment.as_ref().filter(|_| sender != receiver) else {
            return Ok(None);
        };
        self.consume(sender, deployment.bandwidth, amount, span)
    }

    /// Takes so much of a component's resource: what is missing of it in this period.
    fn consume(
        &mut self,
        component: Option<ObjectId>,
        field: u32,
        amount: BigRational,
        span: Span,
    ) -> Result<Option<BigRational>, Break> {
        let (Some(component), Some(deployment)) = (component, &self.fixed.program.deployment) else {
            return Ok(None);
        };
        if amount <= BigRational::zero() {
            return Ok(None);
        }
        self.recorder.read(CLOCK);
        let now = self.state.clock.floor().to_integer().to_i64().unwrap_or(i64::MAX);
        let known = &self.fixed.program.known;
        let object = self.state.object_mut(component);
        let place = Place::new(object.info.place, field);
        let before = object.fields[field as usize].clone();
        let Some(mut resource) = Resource::read(&before) else { return Ok(None) };
        resource.refresh(now, deployment, known);
        let mut missing = None;
        let mut never = false;
        match finite(&resource.total) {
            None => resource.consumed += amount,
            Some(total) => {
                let left = (&total - &resource.consumed).max(BigRational::zero());
                if amount <= left {
                    resource.consumed += amount;
                } else {
                    never = total.is_zero() && finite(&resource.following).is_some_and(|next| next.is_zero());
                    resource.consumed += &left;
                    missing = Some(amount - left);
                }
            }
        }
        object.fields[field as usize] = resource.write(&before);
        self.recorder.write(place);
        if never {
            let what = "a wait for a resource of which the deployment component has none";
            return Err(self.unsupported(what, span));
        }
        Ok(missing)
    }

    /// The instruction is made again in the next period, for what is missing.
    fn wait_for_next_period(
        &mut self,
        activity: &mut Activity,
        frame: &mut Frame,
        span: Span,
    ) -> Result<Flow, Break> {
        self.may_wait(activity, span)?;
        frame.next -= 1;
        let next = BigRational::from_integer(self.state.clock.floor().to_integer() + BigInt::from(1));
        activity.wait = Wait::Clock(Rc::new(Interval { earliest: next.clone(), latest: next }));
        Ok(Flow::End(StepEnd::Blocks(span)))
    }
}
