//! Days, moments and durations as workbooks write them.
//!
//! ODS writes ISO 8601. XLSX writes the number of days since the end of 1899 (or since 1904) and lets the cell's number format
//! say that it is a date. Excel counts a 29 February 1900 that never was, so days before March 1900 are one further on.

use bauta_table::{Cell, DateStyle};

const MICROS_A_DAY: i64 = 86_400_000_000;
/// Days from 1899-12-30, Excel's day 0 from March 1900 on, to 1970-01-01.
const EPOCH_1900: i64 = 25_569;
/// Days from 1904-01-01 to 1970-01-01.
const EPOCH_1904: i64 = 24_107;
/// 9999-12-31, the last day that Excel knows.
const LAST_SERIAL: f64 = 2_958_466.0;
/// Excel's own resolution: programs write serial numbers with 15 digits, and what is finer is noise.
const MICROS_A_TICK: i64 = 1000;

/// What a number format makes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberFormat {
    /// A number, percentage, amount, text.
    Plain,
    /// A day.
    Date,
    /// A day and a time of day.
    DateTime,
    /// A time of day.
    Time,
    /// A duration, which may be longer than a day.
    Elapsed,
}

/// `2024-01-31` or `2024-01-31T12:30:00.25`, with an optional final `Z`.
pub(crate) fn parse_iso(text: &str) -> Option<Cell<'static>> {
    let text = text.trim();
    let Some((day, time)) = text.split_once('T') else {
        return DateStyle::Iso.parse(text).map(Cell::Date);
    };
    let days = i64::from(DateStyle::Iso.parse(day)?);
    let micros = parse_time(time.strip_suffix('Z').unwrap_or(time))?;
    Some(Cell::DateTime(days * MICROS_A_DAY + micros))
}

/// `12:30:00.25` in microseconds, rounded.
fn parse_time(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let (hours, minutes) = (digits(parts.next()?)?, digits(parts.next()?)?);
    let (seconds, fraction) = match parts.next() {
        Some(seconds) => seconds.split_once(['.', ',']).unwrap_or((seconds, "")),
        None => ("0", ""),
    };
    let seconds = digits(seconds)?;
    if parts.next().is_some() || hours > 24 || minutes > 59 || seconds > 60 {
        return None;
    }
    let micros = if fraction.is_empty() {
        0.0
    } else {
        format!("0.{fraction}").parse::<f64>().ok()? * 1e6
    };
    Some(((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros.round() as i64)
}

fn digits(text: &str) -> Option<i64> {
    (!text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

/// What a serial number is under a format; a text goes to `text`.
pub(crate) fn of_serial(
    serial: f64,
    format: NumberFormat,
    from_1904: bool,
    text: &mut String,
) -> Option<Cell<'_>> {
    let lasts = format == NumberFormat::Elapsed
        || (format == NumberFormat::Time && (0.0..1.0).contains(&serial));
    if lasts && serial.is_finite() {
        *text = duration(serial);
        return Some(Cell::Text(text));
    }
    if !(0.0..LAST_SERIAL).contains(&serial) || format == NumberFormat::Plain {
        return None;
    }
    let micros = micros_of(serial, from_1904);
    Some(match format {
        NumberFormat::Date if micros.rem_euclid(MICROS_A_DAY) == 0 => {
            Cell::Date(micros.div_euclid(MICROS_A_DAY) as i32)
        }
        _ => Cell::DateTime(micros),
    })
}

fn micros_of(serial: f64, from_1904: bool) -> i64 {
    let whole = serial.floor();
    let ticks = ((serial - whole) * (MICROS_A_DAY / MICROS_A_TICK) as f64).round() as i64;
    let epoch = match (from_1904, serial < 60.0) {
        (true, _) => EPOCH_1904,
        (false, true) => EPOCH_1900 - 1,
        (false, false) => EPOCH_1900,
    };
    (whole as i64 - epoch) * MICROS_A_DAY + ticks * MICROS_A_TICK
}

/// The serial number of a moment, if Excel knows it and keeps it.
pub(crate) fn serial_of(micros: i64) -> Option<f64> {
    let days = micros.div_euclid(MICROS_A_DAY) + EPOCH_1900;
    let days = if days < 61 { days - 1 } else { days };
    let inside = micros % MICROS_A_TICK == 0 && days >= 1 && (days as f64) < LAST_SERIAL;
    inside.then(|| days as f64 + micros.rem_euclid(MICROS_A_DAY) as f64 / MICROS_A_DAY as f64)
}

/// A day as microseconds.
pub(crate) fn micros_of_day(days: i32) -> i64 {
    i64::from(days) * MICROS_A_DAY
}

/// Days as an ISO 8601 duration, the way ODS writes it: `PT12H30M00S`.
fn duration(days: f64) -> String {
    let millis = (days.abs() * 86_400_000.0).round();
    let sign = if days < 0.0 && millis > 0.0 { "-" } else { "" };
    let (seconds, fraction) = ((millis / 1000.0).floor() as u64, (millis % 1000.0) as u64);
    let fraction = if fraction == 0 {
        String::new()
    } else {
        format!(".{fraction:03}")
    };
    format!(
        "{sign}PT{:02}H{:02}M{:02}{fraction}S",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// What a format of an XLSX style sheet makes of a number; `code` is there where the workbook defines it.
pub(crate) fn number_format(id: u32, code: Option<&str>) -> NumberFormat {
    match (code, id) {
        (Some(code), _) => format_of_code(code),
        (None, 14..=17 | 27..=31 | 36 | 50..=54 | 57 | 58) => NumberFormat::Date,
        (None, 18..=21 | 32..=35 | 45 | 47 | 55 | 56) => NumberFormat::Time,
        (None, 46) => NumberFormat::Elapsed,
        (None, 22) => NumberFormat::DateTime,
        _ => NumberFormat::Plain,
    }
}

/// Reads the letters of a format's first section; quoted text, escapes, colours and locales say nothing.
fn format_of_code(code: &str) -> NumberFormat {
    let (mut day, mut month, mut clock, mut elapsed) = (false, false, false, false);
    let mut characters = code.chars();
    while let Some(character) = characters.next() {
        match character.to_ascii_lowercase() {
            ';' => break,
            '"' => drop(characters.by_ref().find(|&c| c == '"')),
            '\\' | '_' | '*' => drop(characters.next()),
            '[' => {
                let inside: String = characters.by_ref().take_while(|&c| c != ']').collect();
                elapsed |= !inside.is_empty()
                    && inside
                        .chars()
                        .all(|c| matches!(c.to_ascii_lowercase(), 'h' | 'm' | 's'));
            }
            'y' | 'd' => day = true,
            'm' => month = true,
            'h' | 's' => clock = true,
            _ => {}
        }
    }
    match (day || (month && !clock && !elapsed), clock) {
        _ if elapsed => NumberFormat::Elapsed,
        (true, true) => NumberFormat::DateTime,
        (true, false) => NumberFormat::Date,
        (false, true) => NumberFormat::Time,
        (false, false) => NumberFormat::Plain,
    }
}
