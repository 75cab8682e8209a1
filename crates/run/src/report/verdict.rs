//! What a release comes to, in plain language: who is protected from what, at which price, and what is not covered.

use bauta_privacy::risk::KReading;
use bauta_privacy::{ReleaseVerdict, Reservation, RiskChange, SurveyVerdict, VerdictLevel};

use super::account::Account;
use bauta_documents::{Block, Tone, number, percent, whole};
use bauta_messages::french::sentence;

/// The verdict of a run, in a language (`en` or `fr`).
pub(crate) fn verdict(account: &Account, language: &str) -> Block {
    match &account.report.nearest_miss {
        Some(miss) => {
            let missing: Vec<String> = miss
                .missing
                .iter()
                .map(|text| sentence(language, text))
                .collect();
            let words = Words { language };
            Block::Verdict {
                tone: Tone::Bad,
                headline: words
                    .say(
                        "Nothing was released: the target cannot be reached",
                        "Rien n'a été publié : l'objectif est hors d'atteinte",
                    )
                    .to_owned(),
                sentences: vec![
                    format!(
                        "{} {}",
                        words.say("Nearest attempt:", "Tentative la plus proche :"),
                        sentence(language, &miss.attempt)
                    ),
                    format!(
                        "{} {}",
                        words.say("It misses:", "Il y manque :"),
                        missing.join(", ")
                    ),
                    sentence(language, &miss.advice),
                ],
            }
        }
        None => released(account, &Words { language }),
    }
}

struct Words<'l> {
    language: &'l str,
}

impl Words<'_> {
    fn say(&self, en: &'static str, fr: &'static str) -> &'static str {
        if self.language == "fr" { fr } else { en }
    }

    fn whole(&self, value: u64) -> String {
        whole(self.language, value)
    }

    fn percent(&self, share: f64) -> String {
        percent(self.language, share)
    }
}

fn released(account: &Account, words: &Words<'_>) -> Block {
    let Some(assessment) = &account.report.assessment else {
        return Block::Verdict {
            tone: Tone::Bad,
            headline: words
                .say(
                    "The release was not assessed",
                    "La publication n'a pas été évaluée",
                )
                .to_owned(),
            sentences: Vec::new(),
        };
    };
    let mut sentences = Vec::new();
    if account.report.quasi_identifiers > 0 {
        sentences.extend(hidden(account, words));
        sentences.extend(diverse(account, words));
        sentences.push(before(account, words));
    }
    let reservations = assessment.verdict.reservations.iter();
    let untold = reservations.filter(|it| !is_told_by_card(it));
    sentences.extend(untold.map(|it| reservation(it, words.language)));
    sentences.extend(
        assessment
            .verdict
            .survey
            .iter()
            .flat_map(|it| survey(it, words)),
    );
    sentences.extend(price(account, words));
    sentences.push(limits(account, words));
    Block::Verdict {
        tone: match assessment.verdict.level {
            VerdictLevel::Good => Tone::Good,
            VerdictLevel::Mixed => Tone::Mixed,
            VerdictLevel::Bad => Tone::Bad,
        },
        headline: released_headline(&assessment.verdict, words).to_owned(),
        sentences,
    }
}

/// What survey weights and households say, as sentences.
fn survey(it: &SurveyVerdict, words: &Words<'_>) -> Vec<String> {
    let french = words.language == "fr";
    let before = |change: &RiskChange| match change.before {
        Some(share) if french => format!(" (avant : {})", words.percent(share)),
        Some(share) => format!(" (before: {})", words.percent(share)),
        None => String::new(),
    };
    let mut sentences = Vec::new();
    if let (Some(expected), Some(change)) = (it.expected, &it.individual) {
        let expected = number(words.language, expected, 2);
        let (share, before) = (words.percent(change.after), before(change));
        sentences.push(match french {
            true => format!("D'après les poids de sondage, on s'attend à retrouver {expected} personnes : {share} de celles de la publication{before}."),
            false => format!("By the survey weights, {expected} people can be expected to be found: {share} of those in the release{before}."),
        });
    }
    if let Some(change) = &it.household {
        let (risk, before) = (words.percent(change.after), before(change));
        sentences.push(match french {
            true => format!("Le ménage le plus facile à retrouver a un risque de {risk}{before}."),
            false => format!("The household that is easiest to find has a risk of {risk}{before}."),
        });
    }
    sentences
}

