//! What becomes of the outliers of a full-domain node: left out, or kept with `*` in every quasi-identifier.
//!
//! Rows with `*` everywhere are one class. They are kept if that class satisfies every model, together with the rows that were
//! set aside for their missing values; else they are left out.

use bauta_privacy::Class;
use bauta_table::Node;
use bauta_table::recoding::{Cells, Levels, Recoding, Suppressed};

use crate::contract::Task;
use crate::descriptor::Text;
use crate::parameter::{Choice, Choices, Parameter};

/// What becomes of outliers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Outliers {
    Drop,
    Star,
}

/// The plan that releases a node, with what becomes of its outliers.
pub(super) fn plan(task: &Task<'_>, node: Node, outliers: Vec<u32>, fate: Outliers) -> Recoding {
    let holds = |tuples: &[u32]| {
        let (size, sensitive) = task.class_of(tuples);
        // Nobody of a population is described by `*`, so such a class cannot be compared with it.
        let apart = task
            .models
            .iter()
            .any(bauta_privacy::Judge::needs_population);
        !tuples.is_empty()
            && !apart
            && task.holds(&Class {
                size,
                sensitive: &sensitive,
                population: 0,
            })
    };
    let all: Vec<u32> = outliers.iter().chain(&task.set_aside).copied().collect();
    let star_all = fate == Outliers::Star && holds(&all);
    let (starred, dropped) = match () {
        () if star_all => (all, Vec::new()),
        () if holds(&task.set_aside) => (task.set_aside.clone(), outliers),
        () => (Vec::new(), all),
    };
    let levels = Levels { node, dropped };
    if starred.is_empty() {
        return Recoding::Levels(levels);
    }
    let qis: Vec<usize> = (0..task.prepared.qis.len()).collect();
    let suppressed = starred
        .into_iter()
        .map(|tuple| Suppressed {
            tuple,
            qis: qis.clone(),
        })
        .collect();
    Recoding::Cells(Cells {
        levels,
        suppressed,
        rows: Vec::new(),
    })
}

/// What becomes of rows whose class breaks a requirement.
pub(super) const OUTLIERS: Parameter<Choices<Outliers>> = Parameter {
    name: "outliers",
    kind: Choices(&[
        Choice {
            word: "drop",
            value: Outliers::Drop,
            help: Text {
                en: "they are left out",
                fr: "ils sont écartés",
            },
        },
        Choice {
            word: "star",
            value: Outliers::Star,
            help: Text {
                en: "they stay with * in every quasi-identifier if they satisfy the requirements together, else they are left out",
                fr: "ils restent avec * dans chaque quasi-identifiant s'ils satisfont ensemble les exigences, sinon ils sont écartés",
            },
        },
    ]),
    default: Outliers::Drop,
    help: Text {
        en: "what becomes of rows whose class breaks a requirement",
        fr: "ce que deviennent les lignes dont la classe manque une exigence",
    },
};
