//! A table as modalities: numbers and dates by quantiles, words as they are, rare ones together.

use bauta_table::{Attribute, Cell, Codes, Dictionary, Fault, Kind, Role, Style, Table};

use super::form::{Form, Interval, Modality, Piece};

/// What happens to words that fewer than `least` rows have, and to extreme numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rare {
    /// They are not told: other words are drawn instead, and numbers stop where `least` rows have come.
    Hide,
    /// They are drawn like all others.
    Keep,
}

/// How a table is prepared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preparing {
    /// Intervals of equal frequency of a number or date; none = as the number of rows suggests, at most ten.
    pub quantiles: Option<usize>,
    /// Whether numbers follow the empirical quantiles inside their interval, or are drawn evenly.
    pub empirical: bool,
    /// Rows that a told word must have, and that an interval and its pieces must have.
    pub least: u64,
    /// What happens to words that have fewer.
    pub rare: Rare,
}

impl Default for Preparing {
    fn default() -> Self {
        Preparing {
            quantiles: None,
            empirical: true,
            least: 10,
            rare: Rare::Hide,
        }
    }
}

/// A variable as codes into its modalities.
#[derive(Clone)]
pub struct Variable {
    /// What the codes mean.
    pub form: Form,
    /// The modality of each row.
    pub codes: Codes,
}

/// A table as modalities.
#[derive(Clone)]
pub struct Modalities {
    variables: Vec<Variable>,
    rows: usize,
}

impl Modalities {
    /// Variables of equal length.
    pub fn new(variables: Vec<Variable>) -> Self {
        let rows = variables
            .iter()
            .map(|variable| variable.codes.len())
            .min()
            .unwrap_or(0);
        Modalities { variables, rows }
    }

    /// The variables, in table order.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The variables without their rows.
    pub fn forms(&self) -> Vec<Form> {
        self.variables
            .iter()
            .map(|variable| variable.form.clone())
            .collect()
    }
}

/// Most intervals that are chosen by themselves, and the rows that ask for one more.
const MOST_QUANTILES: usize = 10;
const ROWS_A_QUANTILE: usize = 50;
/// Numbers of so few values are codes rather than amounts: every value that enough rows have is an interval of its own.
const FEW_NUMBERS: usize = 20;

