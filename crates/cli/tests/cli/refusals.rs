//! What every refusal has in common: its status, its words in both languages and as JSON, no cell in them, nothing written.

use crate::support::{Folder, Run};

/// A value that no message may ever show; every bad file of these tests holds it.
pub const SECRET: &str = "Zanzibar77";

/// Runs a line that must be refused with as many messages as `says` has, each with all of its parts (parted by `…`).
pub fn refused(folder: &Folder, line: &str, status: i32, says: &[&str]) {
    let run = refused_in_english(folder, line, status, says);
    let french = quiet(folder, &format!("{line} --lang fr"), status);
    let (english, french) = (run.errors(), french.errors());
    assert_eq!(
        english.len(),
        french.len(),
        "{line}: {english:#?} {french:#?}"
    );
    for (english, french) in english.iter().zip(&french) {
        let words = |text: &str| {
            text.split(|c: char| !c.is_alphabetic())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_ne!(words(english), words(french), "no French for this message");
    }
}

/// The same for messages of the argument parser, which has no French.
pub fn refused_in_english(folder: &Folder, line: &str, status: i32, says: &[&str]) -> Run {
    let run = quiet(folder, line, status);
    let errors = run.errors();
    assert_eq!(
        errors.len(),
        says.len(),
        "as many messages as faults\n{run}"
    );
    for say in says {
        let fits = |error: &&str| say.split('…').all(|part| error.contains(part));
        assert!(errors.iter().any(fits), "nobody says {say:?}\n{run}");
    }
    let json = quiet(folder, &format!("{line} --json"), status).json();
    assert_eq!(json["error"]["status"], status, "{json:#}");
    let messages = json["error"]["messages"].as_array().expect("messages");
    assert_eq!(messages.len(), errors.len(), "{json:#}");
    for (message, error) in messages.iter().zip(errors) {
        assert!(
            message.as_str().expect("a text").starts_with(error),
            "{json:#}"
        );
    }
    run
}

/// A run that must fail without a trace: nothing on disk, no cell in any output.
fn quiet(folder: &Folder, line: &str, status: i32) -> Run {
    let before = folder.listing();
    let run = folder.run(line).exits(status);
    assert_eq!(folder.listing(), before, "something was written\n{run}");
    assert!(
        !run.out.contains(SECRET) && !run.err.contains(SECRET),
        "a cell is shown\n{run}"
    );
    run
}
