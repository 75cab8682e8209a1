//! The values that the labels of one attribute may stand for, over several tables.
//!
//! **Idea.** (1) With a hierarchy: its leaves, and the exact values that it lacks. (2) Time, where a table has days or moments: every day or moment, and the ends of
//! every span. (3) Numbers, where a table has numbers and no label is a mask: every number, the bounds of intervals, and a number between any two of them, so
//! that open and closed bounds differ. (4) Else words: every value of an exact table, and what other labels name: members of sets, bounds of ranges, one value for
//! each mask. Two labels then have a value in common if and only if they can mean the same. Labels are read over these values by the reader that evaluates releases.
//!
//! Words that differ only in their letters' case are one, unless one table tells them apart.
//!
//! **Limit.** Two masks that hide different places of one text are compared by a value of the one that fits the other.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::{
    Cell, Codes, Column, DateStyle, Dictionary, Fault, Hierarchy, Kind, Qi, Style, Table, TextPool,
    Values, interval,
};

use super::atoms::{pieces, words};
use crate::utility::calendar::Calendar;
use crate::utility::labels::{Labels, number};
use crate::utility::{Cover, Ranks};

/// One attribute as a table has it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) column: &'a Column,
    /// Whether its cells are values of people, not labels of a release.
    pub(super) exact: bool,
}

/// The values of one attribute.
pub(super) struct Domain {
    table: Table,
    qi: Qi,
    /// For each code of each table, its text in the domain's spelling.
    pub(super) texts: Vec<Vec<String>>,
    /// Ranks of exact values that the hierarchy lacks, and the values without the hierarchy.
    beyond: Option<(BTreeSet<u32>, Qi)>,
}

/// What kind of values an attribute has, by all its tables.
#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Time { moments: bool, style: DateStyle },
    Number,
    Words,
}

