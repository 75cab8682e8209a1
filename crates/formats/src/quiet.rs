//! Panics of libraries that trust a file more than they should. They are caught and told as what they are, a damaged file or a full disk. The
//! words of the panic are not printed: they may quote what the file holds.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; a panic in it comes back as its payload, and nothing is printed.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                usual(panic);
            }
        }));
    });
    let before = QUIET.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    outcome
}
