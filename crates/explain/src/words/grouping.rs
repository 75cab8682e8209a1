//! Decisions about groups of rows and of columns.

use bauta_methods::trace::{Decision, Event, Grouping};

use super::{Speaker, Told};

impl Speaker<'_> {
    pub(super) fn grouping(&self, event: &Event) -> Option<Told> {
        let (names, say) = (&self.names, self.say);
        Some(match &event.decision {
            Decision::FormGroup { group, rows, why } => {
                let (number, rows) = (group + 1, names.rows(rows));
                Told::new(
                    say.pick(format!("Rows {rows} become group {number}."), format!("Les lignes {rows} forment le groupe {number}.")),
                    self.why_group(*why),
                )
            }
            Decision::JoinGroup { row, group, why } => {
                let (row, number) = (names.row(*row), group + 1);
                Told::new(
                    say.pick(format!("Row {row} joins group {number}."), format!("La ligne {row} rejoint le groupe {number}.")),
                    self.why_group(*why),
                )
            }
            Decision::PairGroups { before, after } => Told::new(
                say.pick(format!("Groups are joined in pairs: {before} become {after}."), format!("Les groupes sont réunis par paires : {before} deviennent {after}.")),
                say.pick("Some of them break a requirement; two together keep the bound on their values.", "Certains manquent une exigence ; deux réunis gardent la borne sur leurs valeurs."),
            ),
            Decision::WeighLine { size } => Told::new(
                say.pick("All ways to cut the sorted line of values are weighed.", "On pèse toutes les façons de couper la ligne triée des valeurs."),
                say.pick(
                    format!("For each place of the line, the best last group of {size} rows or more is kept; the best way to the end is read off backwards."),
                    format!("Pour chaque place de la ligne on garde le meilleur dernier groupe d'au moins {size} lignes ; le meilleur chemin se lit depuis la fin."),
                ),
            ),
            Decision::Aggregate { by, attributes } => self.aggregated(by, attributes),
            Decision::PartTables { groups } => Told::new(
                say.pick("Two tables are published that share only the group.", "Deux tables sont publiées, qui n'ont que le groupe en commun."),
                say.pick(
                    format!("Whoever finds a person in one of the {groups} groups finds several sensitive values there, none too frequent."),
                    format!("Qui trouve une personne dans l'un des {groups} groupes y trouve plusieurs valeurs sensibles, aucune trop fréquente."),
                ),
            ),
            _ => return self.slicing(event),
        })
    }

    fn slicing(&self, event: &Event) -> Option<Told> {
        let (names, say) = (&self.names, self.say);
        Some(match &event.decision {
            Decision::JoinColumns { strength, least } => {
                let chosen = event.candidates.iter().find(|candidate| candidate.fate == bauta_methods::trace::Fate::Chosen);
                let pair = chosen.map(|chosen| names.subject(&chosen.what)).unwrap_or_default();
                Told::new(
                    say.pick(format!("{pair}: these columns stay together."), format!("{pair} : ces colonnes restent ensemble.")),
                    say.pick(
                        format!("Their link is the strongest, {}, and at least {}.", say.figure(*strength), say.figure(*least)),
                        format!("Leur lien est le plus fort, {}, et au moins {}.", say.figure(*strength), say.figure(*least)),
                    ),
                )
            }
            Decision::KeepColumns { groups, least } => {
                let groups: Vec<String> = groups.iter().map(|group| names.columns(group)).collect();
                let groups = groups.join(" | ");
                Told::new(
                    say.pick(format!("The column groups are: {groups}."), format!("Les groupes de colonnes sont : {groups}.")),
                    say.pick(
                        format!("No other link is at least {}, or groups are as wide as they may be. The sensitive column stands apart.", say.figure(*least)),
                        format!("Aucun autre lien n'atteint {}, ou les groupes sont aussi larges que permis. La colonne sensible est à part.", say.figure(*least)),
                    ),
                )
            }
            Decision::CutBucket { qi, sides } => {
                let (name, left, right) = (names.qi(*qi), say.rows(sides.0), say.rows(sides.1));
                Told::new(
                    say.pick(format!("A bucket is cut at the median of “{name}”: {left} and {right}."), format!("Un paquet est coupé à la médiane de « {name} » : {left} et {right}.")),
                    say.pick(
                        "Of the quasi-identifiers whose halves are both safe, it has the most different values in the bucket.",
                        "Des quasi-identifiants dont les deux moitiés sont sûres, c'est celui qui a le plus de valeurs différentes dans le paquet.",
                    ),
                )
            }
            Decision::KeepBucket { rows } => {
                let rows = say.rows(*rows);
                Told::new(
                    say.pick(format!("A bucket of {rows} is final."), format!("Un paquet de {rows} est final.")),
                    say.pick("No half of it would be safe.", "Aucune de ses moitiés ne serait sûre."),
                )
            }
            Decision::Shuffle => Told::new(
                say.pick("Each column group is shuffled inside each bucket.", "Chaque groupe de colonnes est mélangé dans chaque paquet."),
                say.pick(
                    "Who knows a person's row finds the bucket, but no longer which sensitive value was in the row.",
                    "Qui connaît la ligne d'une personne trouve le paquet, mais plus la valeur sensible qui était sur la ligne.",
                ),
            ),
            _ => return None,
        })
    }

    fn why_group(&self, why: Grouping) -> String {
        let names = &self.names;
        let (en, fr) = match why {
            Grouping::MostFrequent => (
                "One row of each of the sensitive values with the most rows left, drawn by chance: so all of them get rid of their rows evenly.".to_owned(),
                "Une ligne de chacune des valeurs sensibles qui ont le plus de lignes restantes, tirée au sort : elles se vident ainsi toutes également.".to_owned(),
            ),
            Grouping::FirstWithout => (
                "It was left over; this is the first group that has not its sensitive value yet.".to_owned(),
                "Elle restait ; c'est le premier groupe qui n'a pas encore sa valeur sensible.".to_owned(),
            ),
            Grouping::InTurn => (
                "Its sensitive value is missing; such rows go to the groups in turn.".to_owned(),
                "Sa valeur sensible manque ; de telles lignes vont aux groupes à tour de rôle.".to_owned(),
            ),
            Grouping::FarFromCentre(row) => {
                let row = names.row(row);
                (
                    format!("Row {row} is farthest from the centre of the rows that are left: it is the hardest to place. The others are nearest to it."),
                    format!("La ligne {row} est la plus loin du centre des lignes restantes : c'est la plus difficile à placer. Les autres en sont les plus proches."),
                )
            }
            Grouping::FarFromFirst(row) => {
                let row = names.row(row);
                (
                    format!("Row {row} is farthest from the row that the last group was formed around. The others are nearest to it."),
                    format!("La ligne {row} est la plus loin de celle autour de laquelle s'est formé le dernier groupe. Les autres en sont les plus proches."),
                )
            }
            Grouping::Rest => (
                "Too few rows are left for two groups: they are the last one.".to_owned(),
                "Il reste trop peu de lignes pour deux groupes : elles forment le dernier.".to_owned(),
            ),
            Grouping::NearerThanOthers => (
                "It is nearer to this group than to the other rows that are left.".to_owned(),
                "Elle est plus proche de ce groupe que des autres lignes restantes.".to_owned(),
            ),
            Grouping::Nearest => ("It was left over, and this group is the nearest.".to_owned(), "Elle restait, et ce groupe est le plus proche.".to_owned()),
            Grouping::Neighbours => ("They follow each other in the order of values.".to_owned(), "Elles se suivent dans l'ordre des valeurs.".to_owned()),
            Grouping::Cheapest => (
                "It is part of the way to cut the line with the least squared deviations.".to_owned(),
                "C'est une part de la coupe de la ligne qui a le moins d'écarts au carré.".to_owned(),
            ),
            Grouping::SameClass => ("They have the same quasi-identifiers.".to_owned(), "Elles ont les mêmes quasi-identifiants.".to_owned()),
        };
        self.say.pick(en, fr)
    }

    fn aggregated(&self, by: &str, attributes: &[usize]) -> Told {
        let (names, say) = (&self.names, self.say);
        let columns: Vec<String> = attributes
            .iter()
            .map(|&index| names.attribute(index).to_owned())
            .collect();
        let columns = say.listed(&columns);
        let (en, fr) = match by {
            "median" => ("median", "la médiane"),
            "mode" => ("most frequent value", "la valeur la plus fréquente"),
            _ => (
                "mean (words: the most frequent one)",
                "la moyenne (mots : le plus fréquent)",
            ),
        };
        Told::new(
            say.pick(
                format!("In {columns}, each value becomes its group's {en}."),
                format!("Dans {columns}, chaque valeur devient {fr} de son groupe."),
            ),
            say.pick(
                "All rows of a group now say the same there; on average nothing changes.",
                "Toutes les lignes d'un groupe y disent maintenant la même chose ; en moyenne rien ne change.",
            ),
        )
    }
}
