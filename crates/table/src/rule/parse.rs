//! From the text of a condition to the condition.
//!
//! **Grammar**
//!
//! ```text
//! condition  = group { "or" group }
//! group      = part { "and" part }
//! part       = "(" condition ")" | attribute test
//! test       = ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) ( value | attribute )
//!            | [ "not" ] "in" "[" value { "," value } "]"
//!            | "between" value "and" value
//!            | "is" [ "not" ] "missing"
//! attribute  = a word, or `anything` in backquotes
//! value      = a number, a date (2020-01-31, 2020-01-31T12:00:00), or a text in "…" or '…'
//! ```

use super::lexer::{Token, tokens};
use super::{Comparison, Condition, Is, Literal, Relation, Test};

/// How deep parentheses may be nested.
const DEPTH: usize = 64;

/// What is wrong with the text of a condition, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem {
    /// The character, counted from 1.
    pub at: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// The condition that a text says.
///
/// # Errors
/// The first place that cannot be understood.
pub fn parse(text: &str) -> Result<Condition, Problem> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        place: 0,
        end: 1 + text.chars().count(),
        depth: 0,
    };
    let condition = parser.condition()?;
    match parser.peek() {
        None => Ok(condition),
        Some(_) => parser.wrong("\"and\", \"or\" or the end is expected"),
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    place: usize,
    end: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.place).map(|(_, token)| token)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.place += 1;
        token
    }

    /// A problem at the next word.
    fn wrong<T>(&self, what: &'static str) -> Result<T, Problem> {
        Err(Problem {
            at: self.tokens.get(self.place).map_or(self.end, |(at, _)| *at),
            what,
        })
    }

    /// Goes on if the next word is this keyword.
    fn word(&mut self, keyword: &str) -> bool {
        let found =
            matches!(self.peek(), Some(Token::Name(name)) if name.eq_ignore_ascii_case(keyword));
        self.place += usize::from(found);
        found
    }

    fn sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.place += usize::from(found);
        found
    }

    fn condition(&mut self) -> Result<Condition, Problem> {
        let mut parts = vec![self.group()?];
        while self.word("or") {
            parts.push(self.group()?);
        }
        Ok(joined(parts, Condition::Any))
    }

    fn group(&mut self) -> Result<Condition, Problem> {
        let mut parts = vec![self.part()?];
        while self.word("and") {
            parts.push(self.part()?);
        }
        Ok(joined(parts, Condition::All))
    }

    fn part(&mut self) -> Result<Condition, Problem> {
        if self.depth >= DEPTH {
            return self.wrong("parentheses are nested too deeply");
        }
        if self.sign("(") {
            self.depth += 1;
            let inside = self.condition()?;
            self.depth -= 1;
            return if self.sign(")") {
                Ok(inside)
            } else {
                self.wrong("a closing parenthesis is expected")
            };
        }
        match self.attribute() {
            Some(attribute) => Ok(Condition::Test(Test {
                attribute,
                is: self.test()?,
            })),
            None => self.wrong("an attribute is expected"),
        }
    }

    fn test(&mut self) -> Result<Is, Problem> {
        if self.word("between") {
            let low = self.ordered()?;
            if !self.word("and") {
                return self.wrong("\"and\" is expected between the two bounds");
            }
            return Ok(Is::Between(low, self.ordered()?));
        }
        if self.word("is") {
            let not = self.word("not");
            return match (self.word("missing"), not) {
                (true, false) => Ok(Is::Missing),
                (true, true) => Ok(Is::NotMissing),
                _ => self.wrong("\"missing\" or \"not missing\" is expected after \"is\""),
            };
        }
        if self.word("in") {
            return Ok(Is::Among(self.list()?));
        }
        if self.word("not") {
            return if self.word("in") {
                Ok(Is::NotAmong(self.list()?))
            } else {
                self.wrong("\"in\" is expected after \"not\"")
            };
        }
        let side = |relation| Comparison::Side(relation);
        let comparisons = [
            ("=", Comparison::Same),
            ("!=", Comparison::Unlike),
            ("<", side(Relation::Less)),
            ("<=", side(Relation::AtMost)),
            (">", side(Relation::More)),
            (">=", side(Relation::AtLeast)),
        ];
        let Some((_, comparison)) = comparisons.into_iter().find(|(sign, _)| self.sign(sign))
        else {
            return self.wrong(
                "a comparison is expected: =, !=, <, <=, >, >=, in, not in, between, is missing",
            );
        };
        if let Some(other) = self.attribute() {
            return Ok(Is::Beside(comparison, other));
        }
        Ok(match comparison {
            Comparison::Same => Is::Among(vec![self.value()?]),
            Comparison::Unlike => Is::NotAmong(vec![self.value()?]),
            Comparison::Side(relation) => Is::Side(relation, self.ordered()?),
        })
    }

    /// Goes on if the next word is an attribute.
    fn attribute(&mut self) -> Option<String> {
        let name = match self.peek() {
            Some(Token::Name(name)) if !is_keyword(name) => name.clone(),
            Some(Token::Quoted(name)) => name.clone(),
            _ => return None,
        };
        self.place += 1;
        Some(name)
    }

    fn value(&mut self) -> Result<Literal, Problem> {
        match self.peek() {
            Some(Token::Value(_)) => {}
            _ => {
                return self.wrong(
                    "a value is expected: a number, a date such as 2020-01-31, or a text in quotes",
                );
            }
        }
        match self.next() {
            Some(Token::Value(value)) => Ok(value),
            _ => self.wrong(
                "a value is expected: a number, a date such as 2020-01-31, or a text in quotes",
            ),
        }
    }

    /// A value of a kind that has an order.
    fn ordered(&mut self) -> Result<Literal, Problem> {
        match self.peek() {
            Some(Token::Value(Literal::Text(_))) => self
                .wrong("words have no order; give a number or a date, or compare by =, != or in"),
            _ => self.value(),
        }
    }

    fn list(&mut self) -> Result<Vec<Literal>, Problem> {
        if !self.sign("[") {
            return self.wrong("a list in brackets is expected, such as [\"a\", \"b\"]");
        }
        let mut values = vec![self.value()?];
        while self.sign(",") {
            values.push(self.value()?);
        }
        if self.sign("]") {
            Ok(values)
        } else {
            self.wrong("a comma or ] is expected")
        }
    }
}

fn joined(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() == 1 {
        parts.remove(0)
    } else {
        join(parts)
    }
}

fn is_keyword(word: &str) -> bool {
    ["and", "or", "in", "not", "is", "between"]
        .iter()
        .any(|keyword| word.eq_ignore_ascii_case(keyword))
}
