//! A mapping bound to the columns of the files that it is applied to: look-up tables made ready, all names resolved.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use hashbrown::HashMap;

use super::pool::{Coder, Pool, UNKNOWN};
use super::tally::Widths;
use crate::contract::{CutNode, Cuts, Drawing, Maker, Mapping, Replaced};
use crate::error::{Error, Result};

/// What stands for a missing label.
const NO_LABEL: i32 = -1;

/// Labels, each once, and which of them each key has.
pub(super) struct Labels {
    texts: ArrayRef,
    of_key: Vec<i32>,
}

impl Labels {
    /// Labels in ascending order: the number of a label is its rank.
    fn of(labels: &[Option<String>]) -> Self {
        let mut texts: Vec<&str> = labels.iter().flatten().map(String::as_str).collect();
        texts.sort_unstable();
        texts.dedup();
        let rank = |label: &Option<String>| {
            let rank = label
                .as_ref()
                .map(|text| texts.binary_search(&text.as_str()));
            rank.and_then(std::result::Result::ok)
                .map_or(NO_LABEL, |rank| rank as i32)
        };
        Labels {
            of_key: labels.iter().map(rank).collect(),
            texts: Arc::new(StringArray::from(texts)),
        }
    }

    /// The labels of rows, given by their keys.
    pub(super) fn column(
        &self,
        keys: impl Iterator<Item = u32>,
    ) -> std::result::Result<ArrayRef, ArrowError> {
        let labels =
            keys.map(|key| Some(self.of_key[key as usize]).filter(|&label| label != NO_LABEL));
        let keys: Int32Array = labels.collect();
        Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(
            keys,
            Arc::clone(&self.texts),
        )?))
    }
}

/// What becomes of an output column; `input` is its place among the columns that are read.
pub(super) enum Way {
    Kept {
        input: usize,
    },
    ByValue {
        input: usize,
        pool: Pool,
        labels: Labels,
    },
    ByTuple {
        labels: Labels,
    },
    ByRegion {
        labels: Labels,
    },
    Made {
        inputs: Vec<usize>,
        by: Arc<dyn Maker>,
    },
    Drawn {
        input: usize,
        pool: Pool,
        by: Arc<dyn Drawing>,
    },
}

impl Way {
    /// The labels in ascending order, where a cell is one of them.
    pub(super) fn labels(&self) -> Option<ArrayRef> {
        match self {
            Way::ByValue { labels, .. } | Way::ByTuple { labels } | Way::ByRegion { labels } => {
                Some(Arc::clone(&labels.texts))
            }
            Way::Kept { .. } | Way::Made { .. } | Way::Drawn { .. } => None,
        }
    }
}

/// Combinations that stay.
pub(super) struct Kept {
    /// Places of their columns among those that are read.
    pub(super) inputs: Vec<usize>,
    pub(super) pools: Vec<Pool>,
    pub(super) widths: Vec<u32>,
    pub(super) number_of: HashMap<u128, u32, foldhash::fast::FixedState>,
}

/// Cuts that rows are sent down.
pub(super) struct Cutting {
    /// Places of their columns among those that are read.
    pub(super) inputs: Vec<usize>,
    pub(super) pools: Vec<Pool>,
    cuts: Arc<Cuts>,
}

impl Cutting {
    fn of(cuts: &Arc<Cuts>, input: &dyn Fn(&str) -> Result<usize>) -> Result<Self> {
        let inputs = cuts
            .columns
            .iter()
            .map(|ranked| input(&ranked.column))
            .collect::<Result<_>>()?;
        let pools = cuts
            .columns
            .iter()
            .map(|ranked| Pool::of(&ranked.keys).map_err(failed))
            .collect::<Result<_>>()?;
        Ok(Cutting {
            inputs,
            pools,
            cuts: Arc::clone(cuts),
        })
    }

    /// The region of a row, given the number of each column's value; [`UNKNOWN`] where it has none.
    pub(super) fn region(&self, codes: &[Vec<u32>], row: usize) -> u32 {
        let rank = |column: usize| {
            let code = codes
                .get(column)?
                .get(row)
                .copied()
                .filter(|&code| code != UNKNOWN)?;
            *self.cuts.columns.get(column)?.ranks.get(code as usize)?
        };
        // A row that any column keeps out is left out, whether or not it is cut there.
        if (0..codes.len()).any(|column| rank(column).is_none()) {
            return UNKNOWN;
        }
        let mut at = 0;
        loop {
            match self.cuts.nodes.get(at) {
                Some(CutNode::Region(region)) => return *region,
                Some(CutNode::Cut {
                    column,
                    rank: last,
                    right,
                }) => {
                    at = if rank(*column).is_some_and(|rank| rank <= *last) {
                        at + 1
                    } else {
                        *right
                    };
                }
                None => return UNKNOWN,
            }
        }
    }
}

/// A mapping bound to the columns of files.
pub(super) struct BoundMapping {
    /// The columns that are read, ascending.
    pub(super) read: Vec<usize>,
    /// What is written.
    pub(super) schema: SchemaRef,
    pub(super) ways: Vec<Way>,
    pub(super) kept: Option<Kept>,
    pub(super) cutting: Option<Cutting>,
}

pub(super) fn failed(_: ArrowError) -> Error {
    Error::Engine {
        engine: "local".into(),
        problem: "the look-up tables do not fit the data".into(),
    }
}

/// The columns of the data that a mapping reads, and where each stands among them.
struct Inputs<'s> {
    schema: &'s Schema,
    /// Ascending places in the schema.
    read: Vec<usize>,
}

