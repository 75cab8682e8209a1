//! Laws of what algorithms tell, over all of the registry that explain themselves: a new one is held to them by declaring a lesson.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Prepared, Recoding, apply};
use bauta_table::{Qi, Role, Table};
use bauta_testkit::random_table;
use proptest::prelude::*;

use super::{Decision, Event, Fate, Rule, Slot, State, Trace};
use crate::laws::{context, with_hierarchies, with_target};
use crate::told_laws::{as_text, mixed, told};
use crate::{ALL, Context, Outcome, ParameterKind, Settings, Task, Technique};

/// The techniques that explain themselves.
fn explained() -> impl Iterator<Item = &'static dyn Technique> {
    ALL.iter()
        .copied()
        .filter(|technique| technique.lesson().is_some())
}

/// The defaults, and each choice of each parameter beside the other defaults.
fn single_choices(technique: &dyn Technique) -> Vec<Settings> {
    if technique.descriptor().family.does_as_told() {
        return told(technique);
    }
    let mut all = vec![Settings::new()];
    for parameter in technique.descriptor().parameters {
        if let ParameterKind::Choice(choices) = parameter.kind() {
            let other = choices
                .iter()
                .filter(|choice| choice.word != parameter.default());
            all.extend(other.map(|choice| {
                Settings::from([(parameter.name().to_owned(), choice.word.to_owned())])
            }));
        }
    }
    all
}

/// A run that somebody listens to, or nobody.
fn run(task: &mut Task<'_>, listens: bool) -> (Outcome, Vec<Event>) {
    let trace = listens.then(Trace::default);
    let mut context = Context {
        trace,
        ..context(7)
    };
    let outcome = crate::plan(task, &mut context).unwrap();
    (
        outcome,
        context.trace.map(Trace::into_events).unwrap_or_default(),
    )
}

/// Decisions for which one of the candidates is taken.
fn chooses(decision: &Decision) -> bool {
    match decision {
        Decision::Raise { rule, .. }
        | Decision::PutTogether { rule, .. }
        | Decision::Split { rule, .. } => *rule != Rule::Told,
        Decision::CutRegion { .. }
        | Decision::ChooseNode { .. }
        | Decision::JoinColumns { .. }
        | Decision::CutBucket { .. } => true,
        _ => false,
    }
}

/// Holds a technique to the laws on one table; returns whether there was a release.
fn lawful(
    technique: &dyn Technique,
    table: &Table,
    asked: &[Requirement],
    settings: &Settings,
) -> bool {
    let id = technique.descriptor().id;
    let plain = table
        .with_role(Role::QuasiIdentifier)
        .into_iter()
        .map(|index| Qi::new(table, index, None).unwrap());
    let mixed_kinds = technique.descriptor().family.does_as_told();
    let qis = if mixed_kinds {
        plain.collect()
    } else {
        with_hierarchies(table)
    };
    let prepared = Prepared::new(table, qis);
    let task = || {
        Task::new(technique, &prepared, asked, settings, Vec::new()).map(|task| task.with_limit(2))
    };
    let (Ok(mut task), Ok(mut again)) = (task(), task()) else {
        return false;
    };
    let (silent, nothing) = run(&mut task, false);
    let (heard, events) = run(&mut again, true);
    assert!(nothing.is_empty());
    let (Outcome::Plan(silent), Outcome::Plan(heard)) = (&silent, &heard) else {
        assert!(
            matches!(
                (silent, heard),
                (Outcome::Unreachable(_), Outcome::Unreachable(_))
            ),
            "{id} {settings:?}"
        );
        return false;
    };
    let released = as_text(&apply(&prepared, silent));
    assert!(
        released == as_text(&apply(&prepared, heard)),
        "{id} {settings:?}: listening changes nothing"
    );
    let states: Vec<&State> = events.iter().map(|event| &event.state).collect();
    let Some(State::Recoded(last)) = states.last() else {
        panic!("{id} {settings:?}: no last state")
    };
    assert!(
        released == as_text(&apply(&prepared, last)),
        "{id} {settings:?}: the last state is the result"
    );
    for event in &events {
        let chosen = event
            .candidates
            .iter()
            .filter(|candidate| candidate.fate == Fate::Chosen)
            .count();
        assert!(
            !chooses(&event.decision) || chosen == 1,
            "{id} {settings:?}: {chosen} chosen"
        );
        match &event.state {
            State::Recoded(plan) => check_rows(id, &prepared, plan),
            State::Grouped(group_of) => assert_eq!(group_of.len(), table.rows(), "{id}"),
        }
    }
    true
}

/// A state is a plan like any other: its rows are kept or counted as left out.
fn check_rows(id: &str, prepared: &Prepared<'_>, plan: &Recoding) {
    let draft = apply(prepared, plan);
    let rows = draft.tables[0].1.rows() + draft.suppressed_rows as usize;
    assert_eq!(rows, prepared.table.rows(), "{id}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_last_state_is_the_result(
        seed in any::<u64>(), rows in 6usize..40, width in 1usize..4, distinct in 1usize..9, k in 1u64..5, also in 0u8..3
    ) {
        let random = with_target(random_table(seed, rows, width, distinct, 5));
        let mixed = mixed(seed, rows);
        let mut asked = vec![Requirement::k_anonymity(k)];
        match also {
            1 => asked.push(Requirement::distinct_l_diversity(2)),
            2 => asked.push(Requirement::mean_risk(0.3)),
            _ => {}
        }
        for technique in explained() {
            let is_told = technique.descriptor().family.does_as_told();
            for settings in single_choices(technique) {
                if is_told { lawful(technique, &mixed, &[], &settings) } else { lawful(technique, &random, &asked, &settings) };
            }
        }
    }
}

/// So that the law above cannot hold because nothing is ever released.
#[test]
fn every_lesson_has_a_release_on_some_table() {
    let random = with_target(random_table(5, 30, 3, 6, 5));
    let mixed = mixed(5, 30);
    for technique in explained() {
        let is_told = technique.descriptor().family.does_as_told();
        let table = if is_told { &mixed } else { &random };
        let asked = if is_told {
            vec![]
        } else {
            vec![Requirement::k_anonymity(2)]
        };
        for settings in single_choices(technique) {
            let accepted = lawful(technique, table, &asked, &settings);
            assert!(
                accepted || is_told,
                "{} {settings:?}",
                technique.descriptor().id
            );
        }
    }
}

/// The algorithms of generalisation, and one of each other family.
#[test]
fn who_explains_itself() {
    let ids: Vec<&str> = explained()
        .map(|technique| technique.descriptor().id)
        .collect();
    let wanted = "mu-argus datafly samarati incognito bottom-up top-down mondrian infogain-mondrian lsd-mondrian optimal \
                  anatomy microaggregate slicing";
    for id in wanted.split_whitespace() {
        assert!(ids.contains(&id), "{id}");
    }
}

#[test]
fn every_slot_is_filled_in_both_languages() {
    for technique in explained() {
        let (id, lesson) = (technique.descriptor().id, technique.lesson().unwrap());
        for language in ["en", "fr"] {
            assert!(!lesson.plain_words(language).is_empty(), "{id} {language}");
            for slot in Slot::ALL {
                let text = lesson.slot(slot, language);
                assert!(
                    text.is_some_and(|text| !text.is_empty()),
                    "{id} {language}: {}",
                    slot.name()
                );
            }
        }
    }
}