impl Domain {
    pub(super) fn of(
        name: &str,
        sources: &[Source<'_>],
        hierarchy: Option<&Hierarchy>,
    ) -> Result<Self, Fault> {
        let scale = match hierarchy {
            Some(_) => Scale::Words,
            None => scale_of(sources),
        };
        let mut texts: Vec<Vec<String>> = sources.iter().map(|it| texts_of(it, scale)).collect();
        let column = match (hierarchy, scale) {
            (Some(hierarchy), _) => {
                return Domain::with_hierarchy(name, sources, texts, hierarchy);
            }
            (None, Scale::Time { moments, style }) => times(&texts, moments, style),
            (None, Scale::Number) => numbers(&texts),
            (None, Scale::Words) => {
                respell(&mut texts);
                let exact: Vec<bool> = sources.iter().map(|it| it.exact).collect();
                typed(&words(&exact, &texts))
            }
        };
        let table = Table::new([(name.to_owned(), column)]);
        let qi = Qi::new(&table, 0, None)?;
        Ok(Domain {
            table,
            qi,
            texts,
            beyond: None,
        })
    }

    fn with_hierarchy(
        name: &str,
        sources: &[Source<'_>],
        texts: Vec<Vec<String>>,
        hierarchy: &Hierarchy,
    ) -> Result<Self, Fault> {
        let table = Table::new([(name.to_owned(), leaves_of(hierarchy))]);
        let qi = Qi::new(&table, 0, Some(hierarchy.clone()))?;
        let labels = Labels::of(&table, &qi);
        let exact = sources.iter().zip(&texts).filter(|(it, _)| it.exact);
        let exact: BTreeSet<&String> = exact.flat_map(|(_, texts)| texts).collect();
        let lacking = |text: &&&String| labels.meaning(text).is_none();
        let lacking: Vec<String> = exact
            .iter()
            .filter(lacking)
            .map(|it| (*it).clone())
            .collect();
        let wider = (!lacking.is_empty()).then(|| widened(name, hierarchy, &lacking));
        let Some(Ok(hierarchy)) = wider else {
            // Values that cannot be added are not understood.
            return Ok(Domain {
                table,
                qi,
                texts,
                beyond: None,
            });
        };
        let table = Table::new([(name.to_owned(), leaves_of(&hierarchy))]);
        let plain = Qi::new(&table, 0, None)?;
        let beyond = (hierarchy.leaf_count() - lacking.len()) as u32..hierarchy.leaf_count() as u32;
        let qi = Qi::new(&table, 0, Some(hierarchy))?;
        Ok(Domain {
            table,
            qi,
            texts,
            beyond: Some((beyond.collect(), plain)),
        })
    }

    /// Number of values.
    pub(super) fn size(&self) -> usize {
        self.qi.ranks()
    }

    /// Where each value lies, if the attribute is a number or time.
    pub(super) fn positions(&self) -> Option<Vec<f64>> {
        Labels::of(&self.table, &self.qi).positions()
    }

    /// Whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        let kind = self.table.attributes()[0].column.dictionary().kind();
        matches!(kind, Kind::Integer | Kind::Decimal)
    }

    /// What every label says that says nothing.
    pub(super) fn all(&self) -> Cover {
        Labels::of(&self.table, &self.qi).all()
    }

    /// What labels stand for; `None` = not understood.
    pub(super) fn read(&self, labels: &[String]) -> Vec<Option<Cover>> {
        let mut covers = Labels::of(&self.table, &self.qi).read(labels);
        let Some((beyond, plain)) = &self.beyond else {
            return covers;
        };
        // A group of the hierarchy also holds the values that it lacks, if its label says so.
        let at_word = Labels::of(&self.table, plain);
        for (cover, label) in covers.iter_mut().zip(labels) {
            let (Some(cover), Some(more)) = (cover, at_word.meaning(label)) else {
                continue;
            };
            let rank = |code: u32| self.qi.rank_of_code()[code as usize];
            let more = more.iter().map(rank).filter(|rank| beyond.contains(rank));
            cover.ranks = Ranks::of(cover.ranks.iter().chain(more).collect());
        }
        covers
    }
}

/// The values of a hierarchy; an empty one stands for what is missing.
fn leaves_of(hierarchy: &Hierarchy) -> Column {
    let leaves = hierarchy.leaves().iter().filter(|leaf| !leaf.is_empty());
    typed(&leaves.map(str::to_owned).collect())
}

/// The hierarchy with more values, each by itself up to the top.
fn widened(name: &str, hierarchy: &Hierarchy, more: &[String]) -> Result<Hierarchy, Vec<Fault>> {
    let own = hierarchy.rows().into_iter();
    let mut rows: Vec<Vec<String>> = own
        .map(|row| row.into_iter().map(str::to_owned).collect())
        .collect();
    let top = hierarchy
        .has_root()
        .then(|| hierarchy.label(hierarchy.height(), 0).to_owned());
    for value in more {
        let mut row = vec![value.clone(); hierarchy.height() + 1];
        if let (Some(top), Some(last)) = (&top, row.last_mut().filter(|_| hierarchy.height() > 0)) {
            last.clone_from(top);
        }
        rows.push(row);
    }
    Hierarchy::from_rows(name, &rows)
}

fn scale_of(sources: &[Source<'_>]) -> Scale {
    let dictionaries = || sources.iter().map(|it| it.column.dictionary());
    let has = |kinds: &[Kind]| dictionaries().any(|it| kinds.contains(&it.kind()));
    if has(&[Kind::Date, Kind::DateTime]) {
        let styles = dictionaries().find_map(|it| match it.style() {
            Style::Date(style) => Some(*style),
            _ => None,
        });
        return Scale::Time {
            moments: has(&[Kind::DateTime]),
            style: styles.unwrap_or_default(),
        };
    }
    let is_mask = |text: &str| text.contains('*') && text.bytes().any(|byte| byte != b'*');
    let masked = |it: &Dictionary| (0..it.len() as u32).any(|code| is_mask(&it.label(code)));
    if has(&[Kind::Integer, Kind::Decimal]) && !dictionaries().any(masked) {
        return Scale::Number;
    }
    Scale::Words
}

/// The text of each code, days and numbers in one way of writing.
fn texts_of(source: &Source<'_>, scale: Scale) -> Vec<String> {
    let dictionary = source.column.dictionary();
    let text = |code: u32| match (scale, dictionary.cell(code)) {
        (Scale::Time { style, .. }, Cell::Date(day)) => style.format(day),
        (Scale::Number, Cell::Integer(_) | Cell::Decimal(_)) => {
            dictionary.plain_label(code).into_owned()
        }
        _ => dictionary.label(code).trim().to_owned(),
    };
    (0..dictionary.len() as u32).map(text).collect()
}

/// Gives words that differ in case only one spelling, that of the first table, unless a table tells them apart.
fn respell(texts: &mut [Vec<String>]) {
    let tells_apart = |texts: &Vec<String>| {
        let distinct: BTreeSet<&String> = texts.iter().collect();
        let folded: BTreeSet<String> = distinct.iter().map(|text| text.to_lowercase()).collect();
        folded.len() < distinct.len()
    };
    if texts.iter().any(tells_apart) {
        return;
    }
    let mut spelling: BTreeMap<String, String> = BTreeMap::new();
    for text in texts.iter_mut().flatten() {
        let first = spelling.entry(text.to_lowercase());
        *text = first.or_insert_with(|| text.clone()).clone();
    }
}

/// Every day or moment that labels name, and the ends of spans.
fn times(texts: &[Vec<String>], moments: bool, style: DateStyle) -> Column {
    let calendar = Calendar::new(moments, style);
    let all: BTreeSet<&str> = texts
        .iter()
        .flatten()
        .flat_map(|text| pieces(text))
        .collect();
    let spans = all.into_iter().filter_map(|text| calendar.span(text));
    let ends = spans.flat_map(|span| {
        // A span without an end also holds what is just beyond its bound.
        let bounds = [
            (span.low, i64::MIN),
            (span.high.saturating_sub(1), i64::MAX - 1),
        ];
        let known = bounds.into_iter().filter(|(at, never)| at != never);
        known.map(|(at, _)| at).collect::<Vec<i64>>()
    });
    let points: BTreeSet<i64> = ends.collect();
    let days = || points.iter().filter_map(|&at| i32::try_from(at).ok());
    let values = if moments {
        Values::DateTime(points.iter().copied().collect())
    } else {
        Values::Date(days().collect())
    };
    column(values, Style::Date(style))
}

/// Every number that labels name, the bounds of intervals, and a number between any two of them.
fn numbers(texts: &[Vec<String>]) -> Column {
    let all: BTreeSet<&str> = texts
        .iter()
        .flatten()
        .flat_map(|text| pieces(text))
        .collect();
    let found = all.into_iter().filter_map(interval::parse);
    let found: Vec<interval::Interval> = found.collect();
    let mut points: Vec<f64> = found.iter().flat_map(|it| [it.low, it.high]).collect();
    let sort = |points: &mut Vec<f64>| {
        points.retain(|point| point.is_finite());
        // Zero has one sign.
        points.iter_mut().for_each(|point| *point += 0.0);
        points.sort_by(f64::total_cmp);
        points.dedup();
    };
    sort(&mut points);
    if found.iter().any(|it| it.low < it.high) {
        let between = points.windows(2).map(|two| (two[0] + two[1]) / 2.0);
        let ends = [
            points.first().map(|low| low - 1.0),
            points.last().map(|high| high + 1.0),
        ];
        let more: Vec<f64> = between.chain(ends.into_iter().flatten()).collect();
        points.extend(more);
        sort(&mut points);
    }
    let style = Style::Decimal {
        comma: false,
        digits: None,
    };
    column(Values::Decimal(points), style)
}

/// A column that has each value once.
fn column(values: Values, style: Style) -> Column {
    let rows = values.len();
    let (dictionary, codes) = Dictionary::sorted(values, style, false);
    Column::new(dictionary, Codes::from_fn(rows, rows, |row| codes[row]))
}

/// A column of these values, typed if all agree.
fn typed(values: &BTreeSet<String>) -> Column {
    let is_number = !values.is_empty() && values.iter().all(|value| number(value).is_some());
    if is_number && let Some(column) = as_numbers(values) {
        return column;
    }
    let days = |style: DateStyle| -> Option<Vec<i32>> {
        values.iter().map(|value| style.parse(value)).collect()
    };
    let styles = DateStyle::ALL.into_iter();
    let mut time = styles.filter_map(|style| Some((days(style)?, style)));
    if let Some((days, style)) = time.next().filter(|_| !values.is_empty()) {
        return column(Values::Date(days), Style::Date(style));
    }
    let pool: TextPool = values.iter().map(String::as_str).collect();
    column(Values::Text(pool), Style::Plain)
}

/// The values as numbers, if different texts are different numbers.
fn as_numbers(values: &BTreeSet<String>) -> Option<Column> {
    let mut numbers: Vec<f64> = values.iter().filter_map(|value| number(value)).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    let style = Style::Decimal {
        comma: false,
        digits: None,
    };
    (numbers.len() == values.len()).then(|| column(Values::Decimal(numbers), style))
}