/// Whether the headline or the sentence about classes of the verdict card says it already.
fn is_told_by_card(it: &Reservation) -> bool {
    matches!(
        it,
        Reservation::NothingAsked
            | Reservation::SmallClasses { .. }
            | Reservation::ExactQuasiIdentifiers { .. }
    )
}

fn released_headline(verdict: &ReleaseVerdict, words: &Words<'_>) -> &'static str {
    if verdict.level == VerdictLevel::Mixed
        && verdict.reservations.contains(&Reservation::NothingAsked)
    {
        return words.say(
            "The table was changed as you asked; no target was set",
            "La table a été modifiée comme demandé ; aucun objectif n'était fixé",
        );
    }
    headline(verdict.level, words.language)
}

/// The headline of a verdict, for one table or several, in a language (`en` or `fr`).
pub(crate) fn headline(level: VerdictLevel, language: &str) -> &'static str {
    let words = Words { language };
    match level {
        VerdictLevel::Good => words.say(
            "Everything that was asked for holds",
            "Tout ce qui était demandé est respecté",
        ),
        VerdictLevel::Mixed => words.say(
            "Everything that was asked for holds, with reservations",
            "Tout ce qui était demandé est respecté, avec des réserves",
        ),
        VerdictLevel::Bad => words.say(
            "Not everything that was asked for holds",
            "Tout ce qui était demandé n'est pas respecté",
        ),
    }
}

/// What speaks against a release, as a sentence.
pub(crate) fn reservation(it: &Reservation, language: &str) -> String {
    let words = Words { language };
    match it {
        Reservation::NothingAsked => words
            .say(
                "No privacy target was set: the table was changed as you asked, and nothing is promised about it. Ask for k-anonymity (-k 5), for example.",
                "Aucun objectif de protection n'est fixé : la table a été modifiée comme demandé, et rien n'est promis. Demandez par exemple le k-anonymat (-k 5).",
            )
            .to_owned(),
        Reservation::SmallClasses { k } => small_classes(*k, language),
        Reservation::ExactQuasiIdentifiers { highest_risk } => {
            let risk = words.percent(*highest_risk);
            match language {
                "fr" => format!(
                    "Ce n'est pas du k-anonymat : les quasi-identifiants sont publiés tels quels, et la ligne d'une personne se retrouve dans {risk} des cas au plus."
                ),
                _ => format!(
                    "This is not k-anonymity: quasi-identifiers are published as they are, and a person's row is found in up to {risk} of cases."
                ),
            }
        }
        Reservation::NoQuasiIdentifier => words
            .say(
                "No quasi-identifier is named, so nothing is known about how well anybody is hidden.",
                "Aucun quasi-identifiant n'est nommé : on ne sait rien de la façon dont chacun est caché.",
            )
            .to_owned(),
        Reservation::UnprotectedAttribute {
            attribute,
            certain,
            confidence,
        } => {
            let (certain, confidence) = (words.percent(*certain), words.percent(*confidence));
            match language {
                "fr" => format!(
                    "Rien n'est demandé pour l'attribut sensible « {attribute} » : un attaquant qui connaît les quasi-identifiants d'une personne apprend avec certitude sa valeur pour {certain} des lignes, et peut en être sûr jusqu'à {confidence}. Demandez par exemple la l-diversité (-l 2)."
                ),
                _ => format!(
                    "Nothing is asked for the sensitive attribute \"{attribute}\": an attacker who knows a person's quasi-identifiers learns its value with certainty for {certain} of the rows, and can be up to {confidence} sure of it. Ask for l-diversity (-l 2), for example."
                ),
            }
        }
        Reservation::NearlyCertain {
            attribute,
            confidence,
        } => {
            let confidence = words.percent(*confidence);
            match language {
                "fr" => format!(
                    "Ce qui est demandé pour « {attribute} » est respecté, mais un attaquant qui connaît les quasi-identifiants d'une personne peut être sûr de sa valeur jusqu'à {confidence}. Demandez aussi la t-proximité (-t 0.3) ou un l récursif, par exemple."
                ),
                _ => format!(
                    "What is asked for \"{attribute}\" holds, but an attacker who knows a person's quasi-identifiers can be up to {confidence} sure of the value. Ask for t-closeness (-t 0.3) or recursive diversity as well, for example."
                ),
            }
        }
        Reservation::HardlyAnythingLeft { lost } => {
            let lost = words.percent(*lost);
            match language {
                "fr" => format!(
                    "{lost} de l'information des quasi-identifiants est perdue : ils n'apprennent presque plus rien. Demandez moins, donnez des hiérarchies, ou choisissez une autre méthode."
                ),
                _ => format!(
                    "{lost} of the information of the quasi-identifiers is lost: hardly anything can be learnt from them. Ask for less, give hierarchies, or choose another method."
                ),
            }
        }
    }
}

