//! Attributes that a technique is told to change, and what it is told about each.

use bauta_table::{Column, DateStyle, Fault, Kind, Role, Table, parse_decimal};

use crate::descriptor::Descriptor;
use crate::parameter::{Attributes, List, Parameter, Settings};

/// What is wrong with the attributes that parameters name: unknown ones, identifiers, kinds that the technique cannot change.
pub fn attribute_faults(descriptor: &Descriptor, settings: &Settings, table: &Table) -> Vec<Fault> {
    let mut faults = Vec::new();
    for parameter in descriptor.parameters {
        let Some((kind, names)) = parameter.attributes(settings) else {
            continue;
        };
        let Attributes {
            measurable, least, ..
        } = kind;
        let (id, flag) = (descriptor.id, parameter.name());
        if names.len() < least {
            let sentence = format!(
                "{id} changes the attributes that it is told to; name at least {least} with --{flag}"
            );
            faults.push(Fault::Request(sentence));
        }
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                faults.push(Fault::Request(format!(
                    "\"{name}\" is named twice in --{flag}; name it once"
                )));
                continue;
            }
            match table.index_of(name) {
                Ok(index) => faults.extend(unfit((id, flag), table, index, measurable)),
                Err(fault) => faults.push(fault),
            }
        }
    }
    faults
}

/// The attributes that settings name for a method to change.
pub fn attributes_named(descriptor: &Descriptor, settings: &Settings) -> Vec<String> {
    let named = descriptor.parameters.iter();
    let named = named.filter_map(|parameter| parameter.attributes(settings));
    named.flat_map(|(_, names)| names).collect()
}

fn unfit((id, flag): (&str, &str), table: &Table, index: usize, measurable: bool) -> Option<Fault> {
    let attribute = &table.attributes()[index];
    let name = attribute.name.clone();
    if attribute.role == Role::Identifier {
        let sentence = format!(
            "\"{name}\" is an identifier, which is never released; take it out of --{flag}"
        );
        return Some(Fault::Request(sentence));
    }
    if !measurable || attribute.column.dictionary().kind().is_measurable() {
        return None;
    }
    Some(match attribute.column.contradiction() {
        Some(found) => found.fault(&name),
        None => Fault::Request(format!(
            "{id} needs numbers or dates, which \"{name}\" is not; take it out of --{flag}, or say how to read it with --type {name}=decimal"
        )),
    })
}

/// The places of attributes in a table, by their names.
pub(crate) fn places(table: &Table, names: &[String]) -> Vec<usize> {
    let place = |name: &String| table.index_of(name).ok();
    names.iter().filter_map(place).collect()
}

/// What a parameter says about each of some attributes: one word for all (`10`), or a word for each (`age=10;income=1000`).
///
/// # Errors
/// The attributes that nothing is said about, and words about others.
pub(crate) fn of_each<'g>(
    table: &Table,
    parameter: &Parameter<List>,
    given: &'g [String],
    of: &[usize],
) -> Result<Vec<&'g str>, Vec<Fault>> {
    let names: Vec<&str> = of
        .iter()
        .map(|&index| table.attributes()[index].name.as_str())
        .collect();
    let pairs: Vec<(&str, &str)> = given
        .iter()
        .filter_map(|word| word.rsplit_once('='))
        .collect();
    match (given, pairs.len()) {
        ([only], 0) => Ok(vec![only.as_str(); of.len()]),
        (all, found) if found == all.len() => {
            let of_name = |name: &&str| {
                pairs
                    .iter()
                    .find(|pair| pair.0.trim() == *name)
                    .map(|pair| pair.1.trim())
            };
            let known: Option<Vec<&str>> = names.iter().map(of_name).collect();
            let strange = pairs.iter().any(|pair| !names.contains(&pair.0.trim()));
            known
                .filter(|_| !strange)
                .ok_or_else(|| vec![each_needed(parameter.name, &names)])
        }
        _ => Err(vec![each_needed(parameter.name, &names)]),
    }
}

fn each_needed(parameter: &str, names: &[&str]) -> Fault {
    let form = names
        .iter()
        .map(|name| format!("{name}=…"))
        .collect::<Vec<_>>()
        .join(";");
    Fault::Request(format!(
        "--{parameter} needs one value for all attributes, or one for each: {form}"
    ))
}

/// A number or day that somebody typed, on the scale of a column.
pub(crate) fn typed(column: &Column, text: &str) -> Option<f64> {
    let day = || {
        DateStyle::ALL
            .iter()
            .find_map(|style| style.parse(text.trim()))
            .map(f64::from)
    };
    match column.dictionary().kind() {
        Kind::Date => day(),
        Kind::DateTime => day().map(|day| day * 86_400e6),
        _ => parse_decimal(text.trim(), false)
            .or_else(|| parse_decimal(text.trim(), true))
            .map(|(value, _)| value),
    }
}

/// The numbers that a parameter says, one for each attribute, on their scales.
///
/// # Errors
/// Where something is no number, or nothing is said.
pub(crate) fn numbers_of_each(
    table: &Table,
    parameter: &Parameter<List>,
    given: &[String],
    of: &[usize],
) -> Result<Vec<f64>, Vec<Fault>> {
    let given = of_each(table, parameter, given, of)?;
    let read = |(&index, text): (&usize, &str)| {
        let attribute = &table.attributes()[index];
        typed(&attribute.column, text).ok_or_else(|| Fault::OutOfRange {
            parameter: parameter.name.to_owned(),
            given: text.to_owned(),
            allowed: format!(
                "a {} for \"{}\"",
                attribute.column.dictionary().kind(),
                attribute.name
            ),
        })
    };
    let (found, faults): (Vec<_>, Vec<_>) = of.iter().zip(given).map(read).partition(Result::is_ok);
    if faults.is_empty() {
        Ok(found.into_iter().flatten().collect())
    } else {
        Err(faults.into_iter().filter_map(Result::err).collect())
    }
}