/// Every attribute of a table as a categorical variable.
///
/// # Errors
/// Attributes that are identifiers, or of which no value can be told; all of them together.
pub fn prepare(table: &Table, preparing: &Preparing) -> Result<Modalities, Vec<Fault>> {
    let mut faults = Vec::new();
    if table.rows() == 0 {
        faults.push(Fault::NoRows);
    }
    let mut variables = Vec::new();
    for attribute in table.attributes() {
        match variable(attribute, table.rows(), preparing) {
            Ok(variable) => variables.push(variable),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        Ok(Modalities::new(variables))
    } else {
        Err(faults)
    }
}

fn variable(attribute: &Attribute, rows: usize, preparing: &Preparing) -> Result<Variable, Fault> {
    let name = &attribute.name;
    if attribute.role == Role::Identifier {
        return Err(Fault::Request(format!(
            "attribute \"{name}\" is an identifier, and a synthetic row is nobody's; leave it out with --drop {name}"
        )));
    }
    let dictionary = attribute.column.dictionary();
    let counts = attribute.column.codes().counts(dictionary.len());
    let (mut modalities, mut code_of) = match dictionary.kind() {
        Kind::Text => words(name, dictionary, &counts, preparing)?,
        Kind::Boolean => truths(dictionary),
        _ => intervals(dictionary, &counts, rows, preparing),
    };
    if dictionary.missing_code().is_some() {
        code_of.push(modalities.len() as u32);
        modalities.push(Modality::Missing);
    }
    let codes = attribute.column.codes().mapped(modalities.len(), &code_of);
    let (style, digits) = (dictionary.style().clone(), digits(dictionary));
    let rows = codes.counts(modalities.len());
    let form = Form {
        name: name.clone(),
        role: attribute.role,
        kind: dictionary.kind(),
        style,
        digits,
        modalities,
        rows,
    };
    Ok(Variable { form, codes })
}

/// Each word by itself; words that too few rows have in one modality.
fn words(
    name: &str,
    dictionary: &Dictionary,
    counts: &[u64],
    preparing: &Preparing,
) -> Result<(Vec<Modality>, Vec<u32>), Fault> {
    let values = dictionary.value_count();
    let rare: Vec<usize> = (0..values)
        .filter(|&code| counts[code] < preparing.least)
        .collect();
    if rare.len() == values && values > 1 && preparing.rare == Rare::Hide {
        return Err(Fault::Request(format!(
            "no value of \"{name}\" is shared by {} rows, as in an identifier or a free text; leave it out with --drop {name}, or allow such values with --rare keep",
            preparing.least
        )));
    }
    let pooled = rare.len() > 1 || preparing.rare == Rare::Hide;
    let mut modalities = Vec::new();
    let mut code_of = vec![u32::MAX; values];
    for code in (0..values).filter(|&code| !pooled || counts[code] >= preparing.least) {
        code_of[code] = modalities.len() as u32;
        modalities.push(Modality::Text(dictionary.label(code as u32).into_owned()));
    }
    if code_of.contains(&u32::MAX) {
        let pool = modalities.len() as u32;
        let words = rare
            .iter()
            .map(|&code| (dictionary.label(code as u32).into_owned(), counts[code]));
        modalities.push(match preparing.rare {
            Rare::Hide => Modality::Hidden,
            Rare::Keep => Modality::Pool(words.collect()),
        });
        code_of
            .iter_mut()
            .filter(|code| **code == u32::MAX)
            .for_each(|code| *code = pool);
    }
    Ok((modalities, code_of))
}

fn truths(dictionary: &Dictionary) -> (Vec<Modality>, Vec<u32>) {
    let truth = |code| matches!(dictionary.cell(code), Cell::Boolean(true));
    let values = 0..dictionary.value_count() as u32;
    (
        values
            .clone()
            .map(|code| Modality::Truth(truth(code)))
            .collect(),
        values.collect(),
    )
}

/// Intervals of about equal frequency, and the pieces inside them.
fn intervals(
    dictionary: &Dictionary,
    counts: &[u64],
    rows: usize,
    preparing: &Preparing,
) -> (Vec<Modality>, Vec<u32>) {
    let values = dictionary.value_count();
    let measure: Vec<f64> = (0..values)
        .map(|code| dictionary.measure(code as u32).unwrap_or(0.0))
        .collect();
    let quantiles = preparing
        .quantiles
        .unwrap_or_else(|| (rows / ROWS_A_QUANTILE).clamp(2, MOST_QUANTILES))
        .max(1);
    let known: u64 = counts.iter().take(values).sum();
    let least = match preparing.rare {
        Rare::Hide => preparing.least,
        Rare::Keep => 1,
    };
    let (low, high) = clamp_bounds(counts, values, least);
    let clamped: Vec<f64> = (0..values)
        .map(|code| measure[code.clamp(low, high)])
        .collect();
    let size = if values <= FEW_NUMBERS && preparing.quantiles.is_none_or(|it| it >= values) {
        1.0
    } else {
        known as f64 / quantiles as f64
    };
    let groups = equal_frequency(&counts[..values], size, least);
    let mut code_of = vec![0; values];
    let mut modalities = Vec::new();
    for group in groups {
        code_of[group.clone()].fill(modalities.len() as u32);
        let pieces = if preparing.empirical {
            pieces(&clamped, counts, group, least)
        } else {
            vec![piece(&clamped, counts, group)]
        };
        modalities.push(Modality::Interval(Interval { pieces }));
    }
    (modalities, code_of)
}

/// The codes of the values below and above which fewer than `least` rows are.
fn clamp_bounds(counts: &[u64], values: usize, least: u64) -> (usize, usize) {
    let low = reached(0..values, counts, least).unwrap_or(0);
    let high = reached((0..values).rev(), counts, least).unwrap_or(values.saturating_sub(1));
    if low <= high {
        (low, high)
    } else {
        (high, low)
    }
}

/// The first of some codes with which `least` rows have come.
fn reached(mut codes: impl Iterator<Item = usize>, counts: &[u64], least: u64) -> Option<usize> {
    let mut seen = 0;
    codes.find(|&code| {
        seen += counts[code];
        seen >= least
    })
}

/// A run of neighbouring values.
struct ValueRun {
    values: std::ops::Range<usize>,
    rows: u64,
}

/// Cuts values with these rows into runs of about `size` rows, each of at least `least`. A value with at least `size` rows is a run by itself, and stays one
/// where its neighbours have enough rows for a run of their own.
fn equal_frequency(counts: &[u64], size: f64, least: u64) -> Vec<std::ops::Range<usize>> {
    let size = size.max(least as f64);
    let mut runs: Vec<ValueRun> = Vec::new();
    let (mut start, mut seen) = (0, 0u64);
    for (code, &rows) in counts.iter().enumerate() {
        let heavy = rows as f64 >= size;
        if heavy && seen > 0 {
            if !too_short(seen, size, least, runs.last()) {
                runs.push(ValueRun {
                    values: start..code,
                    rows: seen,
                });
                (start, seen) = (code, 0);
            } else if let Some(last) = runs.last_mut() {
                // Too few rows before a heavy value: they stay with their other neighbours.
                last.values.end = code;
                last.rows += seen;
                (start, seen) = (code, 0);
            }
        }
        seen += rows;
        if seen as f64 >= size {
            runs.push(ValueRun {
                values: start..code + 1,
                rows: seen,
            });
            (start, seen) = (code + 1, 0);
        }
    }
    if start < counts.len() {
        let short = too_short(seen, size, least, runs.last());
        match runs.last_mut() {
            Some(last) if short => last.values.end = counts.len(),
            _ => runs.push(ValueRun {
                values: start..counts.len(),
                rows: seen,
            }),
        }
    }
    runs.into_iter().map(|run| run.values).collect()
}

/// Whether rows are too few for a run of their own, given the run before. After a frequent value `least` rows are enough; elsewhere a run also needs half of `size`.
fn too_short(rows: u64, size: f64, least: u64, before: Option<&ValueRun>) -> bool {
    let after_heavy = before.is_none_or(|it| it.values.len() == 1 && it.rows as f64 >= size);
    rows < least || (!after_heavy && (rows as f64) < size / 2.0)
}

/// How many values of words are not told because too few rows have them, and how many rows that concerns; a sentence per attribute.
pub fn hidden_values(table: &Table, least: u64) -> Vec<String> {
    let sentence = |attribute: &Attribute| {
        let dictionary = attribute.column.dictionary();
        let counts = attribute.column.codes().counts(dictionary.len());
        let words = counts.iter().take(dictionary.value_count());
        let rare: Vec<u64> = words
            .copied()
            .filter(|&rows| rows > 0 && rows < least)
            .collect();
        let (values, rows) = (rare.len(), rare.iter().sum::<u64>());
        let share = 100.0 * rows as f64 / table.rows().max(1) as f64;
        let name = &attribute.name;
        (values > 0).then(|| {
            format!(
                "\"{name}\": {values} values that fewer than {least} rows have do not come up; the {rows} rows that have them ({share:.1} %) count as rows of other values"
            )
        })
    };
    let words = table.attributes().iter();
    let words = words.filter(|it| it.column.dictionary().kind() == Kind::Text);
    words.filter_map(sentence).collect()
}

/// The runs of at least `least` rows inside a group of values.
fn pieces(
    measure: &[f64],
    counts: &[u64],
    group: std::ops::Range<usize>,
    least: u64,
) -> Vec<Piece> {
    let runs = equal_frequency(&counts[group.clone()], 1.0, least);
    runs.into_iter()
        .map(|run| {
            piece(
                measure,
                counts,
                group.start + run.start..group.start + run.end,
            )
        })
        .collect()
}

fn piece(measure: &[f64], counts: &[u64], run: std::ops::Range<usize>) -> Piece {
    let last = run.end.saturating_sub(1);
    Piece {
        low: measure[run.start],
        high: measure[last],
        rows: counts[run].iter().sum(),
    }
}

/// Digits after the point of the values as the source writes them.
fn digits(dictionary: &Dictionary) -> u8 {
    if let Style::Decimal {
        digits: Some(digits),
        ..
    } = dictionary.style()
    {
        return *digits;
    }
    if dictionary.kind() != Kind::Decimal {
        return 0;
    }
    let after_point = |code: u32| {
        let text = format!("{}", dictionary.measure(code).unwrap_or(0.0));
        text.split_once('.')
            .map_or(0, |(_, fraction)| fraction.len())
    };
    (0..dictionary.value_count() as u32)
        .map(after_point)
        .max()
        .unwrap_or(0)
        .min(9) as u8
}
