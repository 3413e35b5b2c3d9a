//! The allocator of the command, and when it gives memory back.

use libmimalloc_sys::{mi_option_set, mi_option_t};

/// Elaboration makes and drops many small values; see docs/performance.md for what this saves.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc.h, ms; the crate has no name for it.
const PURGE_DELAY: mi_option_t = 15;

/// Free memory goes back to the system after ten milliseconds, or ten times as long, and not after a second: compilations are over by
/// then, and what they no longer need would stand beside what the run does.
#[allow(unsafe_code)]
pub(crate) fn give_back_soon() {
    // SAFETY: a number of the allocator is set, as any thread may at any time.
    unsafe { mi_option_set(PURGE_DELAY, 10) }
}

/// Memory comes in small pages from now on. Linux gives huge ones (2 MiB) to who asks, as the allocator does, and a page of which little
/// is used takes as much as a full one: a check of 6 MB took 97 MB in place of 75. For commands that only look at texts; a run reads
/// its memory again and again, and huge pages are faster for that. What cannot be set is left as it is.
pub(crate) fn take_small_pages() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
}

#[cfg(test)]
mod tests {
    use super::PURGE_DELAY;

    #[test]
    #[allow(unsafe_code)]
    fn the_delay_is_the_option_that_is_meant() {
        // SAFETY: reads a number of the allocator.
        let delay = unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay, 1000, "ms, as the allocator has it by itself");
    }
}
