//! Why this release: the argument, from what was asked to what was chosen.

use std::collections::BTreeMap;

use bauta_guide::Said;
use bauta_guide::ahp::Moved;
use bauta_guide::ontology::Named;

use super::{MeasuredSignature, Results, Session};

/// The sentences of the argument; none where nothing was chosen.
pub(super) fn of(session: &Session) -> Vec<Said> {
    let (Some(results), Some(choice)) = (&session.results, &session.choice) else {
        return Vec::new();
    };
    let Some(chosen) = results
        .measured
        .iter()
        .find(|own| own.signature.id == *choice)
    else {
        return Vec::new();
    };
    let words = Words::of(session);
    let mut said = vec![asked(session, &words), fitted(session)];
    said.extend(left_out(session));
    said.push(weighed(session, &words));
    said.extend(session.suggestion.weighed.advice.clone());
    said.push(ranked(results, chosen));
    said.extend(estimated(session, chosen, &words));
    said.push(kept(session, chosen));
    said.push(unbeaten(session, chosen));
    said.extend(firm(results, &words));
    said
}

/// How criteria, metrics and usages are called.
struct Words(BTreeMap<String, Said>);

impl Words {
    fn of(session: &Session) -> Self {
        let mut words = BTreeMap::new();
        let mut take = |named: Named| drop(words.insert(named.id, named.label));
        if let Ok(ontology) = session.knowledge() {
            ontology
                .metrics()
                .into_iter()
                .flatten()
                .for_each(|own| take(own.named));
            ontology
                .named("Usage")
                .into_iter()
                .flatten()
                .for_each(&mut take);
            ontology
                .requirements()
                .into_iter()
                .flatten()
                .for_each(|own| take(own.named));
        }
        Words(words)
    }

    /// The name of a thing of the ontology; its id where it has none.
    fn name(&self, id: &str) -> Said {
        self.0.get(id).cloned().unwrap_or_else(|| Said::same(id))
    }
}

/// How the figures of each criterion are called: the criterion "precision" is measured by the information loss.
pub(super) fn metric_names(session: &Session) -> BTreeMap<String, Said> {
    let words = Words::of(session);
    let metrics = session.suggestion.metrics.iter();
    metrics
        .map(|(leaf, metric)| (leaf.clone(), words.name(metric)))
        .collect()
}

/// What the star of measured releases goes by: the figures of all criteria, and the two ceilings.
pub(super) fn star_criteria(session: &Session) -> Vec<Said> {
    let names = metric_names(session);
    let metric = |leaf: &&String| session.suggestion.metrics.get(*leaf).map(String::as_str);
    let leaves = session.suggestion.weighed.leaves.iter();
    // These two are what the ceilings are about, and named as such.
    let own = leaves.filter(|leaf| !matches!(metric(leaf), Some("protection" | "kept-rows")));
    let mut criteria: Vec<Said> = own.filter_map(|leaf| names.get(leaf).cloned()).collect();
    criteria.push(Said::new("highest risk", "risque maximal"));
    criteria.push(Said::new("rows left out", "lignes écartées"));
    criteria
}

/// A share as people write it.
fn percent(share: f64) -> (String, String) {
    let text = format!("{:.1}", 100.0 * share);
    (format!("{text} %"), format!("{} %", text.replace('.', ",")))
}

/// A figure with three digits, with the sign of each language.
fn figure(value: f64) -> (String, String) {
    let text = format!("{value:.3}");
    (text.clone(), text.replace('.', ","))
}

fn asked(session: &Session, words: &Words) -> Said {
    let context = &session.context;
    let (risk, rows) = (context.risk, context.rows);
    let most = context.max_suppression.iter().max().copied().unwrap_or(0);
    let usage = words.name(&context.usage.need);
    Said::new(
        format!(
            "asked for: a risk of at most {risk} %, at most {most} of {rows} rows left out, for the usage \"{}\"",
            usage.en
        ),
        format!(
            "demandé : un risque d'au plus {risk} %, au plus {most} lignes écartées sur {rows}, pour l'usage « {} »",
            usage.fr
        ),
    )
}

