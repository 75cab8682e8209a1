//! Decisions that recode the table.

use bauta_methods::trace::{Candidate, Decision, Event, Fate, Figure, Rule, Template};

use super::{Speaker, Told};

/// A figure of the candidate that was chosen.
pub(super) fn chosen(event: &Event, wanted: Figure) -> Option<f64> {
    let chosen = event
        .candidates
        .iter()
        .find(|candidate| candidate.fate == Fate::Chosen)?;
    of(chosen, wanted)
}

fn of(candidate: &Candidate, wanted: Figure) -> Option<f64> {
    candidate
        .figures
        .iter()
        .find(|figure| figure.0 == wanted)
        .map(|figure| figure.1)
}

impl Speaker<'_> {
    pub(super) fn recoding(&self, event: &Event) -> Option<Told> {
        let (names, say) = (&self.names, self.say);
        Some(match &event.decision {
            Decision::Start => self.start(),
            Decision::Raise { qi, level, outliers, limit, rule } => {
                let (name, top) = (names.qi(*qi), names.height(*qi));
                let decision = say.pick(
                    format!("“{name}” goes up to level {level} of {top}."),
                    format!("« {name} » monte au niveau {level} sur {top}."),
                );
                let why = self.why_raised(event, name, (*outliers, *limit), *rule);
                Told::new(decision, format!("{why}{}", self.tied(event)))
            }
            Decision::LeaveOut { outliers, limit } => self.left_out(*outliers, *limit),
            Decision::SuppressCells { outliers, cells, rows, dropped } => self.starred((*outliers, *dropped), (*cells, *rows)),
            Decision::PutTogether { qi, part, smallest, rule } => {
                let (name, part) = (names.qi(*qi), names.part(*qi, part));
                let decision = say.pick(
                    format!("In “{name}”, everything under “{part}” becomes “{part}”."),
                    format!("Dans « {name} », tout ce qui est sous « {part} » devient « {part} »."),
                );
                Told::new(decision, self.why_together(event, *smallest, *rule))
            }
            Decision::Split { qi, part, smallest, rule } => {
                let (name, part) = (names.qi(*qi), names.part(*qi, part));
                let decision = say.pick(
                    format!("In “{name}”, “{part}” is split into its parts."),
                    format!("Dans « {name} », « {part} » est divisé en ses parties."),
                );
                Told::new(decision, self.why_split(event, *smallest, *rule))
            }
            Decision::NothingToSplit => Told::new(
                say.pick("Nothing more is split.", "Plus rien n'est divisé."),
                say.pick(
                    "Every split that is left would break a requirement, or would tell nothing about the class attribute.",
                    "Toute division restante manquerait une exigence, ou n'apprendrait rien sur l'attribut de classe.",
                ),
            ),
            Decision::CutRegion { qi, rank, sides, rule } => {
                let (cut, left, right) = (names.cut(*qi, *rank), say.rows(sides.0), say.rows(sides.1));
                let rows = say.rows(sides.0 + sides.1);
                let decision = say.pick(
                    format!("A region of {rows} is cut at {cut}: {left} on one side, {right} on the other."),
                    format!("Une région de {rows} est coupée à {cut} : {left} d'un côté, {right} de l'autre."),
                );
                Told::new(decision, self.why_cut(event, *rule))
            }
            Decision::KeepRegion { rows, least } => self.kept_region(*rows, *least),
            _ => return None,
        })
    }

    fn start(&self) -> Told {
        let say = self.say;
        let (en, fr) = match self.template {
            Template::TableRecoding if self.shown.smallest > 1 && self.shown.classes == 1 => (
                "Everything starts at its most general: all rows say the same, so nobody can be told apart.",
                "Tout commence au plus général : toutes les lignes disent la même chose, personne ne se distingue.",
            ),
            Template::TableRecoding => (
                "The table starts with its original values.",
                "La table commence avec ses valeurs d'origine.",
            ),
            Template::LatticeChoice
                if self
                    .shown
                    .levels
                    .as_ref()
                    .is_some_and(|levels| levels.iter().any(|&level| level > 0)) =>
            {
                (
                    "The most general combination of levels is good enough, so there is a solution. It is the first that is known.",
                    "La combinaison de niveaux la plus générale convient : il y a donc une solution. C'est la première connue.",
                )
            }
            Template::LatticeChoice => (
                "No combination of levels is chosen yet: the table has its original values.",
                "Aucune combinaison de niveaux n'est encore choisie : la table a ses valeurs d'origine.",
            ),
            Template::Partitioning => (
                "All rows are one region: everybody gets the same values, which say little.",
                "Toutes les lignes forment une région : chacun reçoit les mêmes valeurs, qui disent peu.",
            ),
            Template::Separation | Template::Aggregation => (
                "No row is in a group yet.",
                "Aucune ligne n'est encore dans un groupe.",
            ),
        };
        Told::new(
            say.pick(en, fr),
            say.pick("This is where it begins.", "C'est le point de départ."),
        )
    }

    fn why_raised(
        &self,
        event: &Event,
        name: &str,
        (outliers, limit): (u64, u64),
        rule: Rule,
    ) -> String {
        let (say, named) = (self.say, self.say.outliers(outliers));
        let rows = say.rows(limit);
        match rule {
            Rule::Told => say
                .pick("You named this step.", "Vous avez nommé ce pas.")
                .to_owned(),
            Rule::FewestOutliers => {
                let left = say.outliers(chosen(event, Figure::Outliers).unwrap_or(0.0) as u64);
                say.pick(
                    format!("There are {named}, more than the {rows} that can be treated cell by cell. Raising “{name}” leaves the fewest: {left}."),
                    format!("Il y a {named}, plus que les {rows} qu'on peut traiter cellule par cellule. Monter « {name} » en laisse le moins : {left}."),
                )
            }
            _ => {
                let values = chosen(event, Figure::DistinctValues).unwrap_or(0.0);
                say.pick(
                    format!("There are {named}, and no more than {rows} may be left out: something must become vaguer. “{name}” has the most different values ({values}), so it tells people apart best."),
                    format!("Il y a {named}, et on ne peut pas écarter plus de {rows} : quelque chose doit devenir plus vague. « {name} » a le plus de valeurs différentes ({values}) : c'est ce qui distingue le mieux les personnes."),
                )
            }
        }
    }

    /// What decided among equals, where there are some.
    fn tied(&self, event: &Event) -> &'static str {
        let best = event
            .candidates
            .iter()
            .find(|candidate| candidate.fate == Fate::Chosen);
        let equal = |other: &&Candidate| Some(&other.figures) == best.map(|best| &best.figures);
        match event.candidates.iter().filter(equal).count() {
            0 | 1 => "",
            _ => self.say.pick(
                " Of equals, the one named first.",
                " À égalité, le premier nommé.",
            ),
        }
    }

    fn left_out(&self, outliers: u64, limit: u64) -> Told {
        let (say, rows, most) = (self.say, self.say.rows(outliers), self.say.rows(limit));
        if outliers == 0 {
            return Told::new(
                say.pick(
                    "Nothing has to be left out: this is the release.",
                    "Rien n'est à écarter : voici la publication.",
                ),
                say.pick(
                    "Every class satisfies what is asked for.",
                    "Chaque classe satisfait ce qui est demandé.",
                ),
            );
        }
        let all_starred = self.shown.left_out == 0;
        let decision = if all_starred {
            say.pick(
                format!("{rows}: every quasi-identifier becomes *."),
                format!("{rows} : chaque quasi-identifiant devient *."),
            )
        } else {
            say.pick(
                format!("{rows} left out: this is the release."),
                format!("{rows} en moins : voici la publication."),
            )
        };
        Told::new(
            decision,
            say.pick(
                format!(
                    "Their classes still break a requirement, and up to {most} may be left out."
                ),
                format!(
                    "Leurs classes manquent encore une exigence, et on peut écarter jusqu'à {most}."
                ),
            ),
        )
    }

    fn starred(&self, (outliers, dropped): (u64, u64), (cells, rows): (u64, u64)) -> Told {
        let say = self.say;
        if outliers == 0 && cells == 0 {
            return self.left_out(0, 0);
        }
        let (named, rows) = (say.outliers(outliers), say.rows(rows));
        let cells = say.count(cells, ("cell", "cells"), ("cellule", "cellules"));
        let gone = if dropped > 0 {
            say.rows(dropped)
        } else {
            String::new()
        };
        let also = match dropped {
            0 => String::new(),
            _ => say.pick(
                format!(" {gone} cannot be saved and are left out."),
                format!(" {gone} ne peuvent être sauvées et sont écartées."),
            ),
        };
        Told::new(
            say.pick(format!("{cells} of {rows}: *.{also}"), format!("{cells} de {rows} : *.{also}")),
            say.pick(
                format!("{named} left: few enough to be treated cell by cell. These are the fewest cells that were found with which each of them is in a safe class."),
                format!("Reste {named} : assez peu pour être traités cellule par cellule. Ce sont les cellules les moins nombreuses trouvées avec lesquelles chacun est dans une classe sûre."),
            ),
        )
    }

    fn why_together(&self, event: &Event, smallest: u64, rule: Rule) -> String {
        let (say, rows) = (self.say, self.say.rows(smallest));
        if rule == Rule::Told {
            return say
                .pick("You named this step.", "Vous avez nommé ce pas.")
                .to_owned();
        }
        let lost = say.bits(chosen(event, Figure::InformationLoss).unwrap_or(0.0));
        let gained = say.rows(chosen(event, Figure::AnonymityGain).unwrap_or(0.0) as u64);
        say.pick(
            format!("The smallest class has {rows}, which is not safe yet. This step has the least score: {lost} are lost about the class attribute, and the smallest class gains {gained}."),
            format!("La plus petite classe a {rows} : ce n'est pas encore sûr. Ce pas a le plus petit score : {lost} de moins sur l'attribut de classe, et la plus petite classe gagne {gained}."),
        )
    }

    fn why_split(&self, event: &Event, smallest: u64, rule: Rule) -> String {
        let (say, rows) = (self.say, self.say.rows(smallest));
        if rule == Rule::Told {
            return say
                .pick("You named this step.", "Vous avez nommé ce pas.")
                .to_owned();
        }
        let gained = say.bits(chosen(event, Figure::InformationGain).unwrap_or(0.0));
        let lost = say.rows(chosen(event, Figure::AnonymityLoss).unwrap_or(0.0) as u64);
        say.pick(
            format!("The table stays safe, and this split has the best score: {gained} are gained about the class attribute, and the smallest class ({rows}) loses {lost}."),
            format!("La table reste sûre, et cette division a le meilleur score : {gained} de plus sur l'attribut de classe, et la plus petite classe ({rows}) perd {lost}."),
        )
    }

    fn why_cut(&self, event: &Event, rule: Rule) -> String {
        let say = self.say;
        let figure = |wanted: Figure| say.figure(chosen(event, wanted).unwrap_or(0.0));
        let bits = |wanted: Figure| say.bits(chosen(event, wanted).unwrap_or(0.0));
        match rule {
            Rule::Widest => say.pick(
                format!("Both sides are safe, and this quasi-identifier is the widest that can be cut here: its values take {} of the whole scale.", figure(Figure::Width)),
                format!("Les deux côtés sont sûrs, et ce quasi-identifiant est le plus étendu qu'on puisse couper ici : ses valeurs prennent {} de toute l'échelle.", figure(Figure::Width)),
            ),
            Rule::InOrder => say.pick(
                "Both sides are safe, and this is the first quasi-identifier that can be cut here.".to_owned(),
                "Les deux côtés sont sûrs, et c'est le premier quasi-identifiant qu'on puisse couper ici.".to_owned(),
            ),
            Rule::LeastEntropy => say.pick(
                format!("Of all cuts with two safe sides, this one leaves the target least mixed: {} of entropy.", bits(Figure::Entropy)),
                format!("De toutes les coupes à deux côtés sûrs, celle-ci laisse la cible la moins mélangée : {} d'entropie.", bits(Figure::Entropy)),
            ),
            Rule::LeastDeviance => say.pick(
                format!("Of all cuts with two safe sides, this one leaves the target nearest to its means: {} in squared deviations.", figure(Figure::Deviance)),
                format!("De toutes les coupes à deux côtés sûrs, celle-ci laisse la cible la plus proche de ses moyennes : {} en écarts au carré.", figure(Figure::Deviance)),
            ),
            _ => say.pick(
                format!("Of all cuts with two safe sides, this one leaves least to be lost: {}.", figure(Figure::RemainingLoss)),
                format!("De toutes les coupes à deux côtés sûrs, celle-ci laisse la plus petite perte : {}.", figure(Figure::RemainingLoss)),
            ),
        }
    }

    fn kept_region(&self, rows: u64, least: u64) -> Told {
        let (say, named) = (self.say, self.say.rows(rows));
        let least_rows = say.rows(least);
        let decision = say.pick(
            format!("A region of {named} is final."),
            format!("Une région de {named} est finale."),
        );
        let why = if rows < 2 * least {
            say.pick(
                format!("It is too small to be cut: both sides would need at least {least_rows}."),
                format!("Elle est trop petite pour être coupée : il faudrait au moins {least_rows} de chaque côté."),
            )
        } else {
            say.pick(
                "Every cut would leave a side that breaks a requirement, or there is nothing to cut.".to_owned(),
                "Toute coupe laisserait un côté qui manque une exigence, ou il n'y a rien à couper.".to_owned(),
            )
        };
        Told::new(decision, why)
    }
}
