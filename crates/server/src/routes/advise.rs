//! The guided path where no table is needed: what is known, what judgements amount to, and the argument for a choice.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use bauta::guide::ahp::{Cause, Criteria, GivenJudgement, Matrix, Repair, Weighed, WeightMethod};
use bauta::guide::ahp::{causes, checked_judgements, repair};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::ArrayBuilder;
use utoipa::{IntoParams, ToSchema};

use super::results::not_yet;
use crate::advice::said;
use crate::answer::{Asked, Given, Problem, Result};
use crate::app::App;
use crate::knowledge::Knowledge;
use crate::language::Language;
use crate::schema::list_of;

/// The most criteria below one parent: beyond, nobody judges pairs.
const MOST_SIBLINGS: usize = 15;
/// The most judgements that are named as causes of one contradiction.
const MOST_CAUSES: usize = 3;
/// A judgement is named as a cause where the others together say another figure by this factor at least.
const APART: f64 = 2.0;

/// What the guided path knows: questions with their answers, criteria, metrics, algorithms, the words of the scale of judgements.
#[utoipa::path(get, path = "/advise", responses((status = 200, body = ref("#/components/schemas/Knowledge"))))]
pub async fn knowledge(language: Language) -> Result<Json<Value>> {
    let known = tokio::task::spawn_blocking(Knowledge::load)
        .await
        .map_err(|_| Problem::failed(language))?;
    let known = known.map_err(|error| Problem::of(&error, language, std::path::Path::new("")))?;
    let known = serde_json::to_value(known).map_err(|_| Problem::failed(language))?;
    Ok(Json(said(known, language)))
}

/// Criteria and judgements of siblings.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Children of each criterion.
    hierarchy: BTreeMap<String, Vec<String>>,
    /// parent, a, b and intensity: how many times a counts more than b, from 1/9 to 9.
    #[schema(schema_with = judgements)]
    judgements: Vec<GivenJudgement>,
}

fn judgements() -> ArrayBuilder {
    list_of("Judgement")
}

/// What judgements amount to.
#[derive(Serialize, ToSchema)]
pub struct Weights {
    /// Share of each criterion in the whole.
    global: BTreeMap<String, f64>,
    /// Criteria without children, in the order of the tree.
    leaves: Vec<String>,
    /// How consistent the judgements below each parent are.
    groups: BTreeMap<String, Group>,
}

/// Judgements below one parent.
#[derive(Serialize, ToSchema)]
pub struct Group {
    /// The consistency ratio.
    ratio: f64,
    /// Whether it is a tenth or less.
    consistent: bool,
    /// Judgements that disagree with the others, where they contradict each other.
    causes: Vec<Change>,
    /// Changes, one after the other, after which they do not.
    repairs: Vec<Change>,
}

/// A judgement, and what it would have to be.
#[derive(Serialize, ToSchema)]
pub struct Change {
    a: String,
    b: String,
    /// How many times a was preferred to b.
    given: f64,
    /// How many times the other judgements prefer it, or the repair does.
    instead: f64,
    /// The ratio after a repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
}

/// Weights of criteria, and whether the judgements agree with each other.
#[utoipa::path(post, path = "/advise/weigh", request_body = Judged, responses((status = 200, body = Weights), (status = 400, body = Problem)))]
pub async fn weigh(language: Language, Given(judged): Given<Judged>) -> Result<Json<Weights>> {
    if judged
        .hierarchy
        .values()
        .any(|children| children.len() > MOST_SIBLINGS)
    {
        return Err(Problem::wrong(
            language,
            format!("at most {MOST_SIBLINGS} criteria can be judged in pairs"),
            format!("{MOST_SIBLINGS} critères au plus se jugent par paires"),
        ));
    }
    let made = checked_judgements(judged.judgements)
        .and_then(|own| Criteria::new(&judged.hierarchy, &own));
    let criteria =
        made.map_err(|faults| Problem::of(&faults.into(), language, std::path::Path::new("")))?;
    let weighed = criteria.weigh(WeightMethod::Eigenvector);
    let groups = weighed.consistency.iter().map(|(parent, found)| {
        let empty = Matrix::equal(0);
        let matrix = if found.consistent {
            None
        } else {
            criteria.matrix(parent)
        };
        let group = Group {
            ratio: found.cr,
            consistent: found.consistent,
            causes: caused(parent, matrix.unwrap_or(&empty), &weighed),
            repairs: repair(matrix.unwrap_or(&empty))
                .iter()
                .map(|it| repaired(parent, it, &weighed))
                .collect(),
        };
        (parent.clone(), group)
    });
    let groups = groups.collect();
    Ok(Json(Weights {
        groups,
        global: weighed.global,
        leaves: weighed.leaves,
    }))
}

fn name(parent: &str, place: usize, weighed: &Weighed) -> String {
    weighed
        .children
        .get(parent)
        .and_then(|children| children.get(place))
        .cloned()
        .unwrap_or_default()
}

/// The judgements that disagree most with the others.
fn caused(parent: &str, matrix: &Matrix, weighed: &Weighed) -> Vec<Change> {
    let apart = |cause: &Cause| (cause.given / cause.implied).max(cause.implied / cause.given);
    let found = causes(matrix)
        .into_iter()
        .enumerate()
        .filter(|(place, cause)| *place == 0 || apart(cause) >= APART);
    let told = |(_, cause): (usize, Cause)| Change {
        a: name(parent, cause.a, weighed),
        b: name(parent, cause.b, weighed),
        given: cause.given,
        instead: cause.implied,
        ratio: None,
    };
    found.map(told).take(MOST_CAUSES).collect()
}

fn repaired(parent: &str, repair: &Repair, weighed: &Weighed) -> Change {
    Change {
        a: name(parent, repair.a, weighed),
        b: name(parent, repair.b, weighed),
        given: repair.given,
        instead: repair.suggested,
        ratio: Some(repair.cr),
    }
}

/// Which one.
#[derive(Deserialize, IntoParams)]
pub struct Chosen {
    /// The number of a measured signature; the best without it.
    choice: Option<String>,
}

/// The argument for one of the releases that a job measured, sentence by sentence.
#[utoipa::path(get, path = "/advise/{id}/argument", params(("id" = String, Path), Chosen), responses((status = 200, body = Vec<String>), (status = 400, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn argument(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Asked(asked): Asked<Chosen>,
) -> Result<Json<Value>> {
    let job = app.job(&id, language)?;
    let mut session = job
        .session()
        .filter(|session| session.results.is_some())
        .ok_or_else(|| not_yet(&job, language))?;
    session
        .choose(asked.choice.as_deref())
        .map_err(|error| Problem::of(&error, language, &job.dataset.folder))?;
    Ok(Json(said(
        serde_json::to_value(session.argument()).unwrap_or_default(),
        language,
    )))
}
