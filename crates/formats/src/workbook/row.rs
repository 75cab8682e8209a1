//! The cells of one row, kept until the row is complete: a repeated row needs them more than once.

use bauta_table::Cell;

use super::MOST_EXACT;

/// Most runs of equal cells in a row; a sheet has 16,384 columns.
const MOST_RUNS: usize = 1 << 16;
/// Most bytes of text in a row.
const MOST_TEXT: usize = 64 << 20;

/// A value; texts are in the row's buffer.
#[derive(Clone, Copy)]
enum Value {
    Text { start: usize, end: usize },
    Integer(i64),
    Decimal(f64),
    Date(i32),
    DateTime(i64),
    Boolean(bool),
    Error,
}

/// Equal cells side by side.
#[derive(Clone, Copy)]
struct Held {
    column: u64,
    repeat: u64,
    value: Value,
}

/// The cells of a row that hold something.
#[derive(Default)]
pub(crate) struct Row {
    cells: Vec<Held>,
    text: String,
    overfull: bool,
}

/// Equal cells side by side, as a reader of the row sees them.
pub(crate) struct Run<'a> {
    /// 0-based column of the first.
    pub(crate) column: u64,
    /// How many.
    pub(crate) repeat: u64,
    /// What they hold; an error value is missing.
    pub(crate) cell: Cell<'a>,
    /// Whether it is an error value such as `#DIV/0!`.
    pub(crate) error: bool,
}

impl Row {
    /// Forgets all cells.
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.text.clear();
        self.overfull = false;
    }

    /// Whether there was more than any sheet holds in a row; what was too much is not kept.
    pub(crate) fn is_overfull(&self) -> bool {
        self.overfull
    }

    /// Whether no cell holds anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Bytes that it takes in memory.
    pub(crate) fn held_bytes(&self) -> usize {
        self.text.len() + self.cells.len() * size_of::<Held>()
    }

    /// Adds cells; missing ones and empty texts are left out.
    pub(crate) fn push(&mut self, column: u64, repeat: u64, cell: Cell<'_>) {
        let value = match cell {
            Cell::Missing | Cell::Text("") => return,
            Cell::Text(text) if self.text.len() + text.len() > MOST_TEXT => {
                return self.overfull = true;
            }
            Cell::Text(text) => {
                let start = self.text.len();
                self.text.push_str(text);
                Value::Text {
                    start,
                    end: self.text.len(),
                }
            }
            Cell::Integer(v) => Value::Integer(v),
            Cell::Decimal(v) => Value::Decimal(v),
            Cell::Date(v) => Value::Date(v),
            Cell::DateTime(v) => Value::DateTime(v),
            Cell::Boolean(v) => Value::Boolean(v),
        };
        self.hold(Held {
            column,
            repeat,
            value,
        });
    }

    /// Adds cells with an error value.
    pub(crate) fn push_error(&mut self, column: u64, repeat: u64) {
        self.hold(Held {
            column,
            repeat,
            value: Value::Error,
        });
    }

    fn hold(&mut self, held: Held) {
        if self.cells.len() < MOST_RUNS {
            self.cells.push(held);
        } else {
            self.overfull = true;
        }
    }

    /// The cells in the order in which they came.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        self.cells.iter().map(|held| {
            let cell = match held.value {
                Value::Text { start, end } => Cell::Text(&self.text[start..end]),
                Value::Integer(v) => Cell::Integer(v),
                Value::Decimal(v) => Cell::Decimal(v),
                Value::Date(v) => Cell::Date(v),
                Value::DateTime(v) => Cell::DateTime(v),
                Value::Boolean(v) => Cell::Boolean(v),
                Value::Error => Cell::Missing,
            };
            Run {
                column: held.column,
                repeat: held.repeat,
                cell,
                error: matches!(held.value, Value::Error),
            }
        })
    }
}

/// A number as a spreadsheet calculates with it: whole up to 2^53, a binary fraction beyond.
pub(crate) fn number(text: &str) -> Option<Cell<'static>> {
    let text = text.trim();
    match text.parse::<i64>() {
        Ok(whole) if whole.unsigned_abs() <= MOST_EXACT => Some(Cell::Integer(whole)),
        _ => text.parse::<f64>().ok().map(Cell::Decimal),
    }
}
