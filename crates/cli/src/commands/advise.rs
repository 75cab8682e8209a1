//! `bauta advise`: the five steps in a terminal, or from files.

use std::io::IsTerminal;

use bauta::guide::Said;
use bauta::guide::context::{Answers, Origin};
use bauta::guide::estimate::Estimate;
use bauta::guide::suggest::Suggested;
use bauta::project::{HierarchySource, Project};
use bauta::{AdviceRequest, Answer, MeasuredSignature, Result, Session};

use super::{DONE, NO, guide, interview};
use crate::args::AdviseArgs;
use crate::output::Screen;

pub fn run(args: &AdviseArgs, screen: &Screen) -> Result<u8> {
    screen.one_on_stdout(args.output.as_slice())?;
    let asks = args.context.is_none() && std::io::stdin().is_terminal() && !screen.json;
    let mut session = begin(args, asks, screen)?;
    save(args, &session)?;
    if !screen.json {
        suggestion(&session, screen);
    }
    if session.suggestion.candidates.signatures.is_empty() {
        finish(&session, screen);
        return Ok(NO);
    }
    if !pick(args, asks, &mut session, screen)? {
        finish(&session, screen);
        return Ok(DONE);
    }
    if session.results.is_none() {
        session.run(None, &screen.bar())?;
        save(args, &session)?;
    }
    if !screen.json {
        measured(&session, screen);
    }
    let fits = session
        .results
        .as_ref()
        .is_some_and(|own| own.measured.iter().any(MeasuredSignature::is_fit));
    if !fits {
        finish(&session, screen);
        return Ok(NO);
    }
    let known = || args.choose.clone().or_else(|| session.choice.clone());
    let chosen = if asks {
        interview::choice(&session, screen)?
    } else {
        known()
    };
    session.choose(chosen.as_deref())?;
    save(args, &session)?;
    argument(&session, screen);
    let output = if asks && args.output.is_none() {
        interview::output(&session, screen)?
    } else {
        args.output.clone()
    };
    let status = match output {
        Some(output) => release(args, &session, output, screen)?,
        None => DONE,
    };
    finish(&session, screen);
    Ok(status)
}

/// Steps 1 and 2, or the session that has them already.
fn begin(args: &AdviseArgs, asks: bool, screen: &Screen) -> Result<Session> {
    let kept = args
        .session
        .as_ref()
        .filter(|path| path.exists())
        .map(|path| Session::load(path))
        .transpose()?;
    let Some(data) = &args.data else {
        return match (kept, &args.session) {
            (Some(kept), _) => Ok(kept),
            (None, path) => {
                let path = path
                    .as_ref()
                    .map_or_else(String::new, |path| path.display().to_string());
                Err(wrong(
                    &format!("there is no session {path} yet; name the data"),
                    &format!("il n'y a pas encore de session {path} ; nommez les données"),
                ))
            }
        };
    };
    let answers = match &args.context {
        Some(path) => answers(path)?,
        None if asks => kept
            .as_ref()
            .map(|kept| kept.answers.clone())
            .unwrap_or_default(),
        None if kept.is_some() => kept
            .as_ref()
            .map(|kept| kept.answers.clone())
            .unwrap_or_default(),
        None => {
            return Err(wrong(
                "nobody can be asked here; give the answers in a file with --context FILE",
                "personne ne peut être interrogé ici ; donnez les réponses dans un fichier par --context FICHIER",
            ));
        }
    };
    let mut request = request(args, data, answers)?;
    let mut session = bauta::advise(&request, None, &screen.bar())?;
    if asks && kept.is_none() {
        session = asked(&mut request, session, screen)?;
    }
    Ok(kept
        .filter(|kept| kept.asks_the_same(&session))
        .unwrap_or(session))
}

/// The session of what a person answers. An answer that cannot be, such as a target that is no column, is asked for again: none is lost.
fn asked(request: &mut AdviceRequest, first: Session, screen: &Screen) -> Result<Session> {
    let with_usage = loop {
        request.answers = interview::answers(&first, &request.answers, screen)?;
        match bauta::advise(request, None, &screen.bar()) {
            Ok(session) => break session,
            Err(error @ (bauta::Error::Faults(_) | bauta::Error::Guide(_))) => {
                let lines = error.lines(screen.language);
                lines.iter().for_each(|line| screen.warn(line));
            }
            Err(other) => return Err(other),
        }
    };
    interview::judgements(&with_usage, &mut request.answers, screen)?;
    bauta::advise(request, None, &screen.bar())
}

fn request(args: &AdviseArgs, data: &str, answers: Answers) -> Result<AdviceRequest> {
    let mut project = Project::new(data);
    if let Some(file) = &args.roles.project {
        project = Project::load(file)?;
    }
    project.input = args.reading.input(data);
    project.roles = args.roles.lists()?;
    for (column, file) in &args.hierarchy {
        project
            .hierarchies
            .insert(column.clone(), HierarchySource::File(file.clone()));
    }
    project.anonymize.seed = args.seed;
    let (ontology, scales) = (
        args.knowledge.ontology.clone(),
        args.knowledge.scales.clone(),
    );
    Ok(AdviceRequest {
        project,
        answers,
        ontology,
        scales,
        weights: args.knowledge.weights,
    })
}