fn fitted(session: &Session) -> Said {
    let found = &session.suggestion.candidates;
    let algorithms: std::collections::BTreeSet<&str> = found
        .signatures
        .iter()
        .map(|own| own.algorithm.as_str())
        .collect();
    let (signatures, fitting, left) = (
        found.signatures.len(),
        algorithms.len(),
        found.exclusions.len(),
    );
    Said::new(
        format!(
            "{signatures} signatures of {fitting} algorithms fit the context; {left} algorithms were left out"
        ),
        format!(
            "{signatures} signatures de {fitting} algorithmes conviennent au contexte ; {left} algorithmes ont été écartés"
        ),
    )
}

fn left_out(session: &Session) -> Vec<Said> {
    session
        .suggestion
        .candidates
        .exclusions
        .iter()
        .flat_map(|own| own.reasons.clone())
        .collect()
}

fn weighed(session: &Session, words: &Words) -> Said {
    let own = &session.suggestion.weighed;
    let part = |leaf: &String| {
        let (en, fr) = percent(own.global.get(leaf).copied().unwrap_or(0.0));
        let name = words.name(leaf);
        (format!("{} {en}", name.en), format!("{} {fr}", name.fr))
    };
    let (en, fr): (Vec<String>, Vec<String>) = own.leaves.iter().map(part).unzip();
    Said::new(
        format!(
            "what counts how much, from the judgements: {}",
            en.join(", ")
        ),
        format!(
            "ce qui compte, et combien, d'après les jugements : {}",
            fr.join(", ")
        ),
    )
}

fn ranked(results: &Results, chosen: &MeasuredSignature) -> Said {
    let scored: Vec<&MeasuredSignature> = results
        .measured
        .iter()
        .filter(|own| own.score.is_some())
        .collect();
    let place = scored
        .iter()
        .position(|own| own.signature.id == chosen.signature.id);
    let (name, count) = (chosen.signature.name(), scored.len());
    let (en, fr) = figure(chosen.score.unwrap_or(0.0));
    match (place, scored.first()) {
        (Some(0), _) if count == 1 => Said::new(
            format!(
                "chosen because {name} is the only measured release that keeps the ceilings and that no other one beats"
            ),
            format!(
                "choisi parce que {name} est la seule publication mesurée qui tienne les plafonds et qu'aucune autre ne surpasse"
            ),
        ),
        (Some(0), _) => Said::new(
            format!(
                "chosen because {name} has the best score of the {count} measured releases that keep the ceilings and that no other one beats: {en}"
            ),
            format!(
                "choisi parce que {name} a la meilleure note des {count} publications mesurées qui tiennent les plafonds et qu'aucune autre ne surpasse : {fr}"
            ),
        ),
        (Some(place), Some(first)) => {
            let (first, rank) = (first.signature.name(), place + 1);
            Said::new(
                format!(
                    "chosen by a person: {name} has rank {rank} of {count} (score {en}); {first} has the best score"
                ),
                format!(
                    "choisi par une personne : {name} est au rang {rank} sur {count} (note {fr}) ; {first} a la meilleure note"
                ),
            )
        }
        _ if !chosen.pareto => Said::new(
            format!(
                "chosen by a person: {name}, which has no score because another measured release beats it"
            ),
            format!(
                "choisi par une personne : {name}, sans note parce qu'une autre publication mesurée la surpasse"
            ),
        ),
        _ => Said::new(
            format!(
                "chosen by a person: {name}, which has no score because a criterion could not be measured"
            ),
            format!(
                "choisi par une personne : {name}, sans note parce qu'un critère n'a pu être mesuré"
            ),
        ),
    }
}