impl<'s> Inputs<'s> {
    fn of(mapping: &Mapping, schema: &'s Schema) -> Result<Self> {
        let mut names: Vec<&str> = Vec::new();
        for (name, replaced) in &mapping.columns {
            match replaced {
                Replaced::Made(made) => names.extend(made.from.iter().map(String::as_str)),
                _ => names.push(name),
            }
            if let Replaced::ByRegion { cuts, .. } = replaced {
                names.extend(cuts.columns.iter().map(|ranked| ranked.column.as_str()));
            }
        }
        let of_tuples = mapping.tuples.as_ref().map(|tuples| tuples.keys.schema());
        let fields = of_tuples.iter().flat_map(|keys| keys.fields());
        names.extend(fields.map(|field| field.name().as_str()));
        let places = names.into_iter().map(|name| place(schema, name));
        let mut read = places.collect::<Result<Vec<usize>>>()?;
        read.sort_unstable();
        read.dedup();
        Ok(Inputs { schema, read })
    }

    /// The place of a column among those that are read.
    fn input(&self, name: &str) -> Result<usize> {
        let column = place(self.schema, name)?;
        Ok(self.read.binary_search(&column).unwrap_or(0))
    }

    /// What becomes of a column, and the kind of values that it has then.
    fn way(&self, name: &str, mapping: &Mapping, replaced: &Replaced) -> Result<(Way, DataType)> {
        let text = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
        Ok(match replaced {
            Replaced::Kept => {
                let kind = self.schema.field(place(self.schema, name)?).data_type();
                let input = self.input(name)?;
                (Way::Kept { input }, kind.clone())
            }
            Replaced::ByValue { keys, labels } => {
                let way = Way::ByValue {
                    pool: Pool::of(keys).map_err(failed)?,
                    input: self.input(name)?,
                    labels: Labels::of(labels),
                };
                (way, text)
            }
            Replaced::ByRegion { labels, .. } => {
                let labels = Labels::of(labels);
                (Way::ByRegion { labels }, text)
            }
            Replaced::Made(made) => {
                let inputs = made.from.iter().map(|name| self.input(name));
                let way = Way::Made {
                    inputs: inputs.collect::<Result<_>>()?,
                    by: Arc::clone(&made.by),
                };
                (way, DataType::Utf8)
            }
            Replaced::Drawn(drawn) => {
                let way = Way::Drawn {
                    pool: Pool::of(&drawn.keys).map_err(failed)?,
                    input: self.input(name)?,
                    by: Arc::clone(&drawn.by),
                };
                (way, drawn.by.kind())
            }
            Replaced::ByTuple { place } => {
                let tuples = mapping.tuples.as_ref();
                let labels = tuples.and_then(|tuples| tuples.labels.get(*place));
                let labels = Labels::of(labels.map_or(&[], Vec::as_slice));
                (Way::ByTuple { labels }, text)
            }
        })
    }
}

/// The place of a column in the data.
fn place(schema: &Schema, name: &str) -> Result<usize> {
    schema.index_of(name).map_err(|_| {
        Error::request(
            format!("the data have no attribute \"{name}\""),
            "check its name",
        )
    })
}

impl BoundMapping {
    pub(super) fn new(mapping: &Mapping, schema: &Schema) -> Result<Self> {
        let inputs = Inputs::of(mapping, schema)?;
        let (mut ways, mut fields) = (Vec::new(), Vec::new());
        for (name, replaced) in &mapping.columns {
            let (way, kind) = inputs.way(name, mapping, replaced)?;
            ways.push(way);
            fields.push(Field::new(name, kind, true));
        }
        let input = |name: &str| inputs.input(name);
        let kept = mapping
            .tuples
            .as_ref()
            .map(|tuples| Kept::of(&tuples.keys, &input))
            .transpose()?;
        let cuts = mapping
            .columns
            .iter()
            .find_map(|(_, replaced)| match replaced {
                Replaced::ByRegion { cuts, .. } => Some(cuts),
                _ => None,
            });
        let cutting = cuts.map(|cuts| Cutting::of(cuts, &input)).transpose()?;
        Ok(BoundMapping {
            schema: Arc::new(Schema::new(fields)),
            ways,
            kept,
            cutting,
            read: inputs.read,
        })
    }
}

impl Kept {
    fn of(keys: &RecordBatch, input: &dyn Fn(&str) -> Result<usize>) -> Result<Self> {
        let inputs = keys
            .schema()
            .fields()
            .iter()
            .map(|field| input(field.name()))
            .collect::<Result<Vec<_>>>()?;
        let (mut pools, mut columns, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for column in keys.columns() {
            let pool = Pool::default();
            let mut codes = Vec::new();
            Coder::new(&pool, true)
                .codes(column, &mut codes)
                .map_err(failed)?;
            sizes.push(codes.iter().max().map_or(0, |&code| code as usize + 1));
            pools.push(pool);
            columns.push(codes);
        }
        let widths = Widths::of_counts(&sizes).ok_or_else(|| {
            Error::request(
                "these attributes have too many values to be looked up together",
                "name fewer quasi-identifiers",
            )
        })?;
        let key = |row: usize| widths.pack(columns.iter().map(|codes| codes[row]));
        let number_of = (0..keys.num_rows())
            .map(|row| (key(row), row as u32))
            .collect();
        Ok(Kept {
            inputs,
            pools,
            widths: widths.bits().to_vec(),
            number_of,
        })
    }
}
