//! Where files may not grow beyond a size (`ulimit -f`), writing is an error like that of a full disk, which is told and
//! leaves what there is in order, and not the end of the process.

/// For this thread and all that it starts: before any other.
#[cfg(unix)]
pub fn outlive() {
    use nix::sys::signal::{SigSet, Signal};

    let mut beyond = SigSet::empty();
    beyond.add(Signal::SIGXFSZ);
    // Where it cannot be blocked it ends the process, as it would have.
    let _ = beyond.thread_block();
}

#[cfg(not(unix))]
pub fn outlive() {}
