//! The guided path: what the library deduces, suggests, measures and argues, as jobs; and its sentences in one language for the page.

use std::sync::Arc;

use bauta::AdviceRequest;
use bauta::guide::ahp::WeightMethod;
use bauta::guide::context::Answers;
use bauta::project::Project;
use serde_json::Value;

use crate::answer::{Problem, Result};
use crate::job::{Job, Outcome};
use crate::language::Language;
use crate::request::{AdviceSettings, MeasureSettings};
use crate::wording::for_page;

/// Steps 1 and 2: the context and what is suggested for it.
pub fn suggest(job: &Job, asked: &AdviceSettings) -> bauta::Result<Outcome> {
    let answers = match &asked.answers {
        Value::Null => Answers::default(),
        given => Answers::of_file(given, "answers")?,
    };
    let mut project = job.runnable.clone();
    project.steps.clear();
    let request = AdviceRequest {
        project,
        answers,
        ontology: None,
        scales: None,
        weights: WeightMethod::default(),
    };
    Ok(Outcome::Advised(Box::new(bauta::advise(
        &request,
        job.opened(),
        job,
    )?)))
}

/// Steps 3 and 4: what was picked runs and is measured.
pub fn measure(job: &Job, asked: &MeasureSettings) -> bauta::Result<Outcome> {
    let Some(mut session) = job.of.as_ref().and_then(|of| of.session()) else {
        return Err(bauta::Error::internal(
            "a measurement has no advice to go on from",
        ));
    };
    session.pick(&asked.picked)?;
    session.run(job.opened(), job)?;
    Ok(Outcome::Advised(Box::new(session)))
}

/// Step 5: the project that releases what was chosen, as the user has it and as it is run.
pub async fn chosen(
    of: &Arc<Job>,
    choice: Option<&str>,
    language: Language,
) -> Result<(Project, Project)> {
    let Some(mut session) = of.session() else {
        return Err(Problem::failed(language));
    };
    let told = |error: bauta::Error| Problem::of(&error, language, &of.dataset.folder);
    session.choose(choice).map_err(told)?;
    // Hierarchies are built of the values.
    let data = of.data.clone();
    let made = move || session.chosen_project(data.as_ref().map(|data| &data.opened));
    let made = tokio::task::spawn_blocking(made).await;
    let runnable = made.map_err(|_| Problem::failed(language))?.map_err(told)?;
    let mut project = of.project.clone();
    project.steps.clear();
    project.roles.clone_from(&runnable.roles);
    project.targets.clone_from(&runnable.targets);
    project.anonymize.clone_from(&runnable.anonymize);
    for (column, source) in &runnable.hierarchies {
        project
            .hierarchies
            .entry(column.clone())
            .or_insert_with(|| source.clone());
    }
    Ok((project, runnable))
}

/// Why a job releases what it does; nothing where it was not chosen by the guided path.
pub fn because(job: &Job, choice: Option<&str>) -> bauta::Result<Vec<bauta::guide::Said>> {
    let Some(mut session) = job.of.as_ref().and_then(|of| of.session()) else {
        return Ok(Vec::new());
    };
    session.choose(choice)?;
    Ok(session.argument())
}

/// Each sentence in one language instead of two.
pub fn said(value: Value, language: Language) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|item| said(item, language)).collect(),
        Value::Object(entries) => {
            let told = (entries.len() == 2 && entries.contains_key("en"))
                .then(|| entries.get(language.0))
                .flatten();
            match told.and_then(Value::as_str) {
                Some(sentence) => for_page(sentence, language).into(),
                None => entries
                    .into_iter()
                    .map(|(key, item)| (key, said(item, language)))
                    .collect(),
            }
        }
        other => other,
    }
}
