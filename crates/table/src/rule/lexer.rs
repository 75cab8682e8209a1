//! The words of a condition, each with the place where it starts.

use super::{Literal, Problem};
use crate::style::{DateStyle, parse_datetime};

/// Microseconds of a day.
const DAY: f64 = 86_400_000_000.0;

/// A word of a condition.
#[derive(Clone, PartialEq)]
pub(super) enum Token {
    /// A name or a keyword, as it is written.
    Name(String),
    /// A name in backquotes, which is never a keyword.
    Quoted(String),
    /// A value.
    Value(Literal),
    /// A sign.
    Sign(&'static str),
}

/// Signs, the longer ones first; what people also write for them.
const SIGNS: [(&str, &str); 15] = [
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("<>", "!="),
    ("==", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
];

/// The words of a text, each with its place in characters from 1.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Problem> {
    let mut found = Vec::new();
    let (mut rest, mut at) = (text, 1);
    loop {
        let trimmed = rest.trim_start();
        at += rest
            .get(..rest.len() - trimmed.len())
            .map_or(0, |blank| blank.chars().count());
        let Some(first) = trimmed.chars().next() else {
            return Ok(found);
        };
        let (token, length) = one(trimmed, first).map_err(|what| Problem { at, what })?;
        found.push((at, token));
        let (word, behind) = trimmed.split_at(length);
        at += word.chars().count();
        rest = behind;
    }
}

/// The first word of a text, and its bytes.
fn one(rest: &str, first: char) -> Result<(Token, usize), &'static str> {
    let length_while = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    match first {
        '"' | '\'' | '`' => {
            let inside = rest.get(1..).unwrap_or_default();
            let end = inside.find(first).ok_or("the quote is not closed")?;
            let text = inside.get(..end).unwrap_or_default().to_owned();
            let token = if first == '`' {
                Token::Quoted(text)
            } else {
                Token::Value(Literal::Text(text))
            };
            Ok((token, end + 2))
        }
        ',' => Ok((Token::Sign(","), 1)),
        c if c.is_ascii_digit() || c == '-' || c == '+' => {
            let length = length_while(|c| c.is_ascii_alphanumeric() || "+-.:".contains(c));
            let word = rest.get(..length).unwrap_or_default();
            let value = value(word).ok_or("a number or a date such as 2020-01-31 is expected")?;
            Ok((Token::Value(value), length))
        }
        c if c.is_alphabetic() || c == '_' => {
            let length = length_while(|c| c.is_alphanumeric() || "_-.".contains(c));
            Ok((
                Token::Name(rest.get(..length).unwrap_or_default().to_owned()),
                length,
            ))
        }
        _ => {
            let sign = SIGNS.iter().find(|(written, _)| rest.starts_with(written));
            sign.map(|(written, meant)| (Token::Sign(meant), written.len()))
                .ok_or("this character has no meaning here")
        }
    }
}

fn value(word: &str) -> Option<Literal> {
    let number = word
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
        .map(Literal::Number);
    let day = || {
        DateStyle::Iso
            .parse(word)
            .map(|days| Literal::Day(f64::from(days)))
    };
    let moment = || parse_datetime(word).map(|micros| Literal::Day(micros as f64 / DAY));
    number.or_else(day).or_else(moment)
}