/// What it means that the smallest class has few people.
fn small_classes(k: u64, language: &str) -> String {
    let usual = usual(KReading::of(k), language);
    match (k, language) {
        (0 | 1, "fr") => "Au moins une ligne est seule à avoir ses quasi-identifiants : qui connaît ceux de cette personne retrouve sa ligne à coup sûr.".to_owned(),
        (0 | 1, _) => "At least one row is the only one with its quasi-identifiers: somebody who knows those of that person finds the row for certain.".to_owned(),
        (k, "fr") => format!("La plus petite classe est de taille {k}. {usual}"),
        (k, _) => format!("The smallest class is of size {k}. {usual}"),
    }
}

/// What is usually thought of a smallest class.
fn usual(reading: KReading, language: &str) -> &'static str {
    match (reading, language) {
        (KReading::Bad, "fr") => "Moins de 5 est insuffisant pour une diffusion publique.",
        (KReading::Mediocre, "fr") => "De 5 à 9 est médiocre pour une diffusion publique.",
        (KReading::Satisfactory, "fr") => "C'est satisfaisant.",
        (KReading::VerySatisfactory, "fr") => "C'est très satisfaisant.",
        (KReading::Bad, _) => "Below 5 is bad for a public release.",
        (KReading::Mediocre, _) => "From 5 to 9 is mediocre for a public release.",
        (KReading::Satisfactory, _) => "That is satisfactory.",
        (KReading::VerySatisfactory, _) => "That is very satisfactory.",
    }
}

/// Among how many others everybody is hidden.
fn hidden(account: &Account, words: &Words<'_>) -> Option<String> {
    let after = account.after.as_ref()?;
    if let Some(exact) = exact_rows(account, words) {
        return Some(exact);
    }
    let (k, risk) = (words.whole(after.k), words.percent(after.prosecutor.max));
    let usual = usual(after.k_reading, words.language);
    Some(match words.language {
        "fr" if account.counts_people() => format!(
            "Chaque combinaison publiée de quasi-identifiants est celle d'au moins {k} personnes : un attaquant qui connaît ceux d'une personne \
             et sait qu'elle est dans la table désigne ses lignes dans {risk} des cas au plus. {usual}"
        ),
        _ if account.counts_people() => format!(
            "Every released combination of quasi-identifiers is that of at least {k} people: an attacker who knows those of a person, and that \
             the person is in the table, picks the person's rows in at most {risk} of cases. {usual}"
        ),
        "fr" => format!(
            "Chaque ligne publiée partage ses quasi-identifiants avec au moins {k} lignes en tout : qui connaît ceux d'une personne et sait \
             qu'elle est dans la table trouve la bonne ligne dans {risk} des cas au plus. {usual}"
        ),
        _ => format!(
            "Every released row has its quasi-identifiers in common with at least {k} rows in all: somebody who knows those of a person, and that \
             the person is in the table, picks the right row in at most {risk} of cases. {usual}"
        ),
    })
}

/// What is hidden where quasi-identifiers are published as they are.
fn exact_rows(account: &Account, words: &Words<'_>) -> Option<String> {
    let assessment = account.report.assessment.as_ref()?;
    let size = words.whole(assessment.privacy.bucket_size?);
    let (k, risk) = (
        words.whole(assessment.privacy.k),
        words.percent(assessment.risk.prosecutor.max),
    );
    Some(match words.language {
        "fr" => format!(
            "Les quasi-identifiants sont publiés tels quels : la plus petite classe a {k} ligne(s), et la ligne d'une personne se retrouve dans {risk} \
             des cas au plus. Ce n'est pas du k-anonymat. Ce qui est caché, c'est seulement à laquelle de {size} lignes au moins appartient chaque \
             valeur sensible."
        ),
        _ => format!(
            "Quasi-identifiers are published as they are: the smallest class has {k} row(s), and a person's row is found in up to {risk} of cases. \
             This is not k-anonymity. What is hidden is only which of at least {size} rows each sensitive value belongs to."
        ),
    })
}