fn answers(path: &std::path::Path) -> Result<Answers> {
    let text =
        std::fs::read_to_string(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    bauta::answers_of(&text, path)
}

fn wrong(en: &str, fr: &str) -> bauta::Error {
    bauta::guide::Faults::one(en, fr).into()
}

fn save(args: &AdviseArgs, session: &Session) -> Result<()> {
    args.session
        .as_ref()
        .map_or(Ok(()), |path| session.save(path))
}

/// Step 3; whether anything is to be run.
fn pick(args: &AdviseArgs, asks: bool, session: &mut Session, screen: &Screen) -> Result<bool> {
    if args.pick.is_empty() && !session.picked.is_empty() {
        return Ok(true);
    }
    let picks = match args.pick.as_slice() {
        [] if asks => interview::picks(session, screen)?,
        [] if args.output.is_none() && args.choose.is_none() => return Ok(false),
        [] => session.usual_picks(),
        [word] if word == "best" => session.usual_picks(),
        picks => picks.to_vec(),
    };
    if session.picked != picks {
        session.pick(&picks)?;
    }
    save(args, session)?;
    Ok(!picks.is_empty())
}

/// The context and what is suggested.
fn suggestion(session: &Session, screen: &Screen) {
    session
        .notes
        .iter()
        .for_each(|note| screen.note(note.get(screen.language)));
    let say = |said: &Said| said.get(screen.language).to_owned();
    let rows = session.context.parts.iter().map(|part| {
        let origin = match part.origin {
            Origin::Answered => screen.say("answered", "répondu"),
            Origin::Deduced => screen.say("deduced", "déduit"),
            Origin::Default => screen.say("default", "par défaut"),
            Origin::Computed => screen.say("computed", "calculé"),
        };
        vec![
            say(&part.label),
            part.value.clone(),
            origin.to_owned(),
            say(&part.reason),
        ]
    });
    let header = [
        screen.say("context", "contexte"),
        "",
        "",
        screen.say("why", "pourquoi"),
    ];
    screen.tell(&screen.table(&header, rows.collect()));
    for exclusion in &session.suggestion.candidates.exclusions {
        exclusion
            .reasons
            .iter()
            .for_each(|reason| screen.tell(&format!("  {}", say(reason))));
    }
    if session.suggestion.suggested.is_empty() {
        relaxations(session, screen);
        return;
    }
    let leaves = &session.suggestion.weighed.leaves;
    let named = columns(session, screen);
    let mut header = vec![
        screen.say("no.", "n°"),
        screen.say("signature", "signature"),
    ];
    header.extend(named.iter().map(String::as_str));
    header.push(screen.say("score", "note"));
    let rows = session
        .suggestion
        .suggested
        .iter()
        .map(|own| suggested(own, leaves, screen))
        .collect();
    screen.tell(&screen.table(&header, rows));
    screen.tell(screen.say(
        "estimates ± mean error on unseen experiments; ! = beyond what was measured; figures without ± follow from the signature",
        "estimations ± erreur moyenne sur des expériences non vues ; ! = hors de ce qui a été mesuré ; les chiffres sans ± découlent de la signature",
    ));
    let weighed = &session.suggestion.weighed;
    let of = |leaf: &String| {
        (
            leaf.clone(),
            weighed.global.get(leaf).copied().unwrap_or(0.0),
        )
    };
    guide::weights(
        &leaves.iter().map(of).collect(),
        &weighed.consistency,
        screen,
    );
    weighed
        .advice
        .iter()
        .for_each(|said| screen.tell(&format!("{} {}", screen.mark(false), say(said))));
}

/// The heads of the criteria's columns: what their figures are, and not the criterion that they stand for.
fn columns(session: &Session, screen: &Screen) -> Vec<String> {
    let names = session.metric_names();
    let leaves = session.suggestion.weighed.leaves.iter();
    let name = |leaf: &String| names.get(leaf).map(|name| name.get(screen.language));
    leaves
        .map(|leaf| name(leaf).unwrap_or(leaf).to_owned())
        .collect()
}

fn suggested(own: &Suggested, leaves: &[String], screen: &Screen) -> Vec<String> {
    let mut cells = vec![own.signature.id.clone(), own.signature.name()];
    cells.extend(leaves.iter().map(|leaf| {
        own.estimates
            .get(leaf)
            .map_or("–".to_owned(), |it| estimate(it, screen))
    }));
    cells.push(
        own.score
            .map_or("–".to_owned(), |score| screen.figure(score, 4)),
    );
    cells
}

fn estimate(own: &Estimate, screen: &Screen) -> String {
    let error = own.error.map_or(String::new(), |error| {
        format!(" ± {}", screen.figure(error, 3))
    });
    let beyond = if own.outside.is_empty() { "" } else { " !" };
    format!("{}{error}{beyond}", screen.figure(own.value, 3))
}

/// What would let an algorithm in.
fn relaxations(session: &Session, screen: &Screen) {
    screen.tell(&format!(
        "{} {}",
        screen.mark(false),
        screen.say(
            "no algorithm fits this context; the smallest changes after which one does:",
            "aucun algorithme ne convient à ce contexte ; les plus petits changements après lesquels un convient :"
        )
    ));
    for own in &session.suggestion.candidates.relaxations {
        let changes: Vec<&str> = own
            .changes
            .iter()
            .map(|said| said.get(screen.language))
            .collect();
        screen.tell(&format!(
            "  {} → {}",
            changes.join(screen.say(" and ", " et ")),
            own.algorithms.join(", ")
        ));
    }
}

/// What was measured.
fn measured(session: &Session, screen: &Screen) {
    let Some(results) = &session.results else {
        return;
    };
    let leaves = &session.suggestion.weighed.leaves;
    let mut header = vec![
        "",
        screen.say("no.", "n°"),
        screen.say("measured", "mesuré"),
    ];
    let named = columns(session, screen);
    header.extend(named.iter().map(String::as_str));
    header.extend([
        screen.say("highest risk", "risque max."),
        screen.say("left out", "écartées"),
    ]);
    header.extend([
        screen.say("classes", "classes"),
        screen.say("seconds", "secondes"),
        screen.say("score", "note"),
    ]);
    let row = |own: &MeasuredSignature| {
        let mark = if !own.is_fit() {
            "✗"
        } else if own.pareto {
            "*"
        } else {
            ""
        };
        let mut cells = vec![
            mark.to_owned(),
            own.signature.id.clone(),
            own.signature.name(),
        ];
        let value = |leaf: &String| {
            own.values
                .get(leaf)
                .map_or("–".to_owned(), |value| screen.figure(*value, 3))
        };
        cells.extend(leaves.iter().map(value));
        cells.extend([
            format!("{} %", screen.figure(100.0 * own.risk, 1)),
            own.suppressed_rows.to_string(),
        ]);
        cells.extend([own.classes.to_string(), screen.figure(own.seconds, 2)]);
        cells.push(
            own.score
                .map_or("–".to_owned(), |score| screen.figure(score, 4)),
        );
        cells
    };
    screen.tell(&screen.table(&header, results.measured.iter().map(row).collect()));
    let criteria = session.star_criteria();
    let criteria: Vec<&str> = criteria.iter().map(|it| it.get(screen.language)).collect();
    screen.tell(&format!(
        "{} {}",
        screen.say(
            "* no other one is as good in all of these and better in one:",
            "* aucun autre n'est aussi bon en tout ceci et meilleur en un point :",
        ),
        criteria.join(", ")
    ));
    for own in &results.measured {
        for said in own.reasons.iter().chain(&own.beyond) {
            screen.tell(&format!(
                "{} {}: {}",
                screen.mark(false),
                own.signature.name(),
                said.get(screen.language)
            ));
        }
    }
    if results
        .scored
        .as_ref()
        .is_some_and(|scored| scored.ranking.len() > 1)
    {
        let name = |id: &str| {
            let own = results.measured.iter().find(|own| own.signature.id == id);
            own.map_or_else(|| id.to_owned(), |own| own.signature.name())
        };
        guide::sensitivity(&results.sensitivity, screen, &name);
    }
}

fn argument(session: &Session, screen: &Screen) {
    screen.tell(screen.say("The argument:", "L'argument :"));
    session
        .argument()
        .iter()
        .for_each(|said| screen.tell(&format!("  · {}", said.get(screen.language))));
}

/// Releases what was chosen.
fn release(args: &AdviseArgs, session: &Session, output: String, screen: &Screen) -> Result<u8> {
    let mut project = session.chosen_project(None)?;
    project.output.tables = vec![output];
    project.output.report.clone_from(&args.report);
    project.output.force = args.force;
    project.output.language = Some(screen.language.to_owned());
    let bar = screen.bar();
    let answer = session.export(&project, &bar)?;
    drop(bar);
    let (status, report) = match &answer {
        Answer::Released(report) => (DONE, report),
        Answer::Unreachable(report) => (NO, report),
    };
    screen.tell(&report.text(screen.language));
    Ok(status)
}

fn finish(session: &Session, screen: &Screen) {
    if screen.json {
        let mut document = serde_json::to_value(session).unwrap_or_default();
        if let Some(object) = document.as_object_mut() {
            object.insert(
                "argument".to_owned(),
                serde_json::to_value(session.argument()).unwrap_or_default(),
            );
        }
        screen.print_json(&document);
    }
}
