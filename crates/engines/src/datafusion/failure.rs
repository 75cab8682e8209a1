//! What the engine says, in a sentence that helps and holds no cell.
//!
//! The engine's own words may quote a value (a cast that failed, a row that could not be parsed), so none of them is passed on: they are
//! only looked at.

use ::datafusion::common::DataFusionError;

use crate::error::Error;

/// Signs that nobody answers.
const SILENT: &[&str] = &[
    "connectionrefused",
    "connection refused",
    "tcp connect error",
    "connecterror",
    "dns error",
    "deadline has elapsed",
];
/// Signs that somebody answered, and then no longer.
const LOST: &[&str] = &[
    "stream closed without job",
    "transport error",
    "broken pipe",
    "connection reset",
    "h2 protocol error",
    "error reading a body",
];

/// Times that a query is asked again on a cluster.
pub(crate) const AGAIN: usize = 2;

/// Whether a connection failed. The answer of a query lies with the executor that found it: if that one is lost before the answer is fetched,
/// the scheduler has done its part, and only asking again helps.
pub(crate) fn is_connection(error: &DataFusionError) -> bool {
    let said = error.to_string().to_lowercase();
    SILENT.iter().chain(LOST).any(|sign| said.contains(sign))
}

/// Signs of a cause, and what is said then.
const SIGNS: [(&[&str], &str); 10] = [
    (
        &["bauta_pseudonym"],
        "its executors make no pseudonyms; start them with bauta executor --key-file: executors of others do not know how, and ours need the key",
    ),
    (
        &["bauta_drawn"],
        "its executors draw nothing; start them with bauta executor, of the same release: executors of others do not know how",
    ),
    (
        &[
            "resources exhausted",
            "resourcesexhausted",
            "memory limit",
            "failed to allocate",
        ],
        "it needs more memory than it may use; raise --memory (on a cluster: that of the executors), or ask for fewer or coarser columns",
    ),
    (
        SILENT,
        "no scheduler answers there; start it with bauta scheduler, or correct host and port",
    ),
    (
        LOST,
        "the connection was lost before the work was done; see that scheduler and executors run, and start again: nothing was written",
    ),
    (
        &["no executor", "executors"],
        "no executor does the work; start some with bauta executor, and start again: nothing was written",
    ),
    (
        &["incompatible", "client version", "scheduler version"],
        "the scheduler is of another version; use one release on all machines",
    ),
    (
        &["incorrect number of fields", "unequal lengths"],
        "a row has another number of cells than the header; correct the file (bauta inspect tells which row)",
    ),
    (
        &["utf-8", "utf8 error"],
        "the file has bytes that are not UTF-8; convert it first with bauta convert",
    ),
    (
        &[
            "no such file",
            "not found",
            "notfound",
            "no files found",
            "404",
        ],
        "a file is not there; on a cluster every machine must see it: use a folder that all share, or an s3:// address",
    ),
];

/// Turns an error of an engine into ours.
pub(crate) fn of(engine: &str, error: &DataFusionError) -> Error {
    if let DataFusionError::External(source) = error.find_root() {
        // Our own words, said in the middle of a query.
        match source.downcast_ref::<Error>() {
            Some(Error::Request { what, hint }) => return Error::request(what, hint),
            Some(Error::TooMany { combinations }) => {
                return Error::TooMany {
                    combinations: *combinations,
                };
            }
            _ => {}
        }
    }
    let said = error.to_string().to_lowercase();
    let known = SIGNS
        .iter()
        .find(|(signs, _)| signs.iter().any(|sign| said.contains(sign)));
    let problem = match known {
        Some((_, sentence)) => (*sentence).to_owned(),
        None => format!("it failed ({})", kind(error)),
    };
    Error::Engine {
        engine: engine.to_owned(),
        problem,
    }
}

/// The kind of an error, which holds no data.
fn kind(error: &DataFusionError) -> &'static str {
    match error.find_root() {
        DataFusionError::ArrowError(..) => "a column could not be computed",
        DataFusionError::ParquetError(_) => "a Parquet file could not be read",
        DataFusionError::ObjectStore(_) => {
            "files could not be read or written; check their rights, and the AWS_ variables for s3://"
        }
        DataFusionError::IoError(_) => "the disk could not be read or written",
        DataFusionError::SQL(..) | DataFusionError::Plan(_) | DataFusionError::SchemaError(..) => {
            "the query does not fit the data"
        }
        DataFusionError::Configuration(_) => "a setting is wrong",
        DataFusionError::NotImplemented(_) => "this kind of column is not supported",
        _ => "an error of its own; its log says more",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_what_the_engine_says_is_passed_on() {
        for said in [
            "Cannot cast string 's3cret' to value of Int64 type",
            "Job x failed: s3cret",
            "No such file s3cret",
        ] {
            let told = of("datafusion", &DataFusionError::Execution(said.to_owned())).to_string();
            assert!(
                !told.contains("s3cret") && told.starts_with("datafusion: "),
                "{told}"
            );
        }
    }

    #[test]
    fn causes_are_told_apart() {
        let told = |said: &str| of("x", &DataFusionError::Execution(said.to_owned())).to_string();
        assert!(told("tcp connect error: Connection refused").contains("no scheduler answers"));
        assert!(told("Resources exhausted: Failed to allocate").contains("--memory"));
        assert!(told("transport error").contains("lost"));
    }
}
