//! The population that a table is drawn from: counted for searching, and recoded as a release is for verifying.

use super::{Levels, Prepared};
use crate::codes::Codes;
use crate::count::{FrequencySet, RollUp};
use crate::dictionary::Dictionary;
use crate::error::Fault;
use crate::qi::Qi;
use crate::role::Role;
use crate::table::{Attribute, Column, Table};

/// Counts the rows of a population by the quasi-identifiers of a table; codes are ranks of the quasi-identifier, so that they
/// roll up with its hierarchy.
pub(super) fn count(
    table: &Table,
    qis: &[Qi],
    population: &Table,
) -> Result<FrequencySet, Vec<Fault>> {
    let (mut faults, mut columns, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    for qi in qis {
        match rank_of_code(table, qi, population) {
            Ok((index, rank_of)) => {
                columns.push(index);
                ranks.push(rank_of);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let (set, _) = FrequencySet::count(population, &columns, &[]);
    let count = |(qi, rank_of): (&Qi, &Vec<u32>)| {
        let own = qi
            .hierarchy
            .as_ref()
            .map_or(qi.ranks(), |bound| bound.group_count(0));
        rank_of
            .iter()
            .map(|&rank| rank as usize + 1)
            .max()
            .unwrap_or(0)
            .max(own)
    };
    let counts: Vec<usize> = qis.iter().zip(&ranks).map(count).collect();
    let maps: Vec<RollUp<'_>> = ranks
        .iter()
        .zip(counts)
        .map(|(map, count)| Some((map.as_slice(), count)))
        .collect();
    Ok(set.roll_up(&maps).0)
}

/// Where the population has a quasi-identifier, and the rank of each of its codes there. A value that the table does not have and no
/// hierarchy knows gets the rank past the last.
fn rank_of_code(table: &Table, qi: &Qi, population: &Table) -> Result<(usize, Vec<u32>), Fault> {
    let index = population.index_of(&qi.name).map_err(|_| {
        Fault::Request(format!(
            "the population table has no attribute \"{}\"",
            qi.name
        ))
    })?;
    let column = &population.attributes()[index].column;
    let dictionary = column.dictionary();
    if let Some(missing) = dictionary.missing_code() {
        let (first_rows, cells) = column.find_rows(3, |code| code == missing);
        if cells > 0 {
            let first = first_rows.first().map_or(0, |row| row + 1);
            let what = format!(
                "the population table has {cells} missing values of \"{}\", first in data row {first}; fill them in, or leave these rows out",
                qi.name
            );
            return Err(Fault::Request(what));
        }
    }
    let ranks = match &qi.hierarchy {
        Some(bound) => {
            let bound = bound.hierarchy().bind(&qi.name, column).map_err(|_| {
                Fault::Request(format!(
                    "the hierarchy of \"{}\" lacks values of the population table; add a line for each",
                    qi.name
                ))
            })?;
            bound.leaf_of_code().to_vec()
        }
        None => {
            let own = table.attributes()[qi.attribute].column.dictionary();
            let code_of: std::collections::BTreeMap<_, _> = (0..own.value_count() as u32)
                .map(|code| (own.plain_label(code), code))
                .collect();
            let rank = |code| {
                code_of
                    .get(&dictionary.plain_label(code))
                    .map_or(own.len() as u32, |&code| qi.rank_of_code()[code as usize])
            };
            (0..dictionary.len() as u32).map(rank).collect()
        }
    };
    Ok((index, ranks))
}

/// The population with its quasi-identifiers as a full-domain recoding would release them, and nothing else.
pub fn recoded_population(
    prepared: &Prepared<'_>,
    plan: &Levels,
    population: &Table,
) -> Result<Table, Fault> {
    let attributes = prepared
        .qis
        .iter()
        .zip(plan.node.levels())
        .map(|(qi, &level)| {
            let (index, rank_of) = rank_of_code(prepared.table, qi, population)?;
            let column = &population.attributes()[index].column;
            let labels: Vec<String> = match &qi.hierarchy {
                Some(bound) if level > 0 => {
                    let groups = bound.hierarchy().levels()[usize::from(level)].group_of_leaf();
                    rank_of
                        .iter()
                        .map(|&leaf| {
                            bound
                                .label(usize::from(level), groups[leaf as usize])
                                .to_owned()
                        })
                        .collect()
                }
                _ => own_labels(prepared.table, qi, &rank_of, column),
            };
            let (dictionary, code_of) = Dictionary::of_labels(&labels, false);
            let codes = Codes::from_fn(column.len(), dictionary.len(), |row| {
                code_of[column.codes().get(row) as usize]
            });
            Ok(Attribute {
                name: qi.name.clone(),
                role: Role::QuasiIdentifier,
                column: Column::new(dictionary, codes),
            })
        });
    Ok(Table::from_attributes(
        attributes.collect::<Result<_, Fault>>()?,
    ))
}

/// The labels of original values, as the table writes them where it has them.
fn own_labels(table: &Table, qi: &Qi, rank_of: &[u32], column: &Column) -> Vec<String> {
    let own = table.attributes()[qi.attribute].column.dictionary();
    let mut of_rank = vec![None; qi.ranks() + 1];
    (0..own.value_count() as u32).for_each(|code| {
        of_rank[qi.rank_of_code()[code as usize] as usize] = Some(own.label(code));
    });
    let label = |(code, &rank): (u32, &u32)| {
        let own = of_rank.get(rank as usize).cloned().flatten();
        own.unwrap_or_else(|| column.dictionary().label(code))
            .into_owned()
    };
    (0..).zip(rank_of).map(label).collect()
}
