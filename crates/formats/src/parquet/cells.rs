//! Arrow arrays as cells.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, DecimalType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType,
    Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayAccessor, GenericBinaryArray, GenericStringArray};
use arrow_schema::{DataType, TimeUnit};
use bauta_table::{Cell, ColumnBuilder};
use chrono::{NaiveTime, TimeDelta};

/// Numbers of more significant digits would not come back exactly from a binary fraction.
const EXACT_DIGITS: usize = 15;

const NOT_READ: &str = "is of a kind that cannot be read";

const MILLIS_A_DAY: i64 = 86_400_000;

/// Whether cells of a type can be read, and as which type they are asked for: text by its dictionary.
pub(super) fn asked_type(found: &DataType) -> Option<DataType> {
    use DataType as T;
    match found {
        T::Utf8 | T::LargeUtf8 | T::Utf8View => Some(dictionary_of(T::Utf8)),
        T::Binary | T::LargeBinary | T::BinaryView => Some(dictionary_of(T::Binary)),
        T::Dictionary(_, values) => asked_type(values),
        T::Null
        | T::Boolean
        | T::Int8
        | T::Int16
        | T::Int32
        | T::Int64
        | T::UInt8
        | T::UInt16
        | T::UInt32
        | T::UInt64
        | T::Float16
        | T::Float32
        | T::Float64
        | T::Date32
        | T::Date64
        | T::Time32(_)
        | T::Time64(_)
        | T::Timestamp(..)
        | T::FixedSizeBinary(_)
        | T::Decimal32(..)
        | T::Decimal64(..)
        | T::Decimal128(..)
        | T::Decimal256(..) => Some(found.clone()),
        _ => None,
    }
}

fn dictionary_of(values: DataType) -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(values))
}

/// Adds all cells of an array whose type [`asked_type`] gave. The error says what cannot be read, without the value.
pub(super) fn push_all(array: &dyn Array, column: &mut ColumnBuilder) -> Result<(), &'static str> {
    use DataType as T;
    match array.data_type() {
        T::Dictionary(_, values) if **values == T::Binary => {
            texts(array, column, |values: &GenericBinaryArray<i32>, at| {
                text_of(values.value(at))
            })
        }
        T::Dictionary(..) => texts(array, column, |values: &GenericStringArray<i32>, at| {
            Ok(values.value(at))
        }),
        T::Null => {
            column.push_repeated(Cell::Missing, array.len());
            Ok(())
        }
        T::Boolean => each(array.as_boolean(), column, |v| Ok(Cell::Boolean(v))),
        T::Int8 => whole::<Int8Type>(array, column),
        T::Int16 => whole::<Int16Type>(array, column),
        T::Int32 => whole::<Int32Type>(array, column),
        T::Int64 => whole::<Int64Type>(array, column),
        T::UInt8 => whole::<UInt8Type>(array, column),
        T::UInt16 => whole::<UInt16Type>(array, column),
        T::UInt32 => whole::<UInt32Type>(array, column),
        T::UInt64 => large(array, column),
        T::Float16 => each(array.as_primitive::<Float16Type>(), column, |v| {
            Ok(Cell::Decimal(widened(v.to_f32())))
        }),
        T::Float32 => each(array.as_primitive::<Float32Type>(), column, |v| {
            Ok(Cell::Decimal(widened(v)))
        }),
        T::Float64 => each(array.as_primitive::<Float64Type>(), column, |v| {
            Ok(Cell::Decimal(v))
        }),
        T::Date32 => each(array.as_primitive::<Date32Type>(), column, |v| {
            Ok(Cell::Date(v))
        }),
        T::Date64 => each(array.as_primitive::<Date64Type>(), column, date_of_millis),
        T::Time32(_) | T::Time64(_) => times(array, column),
        T::Timestamp(unit, _) => moments(array, *unit, column),
        T::FixedSizeBinary(_) => bytes(array, column),
        T::Decimal32(..) => decimals::<Decimal32Type>(array, column),
        T::Decimal64(..) => decimals::<Decimal64Type>(array, column),
        T::Decimal128(..) => decimals::<Decimal128Type>(array, column),
        T::Decimal256(..) => decimals::<Decimal256Type>(array, column),
        _ => Err(NOT_READ),
    }
}

fn each<A: ArrayAccessor + Copy>(
    array: A,
    column: &mut ColumnBuilder,
    cell: impl Fn(A::Item) -> Result<Cell<'static>, &'static str>,
) -> Result<(), &'static str> {
    for row in 0..array.len() {
        column.push(if array.is_null(row) {
            Cell::Missing
        } else {
            cell(array.value(row))?
        });
    }
    Ok(())
}

fn each_text<A: ArrayAccessor + Copy>(
    array: A,
    column: &mut ColumnBuilder,
    text: impl Fn(A::Item) -> Result<String, &'static str>,
) -> Result<(), &'static str> {
    for row in 0..array.len() {
        match array.is_null(row) {
            true => column.push(Cell::Missing),
            false => column.push_text(&text(array.value(row))?),
        }
    }
    Ok(())
}

