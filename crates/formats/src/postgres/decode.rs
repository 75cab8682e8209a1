//! The binary form of rows, from the server to cells. Every length is checked: what does not fit is an error, not a panic.

use bauta_table::{Cell, parse_decimal, parse_integer};
use tokio_postgres::types::{Oid, Type};

use super::{EPOCH_DAYS, EPOCH_MICROS, SIGNATURE, quoted};

/// How a column travels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Form {
    Int2,
    Int4,
    Int8,
    Float4,
    Float8,
    Bool,
    Date,
    Timestamp,
    Text,
    /// Text of a `numeric`, which becomes a number when all of them can be.
    Numeric,
}

impl Form {
    /// The form of a type, and whether the server must cast it to text first.
    pub(super) fn of(type_oid: Oid) -> (Form, bool) {
        match Type::from_oid(type_oid) {
            Some(Type::INT2) => (Form::Int2, false),
            Some(Type::INT4) => (Form::Int4, false),
            Some(Type::INT8) => (Form::Int8, false),
            Some(Type::FLOAT4) => (Form::Float4, false),
            Some(Type::FLOAT8) => (Form::Float8, false),
            Some(Type::BOOL) => (Form::Bool, false),
            Some(Type::DATE) => (Form::Date, false),
            Some(Type::TIMESTAMP | Type::TIMESTAMPTZ) => (Form::Timestamp, false),
            Some(Type::TEXT | Type::VARCHAR | Type::NAME) => (Form::Text, false),
            Some(Type::NUMERIC) => (Form::Numeric, true),
            // The cast takes the padding off a `char(n)`.
            _ => (Form::Text, true),
        }
    }
}

/// The column in the list of a `SELECT`.
pub(super) fn expression(name: &str, cast: bool) -> String {
    let name = quoted(name);
    if cast { format!("{name}::text") } else { name }
}

/// Why bytes are no cell.
#[derive(Debug, PartialEq)]
pub(super) enum Wrong {
    /// They are not what the protocol says.
    Protocol,
    /// They are a text in another encoding.
    NotUtf8,
}

/// Bytes that are taken from the front.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Wrong> {
        let (first, rest) = self.0.split_first_chunk().ok_or(Wrong::Protocol)?;
        self.0 = rest;
        Ok(*first)
    }

    fn slice(&mut self, length: usize) -> Result<&'a [u8], Wrong> {
        let (first, rest) = self.0.split_at_checked(length).ok_or(Wrong::Protocol)?;
        self.0 = rest;
        Ok(first)
    }

    /// Takes the header off that stands before the first row.
    pub(super) fn header(&mut self) -> Result<(), Wrong> {
        if self.slice(SIGNATURE.len())? != SIGNATURE {
            return Err(Wrong::Protocol);
        }
        let _flags: [u8; 4] = self.take()?;
        let extension = u32::from_be_bytes(self.take()?);
        self.slice(extension as usize).map(|_| ())
    }

    /// The number of fields of the row that follows; `None` behind the last row.
    pub(super) fn row(&mut self) -> Result<Option<usize>, Wrong> {
        match i16::from_be_bytes(self.take()?) {
            -1 => Ok(None),
            fields => usize::try_from(fields)
                .map(Some)
                .map_err(|_| Wrong::Protocol),
        }
    }

    /// The next field; `None` for a null.
    pub(super) fn field(&mut self) -> Result<Option<&'a [u8]>, Wrong> {
        match i32::from_be_bytes(self.take()?) {
            -1 => Ok(None),
            length => self
                .slice(usize::try_from(length).map_err(|_| Wrong::Protocol)?)
                .map(Some),
        }
    }
}

/// The cell of a field.
pub(super) fn cell(field: &[u8], form: Form) -> Result<Cell<'_>, Wrong> {
    fn exact<const N: usize>(field: &[u8]) -> Result<[u8; N], Wrong> {
        field.try_into().map_err(|_| Wrong::Protocol)
    }
    Ok(match form {
        Form::Int2 => Cell::Integer(i16::from_be_bytes(exact(field)?).into()),
        Form::Int4 => Cell::Integer(i32::from_be_bytes(exact(field)?).into()),
        Form::Int8 => Cell::Integer(i64::from_be_bytes(exact(field)?)),
        Form::Float4 => Cell::Decimal(widened(f32::from_be_bytes(exact(field)?))),
        Form::Float8 => Cell::Decimal(f64::from_be_bytes(exact(field)?)),
        Form::Bool => Cell::Boolean(exact::<1>(field)? != [0]),
        Form::Date => match i32::from_be_bytes(exact(field)?) {
            i32::MAX => Cell::Text("infinity"),
            i32::MIN => Cell::Text("-infinity"),
            days => Cell::Date(days.checked_add(EPOCH_DAYS).ok_or(Wrong::Protocol)?),
        },
        Form::Timestamp => match i64::from_be_bytes(exact(field)?) {
            i64::MAX => Cell::Text("infinity"),
            i64::MIN => Cell::Text("-infinity"),
            micros => Cell::DateTime(micros.checked_add(EPOCH_MICROS).ok_or(Wrong::Protocol)?),
        },
        Form::Numeric if field == b"NaN" => Cell::Missing,
        Form::Text | Form::Numeric => {
            Cell::Text(std::str::from_utf8(field).map_err(|_| Wrong::NotUtf8)?)
        }
    })
}

/// The number that a person would write for it: 0.1, not 0.10000000149011612.
fn widened(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| value.into())
}

/// What the texts of a `numeric` column have in common.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) whole: bool,
    pub(super) short: bool,
}

impl Numbers {
    pub(super) const ANY: Numbers = Numbers {
        whole: true,
        short: true,
    };

    pub(super) fn see(&mut self, text: &str) {
        self.whole = self.whole && parse_integer(text).is_some();
        self.short = self.short && parse_decimal(text, false).is_some();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_or_odd_bytes_are_errors() {
        let wrong = Some(Wrong::Protocol);
        assert_eq!(Bytes(b"PGCOPY").header().err(), wrong);
        assert_eq!(
            Bytes(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\x09x")
                .header()
                .err(),
            wrong
        );
        assert_eq!(Bytes(b"\xff\xfe").row().err(), wrong);
        assert_eq!(Bytes(b"\0\0\0\x05abc").field().err(), wrong);
        assert_eq!(Bytes(b"\xff\xff\xff\xfe").field().err(), wrong);
        assert_eq!(cell(b"abc", Form::Int4).err(), wrong);
        assert_eq!(cell(b"\xff", Form::Text).err(), Some(Wrong::NotUtf8));
    }

    #[test]
    fn rows_and_fields_are_taken_in_order() {
        let mut bytes =
            Bytes(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\x01x\xff\xff\xff\xff\xff\xff");
        bytes.header().unwrap();
        assert_eq!(bytes.row(), Ok(Some(2)));
        assert_eq!(bytes.field(), Ok(Some(&b"x"[..])));
        assert_eq!(bytes.field(), Ok(None));
        assert_eq!(bytes.row(), Ok(None));
    }

    #[test]
    fn single_precision_keeps_its_short_form() {
        assert!(cell(&0.1f32.to_be_bytes(), Form::Float4) == Ok(Cell::Decimal(0.1)));
    }
}
