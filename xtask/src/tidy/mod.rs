//! tidy
use crate::shell::Result;
pub fn run() -> Result {
    Ok(())
}