/// The file's dictionary gives each of its values a code at most once; values that no row uses get none.
fn texts<A: Array + 'static>(
    array: &dyn Array,
    column: &mut ColumnBuilder,
    text: impl Fn(&A, usize) -> Result<&str, &'static str>,
) -> Result<(), &'static str> {
    let array = array.as_dictionary::<Int32Type>();
    let values = array
        .values()
        .as_any()
        .downcast_ref::<A>()
        .ok_or(NOT_READ)?;
    let mut codes: Vec<Option<u32>> = vec![None; values.len()];
    let mut missing = None;
    let mut rows = Vec::with_capacity(array.len());
    for row in 0..array.len() {
        rows.push(
            match array.key(row).filter(|&value| values.is_valid(value)) {
                None => *missing.get_or_insert_with(|| column.code_of(Cell::Missing)),
                Some(value) => match codes[value] {
                    Some(code) => code,
                    None => *codes[value].insert(column.code_of(Cell::Text(text(values, value)?))),
                },
            },
        );
    }
    column.push_codes(rows.into_iter());
    Ok(())
}

fn text_of(bytes: &[u8]) -> Result<&str, &'static str> {
    std::str::from_utf8(bytes).map_err(|_| "holds bytes that are not text")
}

fn whole<T: ArrowPrimitiveType<Native: Into<i64>>>(
    array: &dyn Array,
    column: &mut ColumnBuilder,
) -> Result<(), &'static str> {
    each(array.as_primitive::<T>(), column, |v| {
        Ok(Cell::Integer(v.into()))
    })
}

/// Numbers beyond the range of whole numbers are text.
fn large(array: &dyn Array, column: &mut ColumnBuilder) -> Result<(), &'static str> {
    let array = array.as_primitive::<UInt64Type>();
    for row in 0..array.len() {
        match (array.is_null(row), i64::try_from(array.value(row))) {
            (true, _) => column.push(Cell::Missing),
            (false, Ok(value)) => column.push(Cell::Integer(value)),
            (false, Err(_)) => column.push_text(&array.value(row).to_string()),
        }
    }
    Ok(())
}

/// The number that a person sees: 0.1, not 0.10000000149.
fn widened(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

fn date_of_millis(millis: i64) -> Result<Cell<'static>, &'static str> {
    i32::try_from(millis.div_euclid(MILLIS_A_DAY))
        .map(Cell::Date)
        .map_err(|_| "has a day that no calendar has")
}

fn moments(
    array: &dyn Array,
    unit: TimeUnit,
    column: &mut ColumnBuilder,
) -> Result<(), &'static str> {
    let times = |value: i64, factor: i64| {
        value
            .checked_mul(factor)
            .map(Cell::DateTime)
            .ok_or("has a time that no calendar has")
    };
    match unit {
        TimeUnit::Second => each(array.as_primitive::<TimestampSecondType>(), column, |v| {
            times(v, 1_000_000)
        }),
        TimeUnit::Millisecond => each(
            array.as_primitive::<TimestampMillisecondType>(),
            column,
            |v| times(v, 1_000),
        ),
        TimeUnit::Microsecond => each(
            array.as_primitive::<TimestampMicrosecondType>(),
            column,
            |v| times(v, 1),
        ),
        TimeUnit::Nanosecond => each(
            array.as_primitive::<TimestampNanosecondType>(),
            column,
            |v| Ok(Cell::DateTime(v.div_euclid(1_000))),
        ),
    }
}

/// A time of day is text, as tables have no kind for it.
fn times(array: &dyn Array, column: &mut ColumnBuilder) -> Result<(), &'static str> {
    let text = |since_midnight: TimeDelta| {
        let (time, days) = NaiveTime::MIN.overflowing_add_signed(since_midnight);
        if days == 0 {
            Ok(time.format("%H:%M:%S%.f").to_string())
        } else {
            Err("has a time of day beyond 24 hours")
        }
    };
    let seconds = |v: i64| TimeDelta::try_seconds(v).unwrap_or(TimeDelta::MAX);
    match array.data_type() {
        DataType::Time32(TimeUnit::Second) => {
            each_text(array.as_primitive::<Time32SecondType>(), column, |v| {
                text(seconds(v.into()))
            })
        }
        DataType::Time32(_) => {
            each_text(array.as_primitive::<Time32MillisecondType>(), column, |v| {
                text(TimeDelta::microseconds(i64::from(v) * 1_000))
            })
        }
        DataType::Time64(TimeUnit::Microsecond) => {
            each_text(array.as_primitive::<Time64MicrosecondType>(), column, |v| {
                text(TimeDelta::microseconds(v))
            })
        }
        _ => each_text(array.as_primitive::<Time64NanosecondType>(), column, |v| {
            text(TimeDelta::nanoseconds(v))
        }),
    }
}

fn bytes(array: &dyn Array, column: &mut ColumnBuilder) -> Result<(), &'static str> {
    let text = |bytes: &[u8]| {
        std::str::from_utf8(bytes)
            .map(str::to_owned)
            .map_err(|_| "holds bytes that are not text")
    };
    each_text(array.as_fixed_size_binary(), column, text)
}

/// Decimals with a fixed number of digits: numbers where they come back exactly, text where not.
fn decimals<T: DecimalType>(
    array: &dyn Array,
    column: &mut ColumnBuilder,
) -> Result<(), &'static str> {
    let array = array.as_primitive::<T>();
    let (precision, scale) = (array.precision(), array.scale());
    for row in 0..array.len() {
        if array.is_null(row) {
            column.push(Cell::Missing);
            continue;
        }
        let text = T::format_decimal(array.value(row), precision, scale);
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        match text.parse() {
            Ok(value) if digits <= EXACT_DIGITS => column.push(Cell::Decimal(value)),
            _ => column.push_text(&text),
        }
    }
    Ok(())
}
