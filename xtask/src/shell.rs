//! Running programs: in the project's root, shown before they run, and failing with a line that says which one failed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a chore answers: done, or one line that says why not.
pub type Result<T = ()> = std::result::Result<T, String>;

/// The project's root.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent()
        .map_or_else(|| here.clone(), Path::to_path_buf)
}

/// The folder that cargo builds into: this program lies in its `debug`, whatever the settings call it.
pub fn target() -> Result<PathBuf> {
    let program = std::env::current_exe()
        .map_err(|error| format!("the build folder cannot be found: {error}"))?;
    let target = program.ancestors().nth(2).map(Path::to_path_buf);
    target
        .ok_or_else(|| "the build folder cannot be found; start this with `cargo xtask`".to_owned())
}

/// A program to be run in the project's root.
pub fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Cargo, the one that started this program. What cargo tells this program of itself is kept from it: libraries whose build looks at such
/// variables would otherwise be built anew for each folder that the project is checked out to, and all that stands on them.
pub fn cargo(words: &str) -> Command {
    let mut command = program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words.split_whitespace());
    let told = |name: &OsStr| {
        let name = name.to_string_lossy();
        [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "CARGO_CRATE_",
            "CARGO_BIN_",
        ]
        .iter()
        .any(|start| name.starts_with(start))
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| told(name)) {
        command.env_remove(name);
    }
    command
}

/// The command as it would be typed, the program by its bare name.
pub fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program())
        .file_stem()
        .unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words
        .map(|word| quoted(&word.to_string_lossy()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{word}'")
    }
}

/// Shows a command and runs it with this terminal.
pub fn run(command: &mut Command) -> Result {
    println!("$ {}", shown(command));
    finish(command)
}

/// Runs a command with this terminal.
pub fn finish(command: &mut Command) -> Result {
    let status = command
        .status()
        .map_err(|error| format!("{} cannot be started: {error}", shown(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} ended with {status}", shown(command)))
    }
}

/// What a command prints, away from any terminal.
pub fn output(command: &mut Command) -> Result<String> {
    let done = command.stdin(Stdio::null()).stderr(Stdio::piped()).output();
    let done = done.map_err(|error| format!("{} cannot be started: {error}", shown(command)))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(format!(
            "{} ended with {}\n{}",
            shown(command),
            done.status,
            said.trim_end()
        ));
    }
    String::from_utf8(done.stdout)
        .map_err(|_| format!("{} printed something that is not UTF-8", shown(command)))
}

/// Whether a command can be run and succeeds, without showing anything.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Whether a program is on the search path.
pub fn installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let mut command = Command::new("/somewhere/bin/bauta");
        command.args(["anonymize", "people.ods", "--qi", "CP,Age", "two words", ""]);
        assert_eq!(
            shown(&command),
            "bauta anonymize people.ods --qi CP,Age 'two words' ''"
        );
    }

    #[test]
    fn a_failure_names_the_command_and_what_it_said() {
        let message =
            output(Command::new("sh").args(["-c", "echo broken >&2; exit 3"])).unwrap_err();
        assert!(
            message.contains("sh -c") && message.contains('3') && message.contains("broken"),
            "{message}"
        );
    }
}
