//! A progress bar on a terminal, and whether the work was asked to stop.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

use bauta_table::{Progress, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Whether the work was asked to stop.
pub static STOPPED: AtomicBool = AtomicBool::new(false);

/// Whether nothing but reading was begun: then there is nothing to clean up.
pub static ONLY_READING: AtomicBool = AtomicBool::new(true);

/// The bar of the running stage; invisible when standard error is not a terminal, and for its first half second.
pub struct Bar {
    bar: ProgressBar,
    words: [&'static str; 5],
}

impl Bar {
    pub fn new(quiet: bool, french: bool) -> Self {
        let visible = std::io::stderr().is_terminal() && !quiet;
        let target = if visible {
            ProgressDrawTarget::stderr_with_hz(8)
        } else {
            ProgressDrawTarget::hidden()
        };
        let words = if french {
            [
                "lecture",
                "recherche",
                "application",
                "vérification",
                "écriture",
            ]
        } else {
            ["reading", "searching", "applying", "verifying", "writing"]
        };
        Bar {
            bar: ProgressBar::with_draw_target(None, target),
            words,
        }
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
        if stage != Stage::Read {
            ONLY_READING.store(false, Ordering::SeqCst);
        }
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
        // What follows may write.
        ONLY_READING.store(false, Ordering::SeqCst);
        self.bar.finish_and_clear();
    }
}
