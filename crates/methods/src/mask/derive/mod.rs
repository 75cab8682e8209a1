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

use std::sync::Arc;

use bauta_table::recoding::{Added, Change, New, Recoding, Replaced};
use bauta_table::{
    Attribute, Codes, Column, Dictionary, Fault, Kind, Role, Style, Values, whole_months,
};

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::mask::told::{MEASURABLE, NOTHING};
use crate::named::places;
use crate::parameter::{Attributes, Choice, Choices, FreeText, Number, Parameter, Parameters};

/// Derivation.
pub struct Derive;

/// Mean radius of the earth in kilometres.
const EARTH: f64 = 6371.0088;

impl Technique for Derive {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(DeriveParameters {
            attributes: parameters.get(&ATTRIBUTES),
            derive: parameters.get(&DERIVE),
            unit: parameters.get(&UNIT),
            step: parameters.get(&STEP),
            as_name: parameters.get(&AS_NAME),
        })
    }
}

/// What is derived.
#[derive(Clone, Copy, PartialEq)]
enum Derivation {
    Age,
    Duration,
    Distance,
}

/// Unit of a duration.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Days,
    Months,
    Years,
}

/// What derivation is told.
struct DeriveParameters {
    attributes: Vec<String>,
    derive: Derivation,
    unit: Unit,
    /// Results are rounded down to its multiples.
    step: f64,
    /// Name of the new attribute; empty = what is derived.
    as_name: String,
}

impl Planner for DeriveParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Derive
    }

    fn needs_rows(&self) -> Option<&'static str> {
        Some("computes from single rows")
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let table = task.prepared.table;
        let (what, named) = (
            DERIVE.kind.word(self.derive),
            places(table, &self.attributes),
        );
        let is_distance = self.derive == Derivation::Distance;
        let wanted = if is_distance { 4 } else { 2 };
        let mut faults = Vec::new();
        if named.len() != wanted {
            let sentence = format!(
                "--derive {what} needs {wanted} attributes in their order, see bauta methods derive; name them with --attributes"
            );
            faults.push(Fault::Request(sentence));
        }
        for &index in &named {
            let attribute = &table.attributes()[index];
            let is_date = matches!(
                attribute.column.dictionary().kind(),
                Kind::Date | Kind::DateTime
            );
            if is_date == is_distance {
                let name = &attribute.name;
                faults.push(Fault::Request(if is_date {
                    format!("--derive {what} needs numbers, which \"{name}\" is not")
                } else {
                    format!("--derive {what} needs dates, which \"{name}\" is not")
                }));
            }
        }
        let name = self.name();
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
        let table = task.prepared.table;
        let named = places(table, &self.attributes);
        let columns: Vec<Vec<f64>> = named
            .iter()
            .filter_map(|&index| days(&table.attributes()[index].column))
            .collect();
        let step = self.step;
        let derived: Vec<Option<f64>> = (0..table.rows())
            .map(|row| {
                let values: Vec<f64> = columns.iter().map(|column| column[row]).collect();
                let complete = values.iter().all(|value| !value.is_nan());
                complete
                    .then(|| self.derived(&values))
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
            name: self.name(),
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

impl DeriveParameters {
    fn name(&self) -> String {
        if self.as_name.is_empty() {
            DERIVE.kind.word(self.derive).to_owned()
        } else {
            self.as_name.clone()
        }
    }

    fn derived(&self, values: &[f64]) -> Option<f64> {
        match (self.derive, values) {
            (Derivation::Distance, &[from_latitude, from_longitude, to_latitude, to_longitude]) => {
                Some(distance(
                    (from_latitude, from_longitude),
                    (to_latitude, to_longitude),
                ))
            }
            (Derivation::Age, &[birth, event]) if event < birth => None,
            (Derivation::Age, &[birth, event]) => {
                whole_months(birth as i32, event as i32).map(|months| (months / 12) as f64)
            }
            (Derivation::Duration, &[from, to]) => match self.unit {
                Unit::Months => whole_months(from as i32, to as i32).map(|months| months as f64),
                Unit::Years => {
                    whole_months(from as i32, to as i32).map(|months| (months / 12) as f64)
                }
                Unit::Days => Some(to - from),
            },
            _ => None,
        }
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
    let typed = if step.fract() == 0.0 {
        Values::Integer(distinct.iter().map(|&value| value as i64).collect())
    } else {
        Values::Decimal(distinct.clone())
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
    parameters: &[&ATTRIBUTES, &DERIVE, &UNIT, &STEP, &AS_NAME],
    needs: NOTHING,
    guarantees: Text {
        en: "What it is derived from is not released. Nothing is promised about k; what is asked for is verified.",
        fr: "Ce dont la valeur est dérivée n'est pas publié. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "O(n)",
    outputs: 1,
};

const ATTRIBUTES: Parameter<Attributes> = Parameter {
    kind: Attributes {
        measurable: true,
        least: 2,
        changed: true,
    },
    help: Text {
        en: "what it is derived from: birth,event or from,to; for a distance lat1,lon1,lat2,lon2",
        fr: "ce dont elle est dérivée : naissance,événement ou début,fin ; pour une distance lat1,lon1,lat2,lon2",
    },
    ..MEASURABLE
};

const DERIVE: Parameter<Choices<Derivation>> = Parameter {
    name: "derive",
    kind: Choices(&[
        Choice {
            word: "age",
            value: Derivation::Age,
            help: Text {
                en: "completed years from birth to event",
                fr: "années révolues de la naissance à l'événement",
            },
        },
        Choice {
            word: "duration",
            value: Derivation::Duration,
            help: Text {
                en: "time between two dates",
                fr: "durée entre deux dates",
            },
        },
        Choice {
            word: "distance",
            value: Derivation::Distance,
            help: Text {
                en: "kilometres between two places",
                fr: "kilomètres entre deux lieux",
            },
        },
    ]),
    default: Derivation::Age,
    help: Text {
        en: "what is derived",
        fr: "ce qui est dérivé",
    },
};

const UNIT: Parameter<Choices<Unit>> = Parameter {
    name: "unit",
    kind: Choices(&[
        Choice {
            word: "days",
            value: Unit::Days,
            help: Text {
                en: "days",
                fr: "jours",
            },
        },
        Choice {
            word: "months",
            value: Unit::Months,
            help: Text {
                en: "completed months",
                fr: "mois révolus",
            },
        },
        Choice {
            word: "years",
            value: Unit::Years,
            help: Text {
                en: "completed years",
                fr: "années révolues",
            },
        },
    ]),
    default: Unit::Days,
    help: Text {
        en: "unit of a duration",
        fr: "unité d'une durée",
    },
};

const STEP: Parameter<Number> = Parameter {
    name: "step",
    kind: Number {
        least: 0.001,
        most: 1e9,
    },
    default: 1.0,
    help: Text {
        en: "results are rounded down to its multiples",
        fr: "les résultats sont arrondis à ses multiples inférieurs",
    },
};

const AS_NAME: Parameter<FreeText> = Parameter {
    name: "as-name",
    kind: FreeText,
    default: "",
    help: Text {
        en: "name of the new attribute; none = age, duration or distance",
        fr: "nom du nouvel attribut ; sans lui : age, duration ou distance",
    },
};

#[cfg(test)]
mod tests;
