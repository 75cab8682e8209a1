//! Decisions of searches over a lattice.

use bauta_methods::trace::{Decision, Event, Fate, Rule};

use super::{Speaker, Told};

/// How many candidates met a fate.
fn met(event: &Event, fates: &[Fate]) -> u64 {
    event
        .candidates
        .iter()
        .filter(|candidate| fates.contains(&candidate.fate))
        .count() as u64
}

impl Speaker<'_> {
    pub(super) fn search(&self, event: &Event) -> Option<Told> {
        let (names, say) = (&self.names, self.say);
        Some(match &event.decision {
            Decision::LargerClasses { least } => Told::new(
                say.pick(format!("Classes of at least {least} rows are asked for."), format!("On demande des classes d'au moins {least} lignes.")),
                say.pick(
                    "What is asked about the whole release does not hold with smaller classes.",
                    "Ce qui est demandé sur la publication entière n'est pas tenu avec des classes plus petites.",
                ),
            ),
            Decision::TryHeight { low, high, height, solved } => self.height(event, (*low, *high, *height), *solved),
            Decision::TrySubset { qis, nodes } => {
                let subset = say.listed(&qis.iter().map(|&qi| format!("“{}”", names.qi(qi))).collect::<Vec<_>>());
                let subset = if say.french { subset.replace('“', "« ").replace('”', " »") } else { subset };
                let alone = qis.len() < names.prepared.qis.len();
                let decision = if alone { say.pick(format!("The levels of {subset} by themselves are looked at."), format!("On examine les niveaux de {subset} à part.")) } else { say.pick(format!("The levels of {subset} together are looked at."), format!("On examine les niveaux de {subset} ensemble.")) };
                Told::new(decision, self.why_subset(event, *nodes))
            }
            Decision::TryLevels { qi, given, best } => self.levels(names.qi(*qi), given, *best),
            Decision::TryNeighbours { node, best } => Told::new(
                say.pick(
                    format!("The neighbours of {} are looked at.", names.full_node(node)),
                    format!("On examine les voisines de {}.", names.full_node(node)),
                ),
                say.pick(
                    format!("It is the best combination whose neighbours are not known yet. The best so far loses {}.", say.figure(*best)),
                    format!("C'est la meilleure combinaison dont les voisines ne sont pas connues. La meilleure jusqu'ici perd {}.", say.figure(*best)),
                ),
            ),
            Decision::ChooseNode { node, rule } => self.choice(event, &names.full_node(node), *rule),
            _ => return None,
        })
    }

    fn height(
        &self,
        event: &Event,
        (low, high, height): (usize, usize, usize),
        solved: bool,
    ) -> Told {
        let (say, names) = (self.say, &self.names);
        let nodes = say.count(
            event.candidates.len() as u64,
            ("combination", "combinations"),
            ("combinaison", "combinaisons"),
        );
        let between = say.pick(
            format!("The least height with a solution lies between {low} and {high}; {height} is in the middle."),
            format!("La plus petite hauteur qui a une solution est entre {low} et {high} ; {height} est au milieu."),
        );
        let first = event
            .candidates
            .iter()
            .find(|candidate| candidate.fate == Fate::Solves);
        let found = first
            .map(|candidate| names.subject(&candidate.what))
            .unwrap_or_default();
        if solved {
            Told::new(
                say.pick(
                    format!("Height {height} is enough: {found} is good enough."),
                    format!("La hauteur {height} suffit : {found} convient."),
                ),
                say.pick(
                    format!("{between} One good one among its {nodes} is enough to go on below."),
                    format!(
                        "{between} Une bonne parmi ses {nodes} suffit pour continuer plus bas."
                    ),
                ),
            )
        } else {
            Told::new(
                say.pick(format!("Height {height} is not enough."), format!("La hauteur {height} ne suffit pas.")),
                say.pick(
                    format!("{between} Each of its {nodes} leaves too many outliers, so the search goes on above."),
                    format!("{between} Chacune de ses {nodes} laisse trop de cas isolés : on continue plus haut."),
                ),
            )
        }
    }

    fn why_subset(&self, event: &Event, nodes: usize) -> String {
        let say = self.say;
        let all = say.count(
            nodes as u64,
            ("combination", "combinations"),
            ("combinaison", "combinaisons"),
        );
        let told = |fate: Fate, en: (&str, &str), fr: (&str, &str)| {
            let count = met(event, &[fate]);
            (count > 0).then(|| say.count(count, en, fr))
        };
        let parts = [
            told(
                Fate::FailsAsSubset,
                (
                    "is ruled out because a smaller part of it fails",
                    "are ruled out because a smaller part of them fails",
                ),
                (
                    "est exclue parce qu'une partie plus petite échoue",
                    "sont exclues parce qu'une partie plus petite échoue",
                ),
            ),
            told(
                Fate::SolvesAsBelow,
                (
                    "is good because one below it is",
                    "are good because one below them is",
                ),
                (
                    "convient parce qu'une en dessous convient",
                    "conviennent parce qu'une en dessous convient",
                ),
            ),
            told(
                Fate::Solves,
                (
                    "was counted and is good enough",
                    "were counted and are good enough",
                ),
                (
                    "a été comptée et convient",
                    "ont été comptées et conviennent",
                ),
            ),
            told(
                Fate::Fails,
                (
                    "was counted and leaves too many outliers",
                    "were counted and leave too many outliers",
                ),
                (
                    "a été comptée et laisse trop de cas isolés",
                    "ont été comptées et laissent trop de cas isolés",
                ),
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let parts = say.listed(&parts);
        say.pick(
            format!("Of {all}, {parts}."),
            format!("Sur {all}, {parts}."),
        )
    }

    fn levels(&self, name: &str, given: &[Option<u8>], best: Option<f64>) -> Told {
        let (say, names) = (self.say, &self.names);
        let beside = if given.iter().any(Option::is_some) {
            say.pick(
                format!(", beside {}", names.node(given)),
                format!(", à côté de {}", names.node(given)),
            )
        } else {
            String::new()
        };
        let decision = say.pick(
            format!("The levels of “{name}” are tried{beside}."),
            format!("On essaie les niveaux de « {name} »{beside}."),
        );
        let why = match best {
            Some(best) => say.pick(
                format!("The best combination so far loses {}. Levels that must lose more, or leave too many outliers whatever the other columns say, are not followed.", say.figure(best)),
                format!("La meilleure combinaison jusqu'ici perd {}. Les niveaux qui perdent forcément plus, ou laissent trop de cas isolés quoi que disent les autres colonnes, ne sont pas suivis.", say.figure(best)),
            ),
            None => say.pick(
                "No safe combination is known yet. Levels that leave too many outliers, whatever the other columns say, are not followed.".to_owned(),
                "Aucune combinaison sûre n'est encore connue. Les niveaux qui laissent trop de cas isolés, quoi que disent les autres colonnes, ne sont pas suivis.".to_owned(),
            ),
        };
        Told::new(decision, why)
    }

    fn choice(&self, event: &Event, node: &str, rule: Rule) -> Told {
        let say = self.say;
        let count = say.count(
            event.candidates.len() as u64,
            ("combination", "combinations"),
            ("combinaison", "combinaisons"),
        );
        let why = match (rule, event.candidates.len()) {
            (_, 1) if rule == Rule::LeastLoss => say.pick(
                "It is the combination that loses least of all that are good enough.".to_owned(),
                "De toutes les combinaisons qui conviennent, c'est celle qui perd le moins.".to_owned(),
            ),
            (Rule::First, _) => say.pick(
                format!("It is the first of {count} in the order of levels, as you asked."),
                format!("C'est la première de {count} dans l'ordre des niveaux, comme vous l'avez demandé."),
            ),
            (Rule::FewestSteps, _) => say.pick(
                format!("Of {count} that are good enough, it has the fewest steps."),
                format!("De {count} qui conviennent, elle a le moins de pas."),
            ),
            _ => say.pick(
                format!("Of {count} that are left, it loses least."),
                format!("De {count} qui restent, elle perd le moins."),
            ),
        };
        Told::new(
            say.pick(
                format!("{node} is chosen; now the table is recoded."),
                format!("{node} : c'est le choix ; la table est maintenant recodée."),
            ),
            why,
        )
    }
}
