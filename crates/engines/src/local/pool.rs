//! The values of a column as numbers, shared by all workers.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, UInt32Array};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use hashbrown::HashMap;

type State = foldhash::fast::FixedState;

/// What stands for a value that has no number (yet).
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// Whole numbers below this are looked up in an array.
const NEAR: i64 = 1 << 16;

/// The numbers of a column's values, in the order in which they were first seen.
#[derive(Default)]
pub(crate) struct Pool {
    inner: Mutex<Numbers>,
}

#[derive(Default)]
struct Numbers {
    texts: HashMap<Box<[u8]>, u32, State>,
    words: HashMap<i64, u32, State>,
    missing: Option<u32>,
    next: u32,
    /// The values in pieces, each with its numbers.
    values: Vec<(Vec<u32>, ArrayRef)>,
}

impl Pool {
    /// Values that get the numbers of their places; they must differ.
    pub(crate) fn of(values: &ArrayRef) -> Result<Self, ArrowError> {
        let pool = Pool::default();
        let mut codes = Vec::new();
        Coder::new(&pool, true).codes(values, &mut codes)?;
        Ok(pool)
    }

    /// All values in the order of their numbers.
    pub(crate) fn values(&self) -> Result<Option<ArrayRef>, ArrowError> {
        let numbers = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let pieces: Vec<&dyn Array> = numbers
            .values
            .iter()
            .map(|(_, piece)| piece.as_ref())
            .collect();
        if pieces.is_empty() {
            return Ok(None);
        }
        let mut place_of = vec![0; numbers.next as usize];
        let all = numbers.values.iter().flat_map(|(codes, _)| codes);
        all.enumerate()
            .for_each(|(place, &code)| place_of[code as usize] = place as u32);
        let values = arrow_select::concat::concat(&pieces)?;
        arrow_select::take::take(&values, &UInt32Array::from(place_of), None).map(Some)
    }

    /// The number of the missing value, if there is one.
    pub(crate) fn missing(&self) -> Option<u32> {
        self.inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .missing
    }
}

/// What one worker knows of a pool.
pub(crate) struct Coder<'p> {
    pool: &'p Pool,
    /// Whether values that are new get a number.
    grows: bool,
    near: Vec<u32>,
    words: HashMap<i64, u32, State>,
    missing: u32,
    /// Of the last dictionary: where it is, and the number of each of its values.
    dictionary: Option<(ArrayRef, Vec<u32>)>,
}

/// A value as it is looked up.
enum Key<'a> {
    Missing,
    Word(i64),
    Text(&'a [u8]),
}

impl<'p> Coder<'p> {
    pub(crate) fn new(pool: &'p Pool, grows: bool) -> Self {
        Coder {
            pool,
            grows,
            near: Vec::new(),
            words: HashMap::default(),
            missing: UNKNOWN,
            dictionary: None,
        }
    }

    /// Replaces `out` by the numbers of an array's values; [`UNKNOWN`] where there is none and none may be given.
    pub(crate) fn codes(&mut self, array: &ArrayRef, out: &mut Vec<u32>) -> Result<(), ArrowError> {
        out.clear();
        out.reserve(array.len());
        let mut fresh = Fresh::default();
        match array.data_type() {
            DataType::Dictionary(key, value) if **key == DataType::Int32 && is_bytes(value) => {
                self.dictionary_codes(array, &mut fresh, out);
            }
            // Keys of another width: as plain values.
            DataType::Dictionary(_, value) if !is_bytes(value) => {
                let plain = arrow_cast::cast(array, value)?;
                return self.codes(&plain, out);
            }
            other => match words(array, other) {
                Some(words) => self.word_codes(&words, array, &mut fresh, out),
                None => {
                    // Rare types are told apart by how they are written; their values stay what they are.
                    let values = if is_bytes(other) {
                        other.clone()
                    } else {
                        DataType::Utf8
                    };
                    let plain = if matches!(values, DataType::Utf8View | DataType::LargeUtf8) {
                        DataType::Utf8
                    } else {
                        values
                    };
                    let text = DataType::Dictionary(Box::new(DataType::Int32), Box::new(plain));
                    let cast = arrow_cast::cast(array, &text)?;
                    self.dictionary_codes(&cast, &mut fresh, out);
                }
            },
        }
        if !fresh.codes.is_empty() {
            let piece = fresh.values(array)?;
            let mut numbers = self
                .pool
                .inner
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            numbers.values.push((fresh.codes, piece));
        }
        Ok(())
    }

    fn dictionary_codes(&mut self, array: &ArrayRef, fresh: &mut Fresh, out: &mut Vec<u32>) {
        let keyed = array.as_dictionary::<Int32Type>();
        let values = keyed.values();
        let known = self
            .dictionary
            .take()
            .filter(|(last, _)| Arc::ptr_eq(last, values));
        let mut numbers = known.map_or_else(|| vec![UNKNOWN; values.len()], |(_, numbers)| numbers);
        let nulls = keyed.nulls().is_some() || values.null_count() > 0;
        for (row, &key) in keyed.keys().values().iter().enumerate() {
            let code = if nulls && (keyed.is_null(row) || values.is_null(key as usize)) {
                self.number(Key::Missing, row, fresh)
            } else {
                match numbers[key as usize] {
                    UNKNOWN => {
                        let code = self.number(Key::Text(bytes(values, key as usize)), row, fresh);
                        numbers[key as usize] = code;
                        code
                    }
                    code => code,
                }
            };
            out.push(code);
        }
        self.dictionary = Some((Arc::clone(values), numbers));
    }

