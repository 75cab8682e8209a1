//! A mapping made ready, and a batch of rows sent through it.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, BooleanArray, DictionaryArray, Int32Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use hashbrown::HashMap;

use super::pool::{Coder, Pool, UNKNOWN};
use super::tally::Widths;
use crate::contract::{CutNode, Cuts, Drawing, Maker, Mapping, Replaced};
use crate::error::{Error, Result};

/// What stands for a missing label.
const NO_LABEL: i32 = -1;

/// Labels, each once, and which of them each key has.
struct Labels {
    texts: ArrayRef,
    of_key: Vec<i32>,
}

impl Labels {
    fn of(labels: &[Option<String>]) -> Self {
        let mut numbers: HashMap<&str, i32, foldhash::fast::FixedState> = HashMap::default();
        let mut texts: Vec<&str> = Vec::new();
        let mut of_key = Vec::with_capacity(labels.len());
        for label in labels {
            of_key.push(match label {
                None => NO_LABEL,
                Some(text) => *numbers.entry(text).or_insert_with(|| {
                    texts.push(text);
                    texts.len() as i32 - 1
                }),
            });
        }
        Labels {
            texts: Arc::new(StringArray::from(texts)),
            of_key,
        }
    }

    /// The labels of rows, given by their keys.
    fn column(&self, keys: impl Iterator<Item = u32>) -> std::result::Result<ArrayRef, ArrowError> {
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
enum Way {
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

/// Combinations that stay.
struct Kept {
    /// Places of their columns among those that are read.
    inputs: Vec<usize>,
    pools: Vec<Pool>,
    widths: Vec<u32>,
    number_of: HashMap<u128, u32, foldhash::fast::FixedState>,
}

/// Cuts that rows are sent down.
struct Cutting {
    /// Places of their columns among those that are read.
    inputs: Vec<usize>,
    pools: Vec<Pool>,
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
    fn region(&self, codes: &[Vec<u32>], row: usize) -> u32 {
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
pub(super) struct Ready {
    /// The columns that are read, ascending.
    pub(super) read: Vec<usize>,
    /// What is written.
    pub(super) schema: SchemaRef,
    ways: Vec<Way>,
    kept: Option<Kept>,
    cutting: Option<Cutting>,
}

fn failed(_: ArrowError) -> Error {
    Error::Engine {
        engine: "local".into(),
        problem: "the look-up tables do not fit the data".into(),
    }
}

impl Ready {
    pub(super) fn new(mapping: &Mapping, schema: &Schema) -> Result<Self> {
        let place = |name: &str| {
            schema.index_of(name).map_err(|_| {
                Error::request(
                    format!("the data have no attribute \"{name}\""),
                    "check its name",
                )
            })
        };
        let mut read = Vec::new();
        for (name, replaced) in &mapping.columns {
            match replaced {
                Replaced::Made(made) => {
                    for name in &made.from {
                        read.push(place(name)?);
                    }
                }
                _ => read.push(place(name)?),
            }
            if let Replaced::ByRegion { cuts, .. } = replaced {
                for ranked in &cuts.columns {
                    read.push(place(&ranked.column)?);
                }
            }
        }
        if let Some(tuples) = &mapping.tuples {
            for field in tuples.keys.schema().fields() {
                read.push(place(field.name())?);
            }
        }
        read.sort_unstable();
        read.dedup();
        let input = |name: &str| place(name).map(|column| read.binary_search(&column).unwrap_or(0));
        let text = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
        let (mut ways, mut fields) = (Vec::new(), Vec::new());
        for (name, replaced) in &mapping.columns {
            let (way, kind) = match replaced {
                Replaced::Kept => (
                    Way::Kept {
                        input: input(name)?,
                    },
                    schema.field(place(name)?).data_type().clone(),
                ),
                Replaced::ByValue { keys, labels } => {
                    let pool = Pool::of(keys).map_err(failed)?;
                    (
                        Way::ByValue {
                            input: input(name)?,
                            pool,
                            labels: Labels::of(labels),
                        },
                        text.clone(),
                    )
                }
                Replaced::ByRegion { labels, .. } => (
                    Way::ByRegion {
                        labels: Labels::of(labels),
                    },
                    text.clone(),
                ),
                Replaced::Made(made) => {
                    let inputs = made
                        .from
                        .iter()
                        .map(|name| input(name))
                        .collect::<Result<_>>()?;
                    (
                        Way::Made {
                            inputs,
                            by: Arc::clone(&made.by),
                        },
                        DataType::Utf8,
                    )
                }
                Replaced::Drawn(drawn) => {
                    let pool = Pool::of(&drawn.keys).map_err(failed)?;
                    (
                        Way::Drawn {
                            input: input(name)?,
                            pool,
                            by: Arc::clone(&drawn.by),
                        },
                        drawn.by.kind(),
                    )
                }
                Replaced::ByTuple { place } => {
                    let labels = mapping
                        .tuples
                        .as_ref()
                        .and_then(|tuples| tuples.labels.get(*place));
                    (
                        Way::ByTuple {
                            labels: Labels::of(labels.map_or(&[], Vec::as_slice)),
                        },
                        text.clone(),
                    )
                }
            };
            ways.push(way);
            fields.push(Field::new(name, kind, true));
        }
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
        Ok(Ready {
            read,
            schema: Arc::new(Schema::new(fields)),
            ways,
            kept,
            cutting,
        })
    }

    /// What one worker needs.
    pub(super) fn recoder(&self) -> Recoder<'_> {
        let of_way = self.ways.iter().map(|way| match way {
            Way::ByValue { pool, .. } | Way::Drawn { pool, .. } => Some(Coder::new(pool, false)),
            _ => None,
        });
        let of_tuple = self
            .kept
            .iter()
            .flat_map(|kept| kept.pools.iter().map(|pool| Coder::new(pool, false)));
        let pools = self.cutting.iter().flat_map(|cutting| &cutting.pools);
        let of_cut = pools.map(|pool| Coder::new(pool, false)).collect();
        Recoder {
            ready: self,
            of_way: of_way.collect(),
            of_tuple: of_tuple.collect(),
            of_cut,
            codes: Vec::new(),
        }
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

/// A mapping in the hands of one worker.
pub(super) struct Recoder<'r> {
    ready: &'r Ready,
    of_way: Vec<Option<Coder<'r>>>,
    of_tuple: Vec<Coder<'r>>,
    of_cut: Vec<Coder<'r>>,
    codes: Vec<u32>,
}

impl Recoder<'_> {
    /// The rows that stay, recoded; `first` is the number of the first one.
    pub(super) fn recode(&mut self, batch: &RecordBatch, first: u64) -> Result<RecordBatch> {
        let draws = self
            .ready
            .ways
            .iter()
            .any(|way| matches!(way, Way::Drawn { .. }));
        let last = first + if draws { batch.num_rows() as u64 } else { 0 };
        let mut numbers: Vec<u64> = (first..last).collect();
        // Both together are never asked for.
        let tuples = match self.regions(batch)? {
            Some(regions) => Some(regions),
            None => self.tuples(batch)?,
        };
        let batch = match &tuples {
            Some(tuples) if tuples.contains(&UNKNOWN) => {
                let stays: BooleanArray =
                    tuples.iter().map(|&tuple| Some(tuple != UNKNOWN)).collect();
                let mut stay = tuples.iter().map(|&tuple| tuple != UNKNOWN);
                numbers.retain(|_| stay.next().unwrap_or(false));
                &arrow_select::filter::filter_record_batch(batch, &stays).map_err(failed)?
            }
            _ => batch,
        };
        let mut columns = Vec::with_capacity(self.ready.ways.len());
        for (way, coder) in self.ready.ways.iter().zip(&mut self.of_way) {
            columns.push(match way {
                Way::Kept { input } => Arc::clone(batch.column(*input)),
                Way::Made { inputs, by } => {
                    Arc::new(by.make(&batch.project(inputs).map_err(failed)?)?)
                }
                Way::ByValue { input, labels, .. } => {
                    known(coder.as_mut(), batch.column(*input), &mut self.codes)?;
                    labels.column(self.codes.iter().copied()).map_err(failed)?
                }
                Way::Drawn { input, by, .. } => {
                    known(coder.as_mut(), batch.column(*input), &mut self.codes)?;
                    by.draw(&numbers, &self.codes)?
                }
                Way::ByTuple { labels } | Way::ByRegion { labels } => {
                    let known = tuples
                        .iter()
                        .flatten()
                        .copied()
                        .filter(|&tuple| tuple != UNKNOWN);
                    labels.column(known).map_err(failed)?
                }
            });
        }
        RecordBatch::try_new(Arc::clone(&self.ready.schema), columns).map_err(failed)
    }

    /// The number of each row's region, or [`UNKNOWN`] where it has none.
    fn regions(&mut self, batch: &RecordBatch) -> Result<Option<Vec<u32>>> {
        let Some(cutting) = &self.ready.cutting else {
            return Ok(None);
        };
        let mut codes = vec![Vec::new(); cutting.inputs.len()];
        for ((coder, &input), codes) in self.of_cut.iter_mut().zip(&cutting.inputs).zip(&mut codes)
        {
            coder.codes(batch.column(input), codes).map_err(failed)?;
            if codes.contains(&UNKNOWN) {
                return Err(changed());
            }
        }
        Ok(Some(
            (0..batch.num_rows())
                .map(|row| cutting.region(&codes, row))
                .collect(),
        ))
    }

    /// The number of each row's combination, or [`UNKNOWN`] where it does not stay.
    fn tuples(&mut self, batch: &RecordBatch) -> Result<Option<Vec<u32>>> {
        let Some(kept) = &self.ready.kept else {
            return Ok(None);
        };
        let mut keys: Vec<Option<u128>> = vec![Some(0); batch.num_rows()];
        for ((coder, &input), &width) in
            self.of_tuple.iter_mut().zip(&kept.inputs).zip(&kept.widths)
        {
            coder
                .codes(batch.column(input), &mut self.codes)
                .map_err(failed)?;
            for (key, &code) in keys.iter_mut().zip(&self.codes) {
                *key = key
                    .filter(|_| code != UNKNOWN)
                    .map(|key| (key << width) | u128::from(code));
            }
        }
        let number = |key: &Option<u128>| {
            key.and_then(|key| kept.number_of.get(&key).copied())
                .unwrap_or(UNKNOWN)
        };
        Ok(Some(keys.iter().map(number).collect()))
    }
}

/// The numbers of an array's values, all of which must be known.
fn known(coder: Option<&mut Coder<'_>>, array: &ArrayRef, codes: &mut Vec<u32>) -> Result<()> {
    if let Some(coder) = coder {
        coder.codes(array, codes).map_err(failed)?;
    }
    if codes.contains(&UNKNOWN) {
        Err(changed())
    } else {
        Ok(())
    }
}

fn changed() -> Error {
    Error::request("the data changed while they were read", "run it again")
}
