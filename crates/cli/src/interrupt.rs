//! Stopping on Ctrl-C.

use std::sync::atomic::Ordering;

use bauta::Error;

use crate::output::Screen;
use crate::progress::{ONLY_READING, STOPPED};

/// Ctrl-C, or a termination signal, ends the program at once while it only reads, which may wait for standard input or a
/// server for ever. Later, the first asks the work to stop and leave nothing behind, and the second ends the program.
pub fn stop_on_interrupt(screen: Screen) {
    // Without a handler Ctrl-C ends the program at once, which is safe too: outputs are renamed only when complete.
    let _ = ctrlc::set_handler(move || {
        let again = STOPPED.swap(true, Ordering::SeqCst);
        if again || ONLY_READING.load(Ordering::SeqCst) {
            screen.error(&Error::Cancelled);
            std::process::exit(i32::from(Error::Cancelled.exit_status()));
        }
    });
}