    fn word_codes(
        &mut self,
        words: &[i64],
        array: &ArrayRef,
        fresh: &mut Fresh,
        out: &mut Vec<u32>,
    ) {
        let nulls = array.nulls();
        for (row, &word) in words.iter().enumerate() {
            let code = if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                self.number(Key::Missing, row, fresh)
            } else {
                match usize::try_from(word).ok().and_then(|at| self.near.get(at)) {
                    Some(&code) if code != UNKNOWN => code,
                    _ => self.number(Key::Word(word), row, fresh),
                }
            };
            out.push(code);
        }
    }

    /// The number of a value: what this worker knows, else what the pool knows, else a new one.
    fn number(&mut self, key: Key<'_>, row: usize, fresh: &mut Fresh) -> u32 {
        match key {
            Key::Missing if self.missing != UNKNOWN => return self.missing,
            Key::Word(word) => {
                if let Some(&code) = self.words.get(&word) {
                    return code;
                }
            }
            _ => {}
        }
        let mut numbers = self
            .pool
            .inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let known = match key {
            Key::Missing => numbers.missing,
            Key::Word(word) => numbers.words.get(&word).copied(),
            Key::Text(text) => numbers.texts.get(text).copied(),
        };
        let code = match known {
            Some(code) => code,
            None if !self.grows => return UNKNOWN,
            None => {
                let code = numbers.next;
                numbers.next += 1;
                match key {
                    Key::Missing => numbers.missing = Some(code),
                    Key::Word(word) => drop(numbers.words.insert(word, code)),
                    Key::Text(text) => drop(numbers.texts.insert(text.into(), code)),
                }
                fresh.rows.push(row as u32);
                fresh.codes.push(code);
                code
            }
        };
        drop(numbers);
        match key {
            Key::Missing => self.missing = code,
            Key::Word(word) if (0..NEAR).contains(&word) => {
                let at = word as usize;
                if at >= self.near.len() {
                    self.near.resize(at + 1, UNKNOWN);
                }
                self.near[at] = code;
            }
            Key::Word(word) => drop(self.words.insert(word, code)),
            Key::Text(_) => {}
        }
        code
    }
}

/// Rows of an array whose values were new, and the numbers that these got.
#[derive(Default)]
struct Fresh {
    rows: Vec<u32>,
    codes: Vec<u32>,
}

impl Fresh {
    /// The values by themselves, without the array they stood in.
    fn values(&self, array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let picked = arrow_select::take::take(array, &UInt32Array::from(self.rows.clone()), None)?;
        match picked.data_type() {
            DataType::Dictionary(_, plain) => arrow_cast::cast(&picked, plain),
            _ => Ok(picked),
        }
    }
}

fn is_bytes(kind: &DataType) -> bool {
    matches!(
        kind,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Binary
    )
}

fn bytes(values: &ArrayRef, at: usize) -> &[u8] {
    match values.data_type() {
        DataType::Utf8 => values.as_string::<i32>().value(at).as_bytes(),
        DataType::LargeUtf8 => values.as_string::<i64>().value(at).as_bytes(),
        DataType::Utf8View => values.as_string_view().value(at).as_bytes(),
        DataType::Binary => values.as_binary::<i32>().value(at),
        _ => &[],
    }
}

/// Numbers and points in time as 64 bits that only equal values share.
fn words(array: &ArrayRef, kind: &DataType) -> Option<Vec<i64>> {
    macro_rules! as_words {
        ($type:ty) => {
            Some(
                array
                    .as_primitive::<$type>()
                    .values()
                    .iter()
                    .map(|&value| value as i64)
                    .collect(),
            )
        };
    }
    use DataType as T;
    match kind {
        T::Boolean => Some(
            (0..array.len())
                .map(|row| i64::from(array.as_boolean().value(row)))
                .collect(),
        ),
        T::Int8 => as_words!(Int8Type),
        T::Int16 => as_words!(Int16Type),
        T::Int32 => as_words!(Int32Type),
        T::Int64 => as_words!(Int64Type),
        T::UInt8 => as_words!(UInt8Type),
        T::UInt16 => as_words!(UInt16Type),
        T::UInt32 => as_words!(UInt32Type),
        T::UInt64 => as_words!(UInt64Type),
        T::Date32 => as_words!(Date32Type),
        T::Date64 => as_words!(Date64Type),
        T::Time32(TimeUnit::Second) => as_words!(Time32SecondType),
        T::Time32(_) => as_words!(Time32MillisecondType),
        T::Time64(TimeUnit::Microsecond) => as_words!(Time64MicrosecondType),
        T::Time64(_) => as_words!(Time64NanosecondType),
        T::Timestamp(TimeUnit::Second, _) => as_words!(TimestampSecondType),
        T::Timestamp(TimeUnit::Millisecond, _) => as_words!(TimestampMillisecondType),
        T::Timestamp(TimeUnit::Microsecond, _) => as_words!(TimestampMicrosecondType),
        T::Timestamp(TimeUnit::Nanosecond, _) => as_words!(TimestampNanosecondType),
        // Minus zero is zero, as for every other engine.
        T::Float32 => Some(
            array
                .as_primitive::<Float32Type>()
                .values()
                .iter()
                .map(|&v| f64::from(v + 0.0).to_bits() as i64)
                .collect(),
        ),
        T::Float64 => Some(
            array
                .as_primitive::<Float64Type>()
                .values()
                .iter()
                .map(|&v| (v + 0.0).to_bits() as i64)
                .collect(),
        ),
        _ => None,
    }
}
