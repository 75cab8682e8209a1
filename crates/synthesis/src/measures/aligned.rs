//! Several tables coded in common: equal values have equal codes.

use bauta_table::{Column, Dictionary, Table};
use hashbrown::HashMap;

/// Numbers with more distinct values than this are put in tenths.
const MOST_NUMBERS: usize = 20;
/// Tenths.
const PARTS: usize = 10;

/// An attribute that all tables have.
pub struct Field {
    /// Its name.
    pub name: String,
    /// Number of codes; the last one is that of missing cells, if there are any.
    pub values: usize,
    /// The code of missing cells, if there are any.
    pub missing: Option<usize>,
    /// The text of each code but that of missing cells, as the first table that has it writes it.
    pub labels: Vec<String>,
    /// The number behind each code, where the attribute has a scale; NaN for missing cells.
    pub numbers: Option<Vec<f64>>,
    /// The bin of each code: its own, or a tenth of the first table's rows for numbers with many values.
    pub bin_of: Vec<u32>,
    /// Number of bins.
    pub bins: usize,
}

/// A table in common codes.
pub struct Coded {
    /// Number of rows.
    pub rows: usize,
    /// By field, one code a row.
    pub codes: Vec<Vec<u32>>,
}

impl Coded {
    /// The chosen rows.
    pub fn picked(&self, rows: &[u32]) -> Coded {
        let pick = |codes: &Vec<u32>| rows.iter().map(|&row| codes[row as usize]).collect();
        Coded {
            rows: rows.len(),
            codes: self.codes.iter().map(pick).collect(),
        }
    }
}

/// Tables in common codes.
pub struct Aligned {
    /// The attributes that all have, in the order of the first table.
    pub fields: Vec<Field>,
    /// The tables, in the order given.
    pub tables: Vec<Coded>,
}

impl Aligned {
    /// Codes the attributes of `names`, which all tables must have; names that one lacks are left out. Bins follow the first table.
    pub fn of(tables: &[&Table], names: &[String]) -> Self {
        let mut aligned = Aligned {
            fields: Vec::new(),
            tables: tables
                .iter()
                .map(|table| Coded {
                    rows: table.rows(),
                    codes: Vec::new(),
                })
                .collect(),
        };
        for name in names {
            let columns: Option<Vec<&Column>> = tables
                .iter()
                .map(|table| Some(&table.attributes()[table.index_of(name).ok()?].column))
                .collect();
            let Some(columns) = columns else { continue };
            let (field, maps) = union(name, &columns);
            for ((coded, column), map) in aligned.tables.iter_mut().zip(&columns).zip(maps) {
                coded.codes.push(
                    column
                        .codes()
                        .iter()
                        .map(|code| map[code as usize])
                        .collect(),
                );
            }
            aligned.fields.push(field);
        }
        aligned
    }
}

/// The field of several columns, and for each column the common code of its own codes.
fn union(name: &str, columns: &[&Column]) -> (Field, Vec<Vec<u32>>) {
    let scaled = columns
        .iter()
        .all(|column| column.dictionary().kind().is_measurable());
    let dictionaries: Vec<&Dictionary> = columns.iter().map(|column| column.dictionary()).collect();
    let (values, numbers, mut maps) = if scaled {
        by_number(&dictionaries)
    } else {
        by_label(&dictionaries)
    };
    let mut labels = vec![String::new(); values];
    for (map, dictionary) in maps.iter().zip(&dictionaries).rev() {
        map.iter().enumerate().for_each(|(code, &common)| {
            labels[common as usize] = dictionary.label(code as u32).into_owned();
        });
    }
    let missing = dictionaries
        .iter()
        .any(|dictionary| dictionary.missing_code().is_some());
    for (map, dictionary) in maps.iter_mut().zip(&dictionaries) {
        map.extend(dictionary.missing_code().map(|_| values as u32));
    }
    let all = values + usize::from(missing);
    let mut field = Field {
        name: name.to_owned(),
        values: all,
        missing: missing.then_some(values),
        labels,
        numbers,
        bin_of: (0..all as u32).collect(),
        bins: all,
    };
    if let Some(numbers) = &mut field.numbers {
        numbers.extend(missing.then_some(f64::NAN));
    }
    if scaled && values > MOST_NUMBERS {
        let mut counts = vec![0u64; all];
        columns[0]
            .codes()
            .iter()
            .for_each(|code| counts[maps[0][code as usize] as usize] += 1);
        let (bin_of, bins) = tenths(&counts[..values]);
        field.bin_of = bin_of
            .into_iter()
            .chain(missing.then_some(bins as u32))
            .collect();
        field.bins = bins + usize::from(missing);
    }
    (field, maps)
}

type Union = (usize, Option<Vec<f64>>, Vec<Vec<u32>>);

fn by_number(dictionaries: &[&Dictionary]) -> Union {
    let measures = |dictionary: &&Dictionary| -> Vec<f64> {
        (0..dictionary.value_count() as u32)
            .map(|code| dictionary.measure(code).unwrap_or(0.0) + 0.0)
            .collect()
    };
    let own: Vec<Vec<f64>> = dictionaries.iter().map(measures).collect();
    let mut all: Vec<f64> = own.iter().flatten().copied().collect();
    all.sort_unstable_by(f64::total_cmp);
    all.dedup();
    let code_of =
        |number: &f64| all.partition_point(|known| known.total_cmp(number).is_lt()) as u32;
    let maps = own
        .iter()
        .map(|own| own.iter().map(code_of).collect())
        .collect();
    (all.len(), Some(all), maps)
}

fn by_label(dictionaries: &[&Dictionary]) -> Union {
    let mut code_of: HashMap<String, u32, foldhash::fast::FixedState> = HashMap::default();
    let mut map = |dictionary: &&Dictionary| -> Vec<u32> {
        let labels =
            (0..dictionary.value_count() as u32).map(|code| dictionary.label(code).into_owned());
        labels
            .map(|label| {
                let next = code_of.len() as u32;
                *code_of.entry(label).or_insert(next)
            })
            .collect()
    };
    let maps = dictionaries.iter().map(&mut map).collect();
    (code_of.len(), None, maps)
}

/// The tenth of the rows in which each value's middle lies, counting from those that occur, without gaps.
fn tenths(counts: &[u64]) -> (Vec<u32>, usize) {
    let all = counts.iter().sum::<u64>().max(1);
    let mut below = 0;
    let mut bins: Vec<u32> = Vec::with_capacity(counts.len());
    for &count in counts {
        let tenth = ((below + count / 2) * PARTS as u64 / all).min(PARTS as u64 - 1) as u32;
        below += count;
        bins.push(tenth);
    }
    let mut distinct: Vec<u32> = bins.clone();
    distinct.dedup();
    let place = |tenth: &u32| distinct.partition_point(|known| known < tenth) as u32;
    (bins.iter().map(place).collect(), distinct.len())
}
