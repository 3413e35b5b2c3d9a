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

/// Memory comes in small pages from before the first of it is taken. Linux gives huge ones (2 MiB) to who asks, as the allocator
/// does, and clears all of one where a byte is touched: a quarter of what it takes to print a version. A page of which little is
/// used takes as much as a full one: a check of 6 MB took 97 MB in place of 75. What cannot be set is left as it is.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
#[used]
// SAFETY: what the loader calls before `main` is one function of this type, which asks the system for something and takes no memory.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn take_small_pages() {
        // Whoever started this program may have said so already, for all that it starts.
        if matches!(nix::sys::prctl::get_thp_disable(), Ok(false)) {
            let is_set = nix::sys::prctl::set_thp_disable(true).is_ok();
            IS_OURS.store(is_set, std::sync::atomic::Ordering::Relaxed);
        }
    }
    take_small_pages
};

/// Whether huge pages are off because we have said so.
#[cfg(target_os = "linux")]
static IS_OURS: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Memory that is touched from now on comes in huge pages where the system has them: a run and a server of editors read theirs
/// again and again, and that is faster.
pub(crate) fn take_huge_pages() {
    #[cfg(target_os = "linux")]
    if IS_OURS.load(std::sync::atomic::Ordering::Relaxed) {
        let _ = nix::sys::prctl::set_thp_disable(false);
    }
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
