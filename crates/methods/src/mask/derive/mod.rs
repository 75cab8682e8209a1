//! Derivation: attributes that tell too much are replaced by what is needed of them.
//!
//! **Paper** hundepool2012, section 3.3 (reduction of detail); a statistics office's manual, section 5: a distance instead of two
//! places, an age at an event instead of two dates.
//!
//! **Guarantee** the attributes that it is derived from are not released. Nothing is said about k.
//!
//! **Idea**
//! 1. `distance`: from latitude, longitude, latitude, longitude in degrees, the kilometres between the two places on a sphere.
//! 2. `age`: from two dates, birth and event, the completed years. An event before the birth has no age: the value is missing,
//!    and a note counts them.
//! 3. `duration`: from two dates, the days, completed months or completed years between them; negative if the second comes first.
//! 4. The result is rounded to multiples of `step`, and stands in place of the first of the attributes. It is a quasi-identifier if one
//!    of them was, else sensitive if one of them was.
//!
//! **Cost** O(n).
//!
//! **Invariants** `distances_are_those_of_the_sphere`, `ages_are_completed_years`, `what_it_comes_from_is_gone`.

use bauta_table::recoding::{Added, Change, New, Recoding, Replaced};
use bauta_table::{
    Attribute, Codes, Column, Dictionary, Fault, Kind, Role, Style, Values, whole_months,
};

use crate::contract::{Context, Outcome, Result, Task, Technique};
use crate::descriptor::{Choice, Descriptor, Family, Parameter, ParameterKind, Parameters, Text};
use crate::mask::told::{MEASURABLE, NOTHING};
use crate::named::attributes;

/// Derivation.
pub struct Derive;

/// Mean radius of the earth in kilometres.
const EARTH: f64 = 6371.0088;

impl Technique for Derive {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn needs_rows_because(&self, _: &Parameters) -> &'static str {
        "computes from single rows"
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let (what, named) = (
            task.parameters.get("derive"),
            attributes(task, "attributes"),
        );
        let wanted = if what == "distance" { 4 } else { 2 };
        let mut faults = Vec::new();
        if named.len() != wanted {
            let sentence = format!(
                "--derive {what} needs {wanted} attributes in their order, see bauta methods derive; name them with --attributes"
            );
            faults.push(Fault::Request(sentence));
        }
        let table = task.prepared.table;
        for &index in &named {
            let attribute = &table.attributes()[index];
            let is_date = matches!(
                attribute.column.dictionary().kind(),
                Kind::Date | Kind::DateTime
            );
            if is_date == (what == "distance") {
                let name = &attribute.name;
                faults.push(Fault::Request(match is_date {
                    true => format!("--derive {what} needs numbers, which \"{name}\" is not"),
                    false => format!("--derive {what} needs dates, which \"{name}\" is not"),
                }));
            }
        }
        let name = name(task);
        let taken = table
            .attributes()
            .iter()
            .enumerate()
            .any(|(index, a)| a.name == name && !named.contains(&index));
        if taken {
            faults.push(Fault::Request(format!(
                "an attribute is already called \"{name}\"; choose another with --as-name"
            )));
        }
        faults
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let named = attributes(task, "attributes");
        let table = task.prepared.table;
        let columns: Vec<Vec<f64>> = named
            .iter()
            .filter_map(|&index| days(&table.attributes()[index].column))
            .collect();
        let step = task.parameters.number("step");
        let derived: Vec<Option<f64>> = (0..table.rows())
            .map(|row| {
                let values: Vec<f64> = columns.iter().map(|column| column[row]).collect();
                let complete = values.iter().all(|value| !value.is_nan());
                complete
                    .then(|| derived(task, &values))
                    .flatten()
                    .map(|value| (value / step).floor() * step)
            })
            .collect();
        let known = |row: &usize| columns.iter().all(|column| !column[*row].is_nan());
        let lost = (0..table.rows())
            .filter(|row| known(row) && derived[*row].is_none())
            .count();
        if lost > 0 {
            context.notes.push(format!(
                "{lost} rows have an event before the birth; their age is missing"
            ));
        }
        let role = [Role::QuasiIdentifier, Role::Sensitive, Role::Target];
        let role = role.into_iter().find(|&role| {
            named
                .iter()
                .any(|&index| table.attributes()[index].role == role)
        });
        let attribute = Attribute {
            name: name(task),
            role: role.unwrap_or(Role::Insensitive),
            column: column(&derived, step),
        };
        let behind = named.first().copied().unwrap_or(0);
        let changes = named
            .iter()
            .map(|&attribute| Change {
                attribute,
                to: New::Gone,
            })
            .collect();
        let added = vec![Added { behind, attribute }];
        Ok(Outcome::Plan(Recoding::Replaced(Replaced {
            changes,
            added,
            ..Replaced::default()
        })))
    }
}

fn name(task: &Task<'_>) -> String {
    match (
        task.parameters.get("as-name"),
        task.parameters.get("derive"),
    ) {
        ("", what) => what.to_owned(),
        (given, _) => given.to_owned(),
    }
}

