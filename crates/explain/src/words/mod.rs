//! What was decided, why, and what came of it, in sentences of either language.

mod decision;
mod grouping;
mod search;

use bauta_methods::trace::{Event, Fate, Figure, Template};

use super::names::Names;
use super::say::Say;
use super::told::{FigureTold, Shown};

/// A decision in words.
pub(super) struct Told {
    pub decision: String,
    pub why: String,
}

impl Told {
    fn new(decision: impl Into<String>, why: impl Into<String>) -> Told {
        Told {
            decision: decision.into(),
            why: why.into(),
        }
    }
}

/// Everything that is needed to speak of an event.
pub(super) struct Speaker<'a> {
    pub names: Names<'a>,
    pub say: Say,
    pub template: Template,
    /// What the table is after the event.
    pub shown: &'a Shown,
}

impl Speaker<'_> {
    /// What was decided, and why.
    pub(super) fn told(&self, event: &Event) -> Told {
        self.recoding(event)
            .or_else(|| self.search(event))
            .or_else(|| self.grouping(event))
            .unwrap_or_else(|| {
                Told::new(
                    self.say.pick("The run goes on.", "L'exécution continue."),
                    String::new(),
                )
            })
    }

    /// What the table is then.
    pub(super) fn result(&self) -> String {
        let (say, shown) = (self.say, self.shown);
        let groups = shown.groups.map(|groups| {
            let regions = self.template == Template::Partitioning;
            let (en, fr) = if regions {
                (("region", "regions"), ("région", "régions"))
            } else {
                (("group", "groups"), ("groupe", "groupes"))
            };
            say.count(groups as u64, en, fr)
        });
        let rows = || {
            shown
                .tables
                .first()
                .into_iter()
                .flat_map(|table| &table.rows)
        };
        let classes = rows().any(|row| row.safe.is_some()).then(|| {
            let classes = say.count(
                shown.classes as u64,
                ("class", "classes"),
                ("classe", "classes"),
            );
            let smallest = say.rows(shown.smallest);
            say.pick(
                format!("{classes}, the smallest of {smallest}"),
                format!("{classes}, la plus petite de {smallest}"),
            )
        });
        let ungrouped = rows().filter(|row| row.group.is_none()).count() as u64;
        let ungrouped = (shown.groups.is_some() && ungrouped > 0).then(|| {
            let rows = say.rows(ungrouped);
            say.pick(
                format!("{rows} in no group yet"),
                format!("{rows} encore sans groupe"),
            )
        });
        let outliers = (shown.outliers > 0).then(|| say.outliers(shown.outliers));
        let left_out = (shown.left_out > 0).then(|| {
            let rows = say.rows(shown.left_out);
            let agreed = if shown.left_out > 1 {
                "écartées"
            } else {
                "écartée"
            };
            say.pick(format!("{rows} left out"), format!("{rows} {agreed}"))
        });
        let parts: Vec<String> = [groups, ungrouped, classes, outliers, left_out]
            .into_iter()
            .flatten()
            .collect();
        format!(
            "{}.",
            parts.join(" ; ").replace(" ; ", say.pick("; ", " ; "))
        )
    }
}

/// What a candidate is weighed by.
pub(super) fn figure(figure: Figure, say: Say) -> FigureTold {
    let mut words = figure_words(figure)
        .split(" | ")
        .skip(say.pick(0, 2))
        .map(str::to_owned);
    FigureTold {
        title: words.next().unwrap_or_default(),
        help: words.next().unwrap_or_default(),
    }
}

/// Its name and what it means, in English and in French.
fn figure_words(figure: Figure) -> &'static str {
    match figure {
        Figure::DistinctValues => {
            "different values | in the rows as they stand | valeurs différentes | dans les lignes telles qu'elles sont"
        }
        Figure::Outliers => {
            "outliers | rows of classes that break a requirement | cas isolés | lignes de classes qui manquent une exigence"
        }
        Figure::Loss => {
            "loss | share of the information that is lost: 0 nothing, 1 everything | perte | part de l'information perdue : 0 rien, 1 tout"
        }
        Figure::RemainingLoss => {
            "loss left | rows times the width of what stands for their values, over both sides | perte restante | lignes fois largeur de ce qui remplace leurs valeurs, des deux côtés"
        }
        Figure::Width => {
            "width | share of the whole scale that the values take | étendue | part de toute l'échelle que prennent les valeurs"
        }
        Figure::InformationLoss => {
            "information lost | about the class attribute, in bits | information perdue | sur l'attribut de classe, en bits"
        }
        Figure::InformationGain => {
            "information gained | about the class attribute, in bits | information gagnée | sur l'attribut de classe, en bits"
        }
        Figure::AnonymityGain => {
            "anonymity gained | rows that the smallest class gains | anonymat gagné | lignes que gagne la plus petite classe"
        }
        Figure::AnonymityLoss => {
            "anonymity lost | rows that the smallest class loses | anonymat perdu | lignes que perd la plus petite classe"
        }
        Figure::Score => {
            "score | information for each row of anonymity | score | information par ligne d'anonymat"
        }
        Figure::Entropy => {
            "entropy | how mixed the target is on both sides, in bits; 0 = not at all | entropie | mélange de la cible des deux côtés, en bits ; 0 = aucun"
        }
        Figure::Deviance => {
            "squared deviations | of the target from its mean on either side | écarts au carré | de la cible à sa moyenne de chaque côté"
        }
        Figure::Left => {
            "one side | rows on the first side of the cut | un côté | lignes du premier côté de la coupe"
        }
        Figure::Right => {
            "other side | rows on the second side of the cut | autre côté | lignes du second côté de la coupe"
        }
        Figure::RowsLeft => {
            "rows without a group | rows with this value that are in no group yet | lignes sans groupe | lignes de cette valeur encore sans groupe"
        }
        Figure::Distance => {
            "distance | on the common scale of all columns | distance | à l'échelle commune des colonnes"
        }
        Figure::Squares => {
            "squared deviations | of all groups up to here from their means | écarts au carré | de tous les groupes jusqu'ici à leurs moyennes"
        }
        Figure::Association => {
            "link | Cramér's V: 0 = nothing to do with each other, 1 = one tells the other | lien | V de Cramér : 0 = aucun rapport, 1 = l'un dit l'autre"
        }
    }
}

/// What became of a candidate: its word, and the same for people.
pub(super) fn fate(fate: Fate, say: Say) -> (&'static str, String) {
    let (id, en, fr) = match fate {
        Fate::Chosen => ("chosen", "chosen", "choisi"),
        Fate::Passed => ("passed", "possible, not chosen", "possible, pas choisi"),
        Fate::Solves => ("solves", "good enough", "convient"),
        Fate::SolvesAsBelow => (
            "solves-as-below",
            "good enough, since one below is; not counted",
            "convient, puisque l'un en dessous convient ; pas compté",
        ),
        Fate::Fails => ("fails", "too many outliers", "trop de cas isolés"),
        Fate::FailsAsSubset => (
            "fails-as-subset",
            "ruled out by fewer attributes; not counted",
            "exclu par moins d'attributs ; pas compté",
        ),
        Fate::Unsafe => (
            "unsafe",
            "would break a requirement",
            "manquerait une exigence",
        ),
        Fate::Worse => ("worse", "cannot be better", "ne peut pas être meilleur"),
        Fate::Skipped => ("skipped", "not looked at", "pas examiné"),
        Fate::Useless => ("useless", "nothing to gain", "rien à gagner"),
    };
    (id, say.pick(en, fr).to_owned())
}
