//! CPU affinity and priority of a measuring process.

use crate::document::Attempt;
use thread_priority::ThreadPriority;

/// Binds this thread to the CPU at this index among the available ones.
pub(super) fn pin(position: usize) -> Attempt {
    let Some(cpu) = core_affinity::get_core_ids().and_then(|cpus| cpus.get(position).copied()) else {
        return Attempt::Refused("the system does not say which CPUs there are".to_owned());
    };
    if core_affinity::set_for_current(cpu) {
        Attempt::Done(format!("CPU {}", cpu.id))
    } else {
        Attempt::Refused("the system does not permit it".to_owned())
    }
}

/// Raises this thread above everything without real-time priority, for which the lowest such priority is sufficient.
#[cfg(unix)]
pub(super) fn raise() -> Attempt {
    use thread_priority::unix::{set_thread_priority_and_policy, thread_native_id};
    use thread_priority::{RealtimeThreadSchedulePolicy, ThreadSchedulePolicy};
    let first_come = ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::Fifo);
    match set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, first_come) {
        Ok(()) => Attempt::Done("SCHED_FIFO, its lowest priority".to_owned()),
        Err(error) => Attempt::Refused(reason(&error)),
    }
}

/// Raises this thread to the highest priority of an ordinary one.
#[cfg(not(unix))]
pub(super) fn raise() -> Attempt {
    match thread_priority::set_current_thread_priority(ThreadPriority::Max) {
        Ok(()) => Attempt::Done("the highest priority of a thread".to_owned()),
        Err(error) => Attempt::Refused(reason(&error)),
    }
}

fn reason(error: &thread_priority::Error) -> String {
    match error {
        thread_priority::Error::OS(code) => std::io::Error::from_raw_os_error(*code).to_string(),
        other => format!("{other:?}"),
    }
}
