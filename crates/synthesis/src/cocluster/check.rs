//! A request for co-clusters, checked against its table.

use bauta_classify::proposed_identifiers;
use bauta_messages::{Error, Problems, Result};
use bauta_table::{Fault, Progress, Role, Table};

use super::climb::Wanted;
use super::files::read_margins;
use super::model::Model;
use crate::modalities::{Modalities, Preparing, Rare, prepare};
use crate::request::{Margin, SynthesisRequest};
use crate::source::Source;

/// A request for co-clusters that fits its table.
pub(super) struct CheckedRequest<'a> {
    pub source: &'a Source,
    pub request: &'a SynthesisRequest<'a>,
    pub modalities: Modalities,
    pub wanted: Wanted,
    /// Fixed shares of the request and of its file.
    pub given: Vec<Margin>,
}

/// Checks a request; everything that is wrong is told together with the problems found before.
pub(super) fn check<'a>(
    source: &'a Source,
    request: &'a SynthesisRequest<'_>,
    mut problems: Problems,
    progress: &dyn Progress,
) -> Result<CheckedRequest<'a>> {
    problems.extend(table_faults(source, request));
    let preparing = Preparing {
        quantiles: request.quantiles,
        empirical: !request.even,
        least: request.k,
        rare: if request.keep_rare {
            Rare::Keep
        } else {
            Rare::Hide
        },
    };
    let modalities = problems.take(prepare(&source.table, &preparing));
    let mut given = request.given.clone();
    if let Some(place) = &request.margins {
        given.extend(
            problems
                .take(read_margins(place, progress))
                .unwrap_or_default(),
        );
    }
    problems.result()?;
    let Some(modalities) = modalities else {
        return Err(Error::internal(
            "a table was not prepared, without a reason",
        ));
    };
    Ok(CheckedRequest {
        source,
        request,
        wanted: wanted(&source.table, request),
        modalities,
        given,
    })
}

impl CheckedRequest<'_> {
    /// Why a model of a file is not one of this table.
    pub fn model_faults(&self, model: &Model) -> Vec<Fault> {
        let mut faults: Vec<Fault> = Vec::new();
        let attributes = self.source.table.attributes();
        let own = attributes.iter().map(|attribute| &attribute.name);
        if own.ne(model.forms.iter().map(|form| &form.name)) {
            faults.push(Fault::Request(
                "the model is of a table with other columns than this one".to_owned(),
            ));
        } else {
            for (attribute, form) in attributes.iter().zip(&model.forms) {
                let dictionary = attribute.column.dictionary();
                if dictionary.kind() != form.kind || *dictionary.style() != form.style {
                    faults.push(Fault::Request(format!(
                        "column \"{}\" is of another kind or style in the model than in the table",
                        form.name
                    )));
                }
            }
        }
        if self.request.l.is_some() || self.request.t.is_some() {
            faults.push(Fault::Request(
                "a model file does not hold which rows are in a cluster, so l and t cannot be checked; learn the model anew".to_owned(),
            ));
        }
        faults
    }

    /// Why there is no such table.
    pub fn unreachable(&self) -> String {
        let most = self
            .wanted
            .diversity
            .iter()
            .map(|&(variable, _)| self.modalities.variables()[variable].form.len())
            .min();
        match (self.request.l, most) {
            (Some(l), Some(most)) if most < l => {
                format!(
                    "a sensitive attribute has {most} values in all, so no cluster can have {l}"
                )
            }
            _ => "even a single cluster of all rows does not satisfy what is asked for".to_owned(),
        }
    }
}

fn table_faults(source: &Source, request: &SynthesisRequest<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let table = &source.table;
    let rows = table.rows() as u64;
    if rows > 0 && rows < request.k {
        faults.push(Fault::Request(format!(
            "the table has {rows} rows, fewer than k = {}: no cluster of so many rows can be made of it; ask for a smaller k",
            request.k
        )));
    }
    if table.attributes().is_empty() {
        faults.push(Fault::Request("no column is left to draw".to_owned()));
    }
    let sensitive = table.with_role(Role::Sensitive);
    if (request.l.is_some() || request.t.is_some()) && sensitive.is_empty() {
        let needs = if request.l.is_some() {
            "l-diversity"
        } else {
            "t-closeness"
        };
        faults.push(Fault::NoneInRole {
            needs: needs.into(),
            role: Role::Sensitive,
            flag: "--sensitive",
        });
    }
    let named: Vec<&str> = source.project.roles.named().map(|(name, _)| name).collect();
    for index in proposed_identifiers(table) {
        let name = &table.attributes()[index].name;
        if !named.contains(&name.as_str()) {
            faults.push(Fault::Request(format!(
                "\"{name}\" looks like an identifier, and a synthetic row is nobody's; leave it out with --drop {name}, or say that it is none with --keep {name}"
            )));
        }
    }
    faults
}

fn wanted(table: &Table, request: &SynthesisRequest<'_>) -> Wanted {
    let sensitive = table.with_role(Role::Sensitive);
    Wanted {
        k: request.k,
        clusters: request.clusters,
        diversity: request
            .l
            .map(|l| sensitive.iter().map(|&index| (index, l)).collect())
            .unwrap_or_default(),
        closeness: request
            .t
            .map(|t| sensitive.iter().map(|&index| (index, t)).collect())
            .unwrap_or_default(),
    }
}