/// How diverse the sensitive values are.
fn diverse(account: &Account, words: &Words<'_>) -> Vec<String> {
    let l = account
        .report
        .assessment
        .iter()
        .flat_map(|measures| &measures.privacy.l);
    let told = l.map(|(attribute, &l)| match (l, words.language) {
        (1, "fr") => format!(
            "Il y a un groupe où tous ont la même valeur de « {attribute} » : elle y est révélée sans qu'on retrouve personne."
        ),
        (1, _) => format!(
            "There is a group in which all have the same value of \"{attribute}\": it is disclosed there without finding anybody."
        ),
        (l, "fr") => format!("Dans chaque groupe « {attribute} » prend au moins {l} valeurs différentes."),
        (l, _) => format!("In every group \"{attribute}\" has at least {l} different values."),
    });
    told.collect()
}

fn before(account: &Account, words: &Words<'_>) -> String {
    let before = &account.before;
    let (uniques, rows) = (words.whole(before.uniques), words.whole(before.rows));
    let (k, share) = (
        words.whole(before.k),
        words.percent(before.uniques as f64 / before.rows.max(1) as f64),
    );
    match words.language {
        "fr" if account.counts_people() => format!(
            "Avant : taille de la plus petite classe : {k} ; personnes seules dans une classe : {uniques} sur {rows} ({share}), chacune \
             comptée une fois dans chacune de ses classes."
        ),
        _ if account.counts_people() => format!(
            "Before: size of the smallest class: {k}; people alone in a class: {uniques} of {rows} ({share}), each counted once in each of \
             their classes."
        ),
        "fr" => format!(
            "Avant : la plus petite classe avait {k} ligne(s), et {uniques} des {rows} lignes ({share}) étaient seules dans leur classe."
        ),
        _ => format!(
            "Before: the smallest class had {k} row(s), and {uniques} of {rows} rows ({share}) were alone in their class."
        ),
    }
}

/// What it cost.
fn price(account: &Account, words: &Words<'_>) -> Option<String> {
    let measures = account.report.assessment.as_ref()?;
    let gone = words.whole(measures.suppressed_rows);
    let share =
        words.percent(measures.suppressed_rows as f64 / account.report.original_rows.max(1) as f64);
    let loss = measures.utility.lost().map(|loss| words.percent(loss));
    Some(match (loss, words.language) {
        (Some(loss), "fr") => {
            format!(
                "Le prix : {gone} lignes écartées ({share}) et {loss} de l'information des quasi-identifiants."
            )
        }
        (Some(loss), _) => {
            format!(
                "The price: {gone} rows left out ({share}) and {loss} of the information in the quasi-identifiers."
            )
        }
        (None, "fr") => format!("Le prix : {gone} lignes écartées ({share})."),
        (None, _) => format!("The price: {gone} rows left out ({share})."),
    })
}

/// The attributes that the method or a step before it was told to change.
fn changed(account: &Account) -> Vec<String> {
    let report = &account.report;
    let steps = report.steps.iter();
    let steps = steps.map(|step| (&step.method, &step.parameters));
    let all = steps.chain([(&report.method, &report.parameters)]);
    all.filter_map(|(method, parameters)| Some((bauta_methods::find(method).ok()?, parameters)))
        .flat_map(|(own, parameters)| own.descriptor().changed_attributes(parameters))
        .collect()
}

/// What no figure above covers.
fn limits(account: &Account, words: &Words<'_>) -> String {
    let changed = changed(account);
    let kept = account
        .roles
        .iter()
        .filter(|(name, role)| *role == "insensitive" && !changed.contains(name));
    let kept: Vec<&str> = kept.map(|(name, _)| name.as_str()).collect();
    let also = match (kept.is_empty(), words.language) {
        (true, _) => String::new(),
        (false, "fr") => {
            format!(
                " Publiés tels quels, et donc supposés inconnus de tout attaquant : {}.",
                kept.join(", ")
            )
        }
        (false, _) => {
            format!(
                " Published as they are, and so taken to be unknown to any attacker: {}.",
                kept.join(", ")
            )
        }
    };
    match words.language {
        "fr" => format!(
            "Cela vaut si les rôles sont justes : un attribut connu d'un attaquant et non déclaré quasi-identifiant n'est pas protégé.{also}"
        ),
        _ => format!(
            "This holds if the roles are right: an attribute that an attacker knows and that is not declared a quasi-identifier is not protected.{also}"
        ),
    }
}
