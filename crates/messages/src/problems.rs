//! Everything that is wrong with a run, collected so that it can be told together.

use bauta_table::Fault;

use crate::error::{Error, Result};

/// What was found so far.
#[derive(Default)]
pub struct Problems {
    faults: Vec<Fault>,
    errors: Vec<Error>,
}

impl Problems {
    /// Notes faults, each once. A parameter that is out of its bounds is told once, with the first bounds.
    pub fn extend(&mut self, faults: impl IntoIterator<Item = Fault>) {
        for fault in faults {
            if !self.faults.iter().any(|known| same(known, &fault)) {
                self.faults.push(fault);
            }
        }
    }

    /// Notes a fault.
    pub fn push(&mut self, fault: Fault) {
        self.extend([fault]);
    }

    /// Notes an error, whatever it is.
    pub fn error(&mut self, error: impl Into<Error>) {
        match error.into() {
            Error::Faults(faults) | Error::Formats(bauta_formats::Error::Data { faults, .. }) => {
                self.extend(faults);
            }
            other => self.errors.push(other),
        }
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty() && self.errors.is_empty()
    }

    /// The value of a result, or `None` with its error noted.
    pub fn take<T, E: Into<Error>>(&mut self, result: std::result::Result<T, E>) -> Option<T> {
        result.map_err(|error| self.error(error)).ok()
    }

    /// Everything that is wrong, for a caller who cannot go on.
    pub fn into_error(self) -> Error {
        self.result()
            .err()
            .unwrap_or_else(|| Error::internal("a request was refused without a reason"))
    }

    /// Nothing, if nothing is wrong; else everything.
    pub fn result(mut self) -> Result<()> {
        match (self.faults.is_empty(), self.errors.len()) {
            (true, 0) => Ok(()),
            (true, 1) => Err(self.errors.remove(0)),
            (false, 0) => Err(Error::Faults(self.faults)),
            (true, _) => Err(Error::Several(self.errors)),
            (false, _) => {
                self.errors.insert(0, Error::Faults(self.faults));
                Err(Error::Several(self.errors))
            }
        }
    }
}

fn same(known: &Fault, fault: &Fault) -> bool {
    match (known, fault) {
        (
            Fault::OutOfRange { parameter: one, .. },
            Fault::OutOfRange {
                parameter: other, ..
            },
        ) => one == other,
        _ => known == fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out_of_range(allowed: &str) -> Fault {
        Fault::OutOfRange {
            parameter: "k".into(),
            given: "0".into(),
            allowed: allowed.into(),
        }
    }

    #[test]
    fn each_problem_is_told_once() {
        let mut problems = Problems::default();
        problems.extend([
            out_of_range("1 or more"),
            out_of_range("between 1 and 6"),
            Fault::NoRows,
            Fault::NoRows,
        ]);
        let error = problems.result().unwrap_err();
        assert_eq!(error.lines("en").len(), 2);
        assert_eq!(error.exit_status(), 2);
    }

    #[test]
    fn a_fault_beside_a_failing_file_is_told_with_it_and_decides_the_status() {
        let mut problems = Problems::default();
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        problems.error(bauta_formats::Error::io(
            std::path::Path::new("cp.csv"),
            missing,
        ));
        problems.push(Fault::NoRows);
        let error = problems.result().unwrap_err();
        assert_eq!(error.lines("en").len(), 2);
        assert_eq!(error.exit_status(), 2);
    }
}