/// What was expected, and what came.
fn estimated(session: &Session, chosen: &MeasuredSignature, words: &Words) -> Vec<Said> {
    let suggested = session
        .suggestion
        .suggested
        .iter()
        .find(|own| own.signature.id == chosen.signature.id);
    let Some(suggested) = suggested else {
        return Vec::new();
    };
    let known = suggested
        .estimates
        .iter()
        .filter(|(_, estimate)| !estimate.exact);
    let told = known.filter_map(|(leaf, estimate)| {
        let ((expected, expected_fr), (found, found_fr)) =
            (figure(estimate.value), figure(*chosen.values.get(leaf)?));
        let (error, error_fr) = estimate.error.map_or_else(Default::default, |error| {
            let (en, fr) = figure(error);
            (format!(" ± {en}"), format!(" ± {fr}"))
        });
        let (name, metric) = (words.name(leaf), words.name(&estimate.metric));
        Some(Said::new(
            format!(
                "{} ({}): estimated {expected}{error}, measured {found}",
                name.en, metric.en
            ),
            format!(
                "{} ({}) : estimé à {expected_fr}{error_fr}, mesuré à {found_fr}",
                name.fr, metric.fr
            ),
        ))
    });
    told.collect()
}

fn kept(session: &Session, chosen: &MeasuredSignature) -> Said {
    let ((en, fr), ceiling, rows) = (
        percent(chosen.risk),
        session.context.risk,
        chosen.suppressed_rows,
    );
    Said::new(
        format!(
            "ceilings, checked before anything was weighed: highest risk {en}, at most {ceiling} % allowed; {rows} rows left out"
        ),
        format!(
            "plafonds, vérifiés avant toute pesée : plus haut risque {fr}, {ceiling} % permis au plus ; {rows} lignes écartées"
        ),
    )
}

fn unbeaten(session: &Session, chosen: &MeasuredSignature) -> Said {
    let criteria = star_criteria(session);
    let list = |language: &str| {
        let names = criteria.iter().map(|name| name.get(language));
        names.collect::<Vec<_>>().join(", ")
    };
    let (en, fr) = (list("en"), list("fr"));
    if chosen.pareto {
        Said::new(
            format!("no other measured release is as good in all of these and better in one: {en}"),
            format!(
                "aucune autre publication mesurée n'est aussi bonne en tout ceci et meilleure en un point : {fr}"
            ),
        )
    } else {
        Said::new(
            format!("another measured release is as good in all of these and better in one: {en}"),
            format!(
                "une autre publication mesurée est aussi bonne en tout ceci et meilleure en un point : {fr}"
            ),
        )
    }
}

/// How firm the winner stands.
fn firm(results: &Results, words: &Words) -> Vec<Said> {
    if results
        .scored
        .as_ref()
        .is_none_or(|scored| scored.ranking.len() < 2)
    {
        return Vec::new();
    }
    let names = |id: &str| {
        let own = results.measured.iter().find(|own| own.signature.id == id);
        own.map_or_else(|| id.to_owned(), |own| own.signature.name())
    };
    let unsure: Vec<Said> = results
        .sensitivity
        .iter()
        .filter(|own| own.changes)
        .map(|own| words.name(&own.criterion))
        .collect();
    let list = |language: &str| {
        unsure
            .iter()
            .map(|name| name.get(language))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut said = vec![if unsure.is_empty() {
        Said::new(
            "the winner stays the same when any weight moves by a tenth of itself",
            "le gagnant reste le même quand un poids quelconque varie d'un dixième de lui-même",
        )
    } else {
        Said::new(
            format!(
                "the winner changes when one of these weights moves by a tenth of itself: {}",
                list("en")
            ),
            format!(
                "le gagnant change quand l'un de ces poids varie d'un dixième de lui-même : {}",
                list("fr")
            ),
        )
    }];
    let movable = |own: &&Moved| own.smallest_move.is_some();
    let nearest = results
        .sensitivity
        .iter()
        .filter(movable)
        .min_by(|one, other| {
            let size = |own: &Moved| own.smallest_move.map_or(f64::INFINITY, f64::abs);
            size(one).total_cmp(&size(other))
        });
    said.extend(nearest.and_then(|own| {
        let ((from, from_fr), (to, to_fr)) = (percent(own.weight), percent(own.tips_at?));
        let (criterion, other) = (words.name(&own.criterion), names(own.tips_to.as_deref()?));
        Some(Said::new(
            format!("the smallest move that changes it: {} from {from} to {to}; then {other} wins", criterion.en),
            format!(
                "la plus petite variation qui le change : {} de {from_fr} à {to_fr} ; {other} gagne alors",
                criterion.fr
            ),
        ))
    }));
    said
}
