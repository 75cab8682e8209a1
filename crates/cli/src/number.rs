//! Numbers as people type them.

/// A whole number.
pub fn count(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "it must be a whole number, 1 or more".to_owned())
}

/// Any number.
pub fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| "it must be a number, such as 0.2".to_owned())
}
