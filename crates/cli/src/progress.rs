//! A progress bar on a terminal, and stopping on Ctrl-C.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

use bauta_table::{Progress, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// The first Ctrl-C (or termination signal) asks the work to stop and leave nothing behind; the second ends the program.
pub fn stop_on_interrupt() {
    // Without a handler Ctrl-C ends the program at once, which is safe too: outputs are renamed only when complete.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// The bar of the running stage; invisible when standard error is not a terminal, and for its first half second.
pub struct Bar {
    bar: ProgressBar,
    words: [&'static str; 5],
}

impl Bar {
    pub fn new(quiet: bool, french: bool) -> Self {
        let visible = std::io::stderr().is_terminal() && !quiet;
        let target = if visible { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
        let words = match french {
            true => ["lecture", "recherche", "application", "vérification", "écriture"],
            false => ["reading", "searching", "applying", "verifying", "writing"],
        };
        Bar { bar: ProgressBar::with_draw_target(None, target), words }
    }

    fn word(&self, stage: Stage) -> &'static str {
        let index = match stage {
            Stage::Read => 0,
            Stage::Search => 1,
            Stage::Apply => 2,
            Stage::Verify => 3,
            _ => 4,
        };
        self.words[index]
    }
}

impl Progress for Bar {
    fn tell(&self, stage: Stage, done: u64, total: Option<u64>) {
        if self.bar.is_hidden() {
            return;
        }
        let word = self.word(stage);
        if self.bar.message() != word {
            self.bar.set_message(word);
            let template = match total {
                Some(_) => "{msg:>12} {bar:30} {percent:>3} %  {elapsed}",
                None => "{msg:>12} {spinner}  {elapsed}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style);
            }
        }
        if let Some(total) = total {
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }

    fn cancelled(&self) -> bool {
        STOPPED.load(Ordering::Relaxed)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
