//! What a categorical variable was made of, and how its modalities become values again.

use bauta_table::{Codes, Column, Dictionary, Kind, Precision, Role, Style, TextPool, Values};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// Neighbouring values that are drawn from as one: evenly between its ends.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Rows that have one of its values.
    pub rows: u64,
}

/// A quantile interval of numbers or dates: its pieces in ascending order. One piece means that values are drawn evenly from the
/// whole interval; several follow the empirical quantiles.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

impl Interval {
    /// Its smallest and its largest value.
    pub fn bounds(&self) -> (f64, f64) {
        let low = self.pieces.first().map_or(f64::NAN, |piece| piece.low);
        (low, self.pieces.last().map_or(f64::NAN, |piece| piece.high))
    }

    /// A value of it.
    pub fn draw(&self, random: &mut impl Rng) -> f64 {
        let total: u64 = self.pieces.iter().map(|piece| piece.rows).sum();
        let mut place = random.random_range(0..total.max(1));
        for piece in &self.pieces {
            if place < piece.rows {
                return piece.low + (piece.high - piece.low) * random.random::<f64>();
            }
            place -= piece.rows;
        }
        f64::NAN
    }
}

/// One of the values that a categorical variable has. It has no `Debug`: values must not reach a log by accident.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Modality {
    /// No value.
    Missing,
    /// A word.
    Text(String),
    /// True or false.
    Truth(bool),
    /// Numbers or dates of a quantile interval; a single number is an interval of one piece with equal ends.
    Interval(Interval),
    /// Words that few rows have, with their rows; one of them is drawn.
    Pool(Vec<(String, u64)>),
    /// Words that too few rows have to be told: one of the other words is drawn instead, by their rows.
    Hidden,
}

/// A categorical variable without its rows: enough to draw values from and to write them as the source does.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// What its values are.
    pub kind: Kind,
    /// How they are written.
    pub style: Style,
    /// Digits after the point, where numbers have them.
    pub digits: u8,
    /// Its modalities; a code is an index into them.
    pub modalities: Vec<Modality>,
    /// Rows of each modality.
    pub rows: Vec<u64>,
}

impl Form {
    /// Number of modalities.
    pub fn len(&self) -> usize {
        self.modalities.len()
    }

    /// Whether it has none, as a variable of an empty table.
    pub fn is_empty(&self) -> bool {
        self.modalities.is_empty()
    }

    /// What a person calls a modality: its word, its number, or the ends of its interval. It shows values of the table.
    pub fn label(&self, code: usize) -> String {
        match self.modalities.get(code) {
            None => String::new(),
            Some(Modality::Missing) => "(missing)".to_owned(),
            Some(Modality::Text(text)) => text.clone(),
            Some(Modality::Truth(truth)) => self.truth(*truth),
            Some(Modality::Pool(_) | Modality::Hidden) => "(rare)".to_owned(),
            Some(Modality::Interval(interval)) => {
                let (low, high) = interval.bounds();
                let ends = self.measures(&[low, high]);
                if low == high {
                    ends.label(0).into_owned()
                } else {
                    format!("[{}, {}]", ends.label(0), ends.label(1))
                }
            }
        }
    }

    /// A column of the drawn modalities, of the kind and style of the source; numbers, dates and rare words are drawn by `random`.
    pub fn column(&self, codes: &[u32], random: &mut impl Rng) -> Column {
        match self.kind {
            Kind::Text => self.texts(codes, random),
            Kind::Boolean => self.truths(codes),
            _ => {
                let draw = |&code: &u32| match self.modalities.get(code as usize) {
                    Some(Modality::Interval(interval)) => interval.draw(random),
                    _ => f64::NAN,
                };
                let values: Vec<f64> = codes.iter().map(draw).collect();
                self.measures(&values)
            }
        }
    }

    /// Numbers as a column of this kind and style.
    fn measures(&self, values: &[f64]) -> Column {
        let none = match self.kind {
            Kind::Decimal => Values::Decimal(Vec::new()),
            Kind::Date => Values::Date(Vec::new()),
            Kind::DateTime => Values::DateTime(Vec::new()),
            _ => Values::Integer(Vec::new()),
        };
        let (like, _) = Dictionary::sorted(none, self.style.clone(), false);
        let fixed = matches!(
            self.style,
            Style::Decimal {
                digits: Some(_),
                ..
            }
        );
        let precision = if self.kind == Kind::Decimal && !fixed {
            Precision::Digits(self.digits)
        } else {
            Precision::Source
        };
        Column::of_measures(values, &like, precision)
    }

    fn truth(&self, truth: bool) -> String {
        let (dictionary, _) =
            Dictionary::sorted(Values::Boolean(vec![truth]), self.style.clone(), false);
        dictionary.label(0).into_owned()
    }

    fn truths(&self, codes: &[u32]) -> Column {
        let (dictionary, _) =
            Dictionary::sorted(Values::Boolean(vec![false, true]), self.style.clone(), true);
        let code_of = |code: u32| match self.modalities.get(code as usize) {
            Some(Modality::Truth(truth)) => u32::from(*truth),
            _ => 2,
        };
        let known: Vec<u32> = codes.iter().map(|&code| code_of(code)).collect();
        let missing = known.contains(&2);
        let dictionary = if missing {
            dictionary
        } else {
            Dictionary::sorted(
                Values::Boolean(vec![false, true]),
                self.style.clone(),
                false,
            )
            .0
        };
        Column::new(dictionary, Codes::from_fn(known.len(), 3, |row| known[row]))
    }

    fn texts(&self, codes: &[u32], random: &mut impl Rng) -> Column {
        let mut pool = TextPool::default();
        let mut known = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
        let drawn: Vec<Option<usize>> = codes
            .iter()
            .map(|&code| {
                self.word(code, random)
                    .map(|word| *known.entry(word).or_insert_with(|| pool.push(word)))
            })
            .collect();
        let missing = drawn.contains(&None);
        let (dictionary, code_of) =
            Dictionary::sorted(Values::Text(pool), self.style.clone(), missing);
        let none = dictionary.value_count() as u32;
        let codes = Codes::from_fn(drawn.len(), dictionary.len(), |row| {
            drawn[row].map_or(none, |index| code_of[index])
        });
        Column::new(dictionary, codes)
    }

    /// The word of a modality; none where it is missing.
    fn word(&self, code: u32, random: &mut impl Rng) -> Option<&str> {
        match self.modalities.get(code as usize)? {
            Modality::Text(text) => Some(text),
            Modality::Pool(words) => {
                let total: u64 = words.iter().map(|(_, rows)| rows).sum();
                let place = random.random_range(0..total.max(1));
                weighted(
                    words.iter().map(|(word, rows)| (word.as_str(), *rows)),
                    place,
                )
            }
            Modality::Hidden => {
                let told = || {
                    let texts = self.modalities.iter().zip(&self.rows);
                    texts.filter_map(|(modality, rows)| match modality {
                        Modality::Text(text) => Some((text.as_str(), *rows)),
                        _ => None,
                    })
                };
                let total: u64 = told().map(|(_, rows)| rows).sum();
                weighted(told(), random.random_range(0..total.max(1)))
            }
            _ => None,
        }
    }
}

/// The item at a place, where each takes as many places as its weight says.
fn weighted<T>(items: impl Iterator<Item = (T, u64)>, mut place: u64) -> Option<T> {
    for (item, weight) in items {
        if place < weight {
            return Some(item);
        }
        place -= weight;
    }
    None
}