/// Numbers as they are, moments as days.
fn days(column: &Column) -> Option<Vec<f64>> {
    let is_moment = column.dictionary().kind() == Kind::DateTime;
    let day = |value: f64| {
        if is_moment {
            (value / 86_400e6).floor()
        } else {
            value
        }
    };
    Some(column.measures()?.into_iter().map(day).collect())
}

fn derived(task: &Task<'_>, values: &[f64]) -> Option<f64> {
    match (task.parameters.get("derive"), values) {
        ("distance", &[from_latitude, from_longitude, to_latitude, to_longitude]) => Some(
            distance((from_latitude, from_longitude), (to_latitude, to_longitude)),
        ),
        ("age", &[birth, event]) if event < birth => None,
        ("age", &[birth, event]) => {
            whole_months(birth as i32, event as i32).map(|months| (months / 12) as f64)
        }
        ("duration", &[from, to]) => match task.parameters.get("unit") {
            "months" => whole_months(from as i32, to as i32).map(|months| months as f64),
            "years" => whole_months(from as i32, to as i32).map(|months| (months / 12) as f64),
            _ => Some(to - from),
        },
        _ => None,
    }
}

/// Step 1: the haversine formula.
fn distance(from: (f64, f64), to: (f64, f64)) -> f64 {
    let half = |a: f64, b: f64| ((b - a).to_radians() / 2.0).sin().powi(2);
    let across = from.0.to_radians().cos() * to.0.to_radians().cos();
    let part = half(from.0, to.0) + across * half(from.1, to.1);
    2.0 * EARTH * part.clamp(0.0, 1.0).sqrt().asin()
}

fn column(values: &[Option<f64>], step: f64) -> Column {
    let mut distinct: Vec<f64> = values.iter().flatten().map(|value| value + 0.0).collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    let place = |value: f64| distinct.partition_point(|known| *known < value) as u32;
    let none = distinct.len() as u32;
    let mut codes = Codes::new();
    values
        .iter()
        .for_each(|value| codes.push(value.map_or(none, place)));
    let missing = values.iter().any(Option::is_none);
    let typed = match step.fract() == 0.0 {
        true => Values::Integer(distinct.iter().map(|&value| value as i64).collect()),
        false => Values::Decimal(distinct.clone()),
    };
    let (dictionary, _) = Dictionary::sorted(typed, Style::Plain, missing);
    Column::new(dictionary, codes)
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "derive",
    title: Text {
        en: "Derivation",
        fr: "Dérivation",
    },
    family: Family::Reduction,
    summary: Text {
        en: "Replaces attributes that tell too much by what is needed of them: two places by their distance, two dates by an age or a duration.",
        fr: "Remplace des attributs trop précis par ce qu'on en attend : deux lieux par leur distance, deux dates par un âge ou une durée.",
    },
    papers: &["hundepool2012"],
    parameters: &[ATTRIBUTES, DERIVE, UNIT, STEP, AS_NAME],
    needs: NOTHING,
    guarantees: Text {
        en: "What it is derived from is not released. Nothing is promised about k; what is asked for is verified.",
        fr: "Ce dont la valeur est dérivée n'est pas publié. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "O(n)",
    outputs: 1,
};

const ATTRIBUTES: Parameter = Parameter {
    kind: ParameterKind::Attributes {
        measurable: true,
        least: 2,
    },
    help: Text {
        en: "what it is derived from: birth,event or from,to; for a distance lat1,lon1,lat2,lon2",
        fr: "ce dont elle est dérivée : naissance,événement ou début,fin ; pour une distance lat1,lon1,lat2,lon2",
    },
    ..MEASURABLE
};

const DERIVE: Parameter = Parameter {
    name: "derive",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "age",
            help: Text {
                en: "completed years from birth to event",
                fr: "années révolues de la naissance à l'événement",
            },
        },
        Choice {
            word: "duration",
            help: Text {
                en: "time between two dates",
                fr: "durée entre deux dates",
            },
        },
        Choice {
            word: "distance",
            help: Text {
                en: "kilometres between two places",
                fr: "kilomètres entre deux lieux",
            },
        },
    ]),
    default: "age",
    help: Text {
        en: "what is derived",
        fr: "ce qui est dérivé",
    },
};

const UNIT: Parameter = Parameter {
    name: "unit",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "days",
            help: Text {
                en: "days",
                fr: "jours",
            },
        },
        Choice {
            word: "months",
            help: Text {
                en: "completed months",
                fr: "mois révolus",
            },
        },
        Choice {
            word: "years",
            help: Text {
                en: "completed years",
                fr: "années révolues",
            },
        },
    ]),
    default: "days",
    help: Text {
        en: "unit of a duration",
        fr: "unité d'une durée",
    },
};

const STEP: Parameter = Parameter {
    name: "step",
    kind: ParameterKind::Number {
        least: 0.001,
        most: 1e9,
        whole: false,
    },
    default: "1",
    help: Text {
        en: "results are rounded down to its multiples",
        fr: "les résultats sont arrondis à ses multiples inférieurs",
    },
};

const AS_NAME: Parameter = Parameter {
    name: "as-name",
    kind: ParameterKind::List,
    default: "",
    help: Text {
        en: "name of the new attribute; none = age, duration or distance",
        fr: "nom du nouvel attribut ; sans lui : age, duration ou distance",
    },
};

#[cfg(test)]
mod tests;
