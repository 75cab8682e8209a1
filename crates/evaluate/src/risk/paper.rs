//! The risk of a table as a document for people.

use std::path::Path;

use bauta_privacy::risk::{Band, RiskReading, Uniqueness};

use super::RiskReport;
use bauta_documents::{Bars, Block, Document, Tone, number, percent, whole, written};
use bauta_messages::Result;
use bauta_messages::french::sentence;
use bauta_run::report::{risk_label, size_label};

impl RiskReport {
    /// The report as a file whose name ends in `.html`, `.md` or `.json`, in a language (`en` or `fr`).
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn text(&self, path: &Path, language: &str) -> Result<String> {
        written(path, self, &document(self, language))
    }
}

fn document(report: &RiskReport, language: &str) -> Document {
    let (tone, headline) = match report.verdict.reading {
        RiskReading::Low => (Tone::Good, "low risk"),
        RiskReading::Medium => (Tone::Mixed, "medium risk"),
        RiskReading::High => (Tone::Bad, "high risk"),
    };
    let mut headline: Vec<char> = sentence(language, headline).chars().collect();
    headline
        .iter_mut()
        .take(1)
        .for_each(|first| *first = first.to_ascii_uppercase());
    let sentences = report
        .verdict
        .sentences
        .iter()
        .map(|text| sentence(language, text))
        .collect();
    let mut paper = Document {
        language: language.to_owned(),
        title: if language == "fr" {
            "Risque de ré-identification"
        } else {
            "Risk of re-identification"
        }
        .to_owned(),
        subtitle: format!("{} · {}", report.input, report.quasi_identifiers.join(", ")),
        blocks: vec![Block::Verdict {
            tone,
            headline: headline.into_iter().collect(),
            sentences,
        }],
        footer: format!("Bauta {}", report.bauta),
    };
    quick(&mut paper, report);
    classes(&mut paper, report);
    people(&mut paper, report);
    attributes(&mut paper, report);
    special(&mut paper, report);
    outliers(&mut paper, report);
    if !report.notes.is_empty() {
        paper.section("Notes", "Remarques");
        paper.blocks.push(Block::List(
            report
                .notes
                .iter()
                .map(|note| sentence(language, note))
                .collect(),
        ));
    }
    paper
}

/// The estimate before anything is counted.
fn quick(paper: &mut Document, report: &RiskReport) {
    let quick = &report.quick_estimate;
    paper.section("Quick estimate", "Estimation rapide");
    paper.text(
        "Rows by the number of combinations of the values that four fifths of the rows have: above 30 low, from 10 to 30 medium, below 10 high.",
        "Lignes rapportées au nombre de combinaisons des valeurs qu'ont quatre cinquièmes des lignes : au-dessus de 30 faible, de 10 à 30 moyen, en dessous de 10 élevé.",
    );
    let language = paper.language.clone();
    let mut facts: Vec<(String, String)> = quick
        .per_attribute
        .iter()
        .map(|(name, &values)| (name.clone(), whole(&language, values)))
        .collect();
    facts.push((
        paper.say("estimator", "estimateur").to_owned(),
        number(&language, quick.estimator, 2),
    ));
    let reading = format!("{} risk", quick.reading.word());
    facts.push((
        paper.say("reading", "appréciation").to_owned(),
        sentence(&language, &reading),
    ));
    paper.blocks.push(Block::Facts(facts));
}

/// A text about rows in English and French, or about people where they have several.
fn of(
    report: &RiskReport,
    rows: (&'static str, &'static str),
    people: (&'static str, &'static str),
) -> (&'static str, &'static str) {
    match report.people {
        Some(_) => people,
        None => rows,
    }
}

fn classes(paper: &mut Document, report: &RiskReport) {
    let language = paper.language.clone();
    paper.section("Exact measures", "Mesures exactes");
    let people = report.people.as_ref();
    let missed = people.map_or(report.nonconforming.any.rows, |it| it.nonconforming);
    let of = |rows, of_people| of(report, rows, of_people);
    let alone = of(
        (
            "rows alone in their class",
            "lignes seules dans leur classe",
        ),
        (
            "people alone in a class",
            "personnes seules dans une classe",
        ),
    );
    let below = of(
        ("rows below the thresholds", "lignes sous les seuils"),
        ("people below the thresholds", "personnes sous les seuils"),
    );
    let mut facts: Vec<(&str, &str, String)> = vec![
        ("rows", "lignes", whole(&language, report.rows)),
        (
            "classes",
            "classes",
            whole(&language, people.map_or(report.classes, |it| it.classes)),
        ),
        (
            "smallest class (k)",
            "plus petite classe (k)",
            whole(&language, report.privacy.k),
        ),
        (
            "reading",
            "appréciation",
            sentence(&language, report.privacy.k_reading.word()),
        ),
        (alone.0, alone.1, whole(&language, report.uniques)),
        (below.0, below.1, whole(&language, missed)),
        (
            "highest risk (prosecutor, 1/x)",
            "risque maximal (procureur, 1/x)",
            percent(&language, report.risk.prosecutor.max),
        ),
        (
            "mean risk (prosecutor)",
            "risque moyen (procureur)",
            percent(&language, report.risk.prosecutor.mean),
        ),
        (
            "linking everything (marketer)",
            "tout relier (publicitaire)",
            percent(&language, report.risk.marketer),
        ),
    ];
    if let Some(people) = people {
        facts.insert(1, ("people", "personnes", whole(&language, people.count)));
    }
    if let (Some(l), Some(reading)) = (report.privacy.l_least, report.privacy.l_reading) {
        let told = format!("{l} ({})", sentence(&language, reading.word()));
        facts.push((
            "fewest different sensitive values (l)",
            "valeurs sensibles différentes au moins (l)",
            told,
        ));
    }
    let facts = facts
        .into_iter()
        .map(|(en, fr, what)| (paper.say(en, fr).to_owned(), what))
        .collect();
    paper.blocks.push(Block::Facts(facts));
    charts(paper, report);
}

/// How classes and risks are spread.
fn charts(paper: &mut Document, report: &RiskReport) {
    let language = paper.language.clone();
    let of = |rows, of_people| of(report, rows, of_people);
    let counted = of(("rows", "lignes"), ("people", "personnes"));
    let chart = |bands: &[Band], label: &dyn Fn(&Band) -> String| {
        let all: u64 = bands.iter().map(|band| band.rows).sum();
        let shares = bands.iter();
        let shares = shares.map(|band| band.rows as f64 / all.max(1) as f64);
        (
            bands.iter().map(label).collect(),
            vec![(paper.say(counted.0, counted.1).to_owned(), shares.collect())],
        )
    };
    let sizes = chart(&report.class_sizes, &size_label);
    let risks = chart(&report.risk_distribution, &|band| {
        risk_label(&language, band)
    });
    let words = [
        (
            of(
                (
                    "Rows by the size of their class",
                    "Lignes selon la taille de leur classe",
                ),
                (
                    "People by the size of their classes, once in each",
                    "Personnes selon la taille de leurs classes, une fois dans chacune",
                ),
            ),
            of(
                (
                    "rows in the class; right is safer",
                    "lignes dans la classe ; à droite, plus sûr",
                ),
                (
                    "people in the class; right is safer",
                    "personnes dans la classe ; à droite, plus sûr",
                ),
            ),
        ),
        (
            of(
                (
                    "Rows by their risk of being found",
                    "Lignes selon leur risque d'être retrouvées",
                ),
                (
                    "People by their risk of being found, once in each class",
                    "Personnes selon leur risque d'être retrouvées, une fois dans chaque classe",
                ),
            ),
            (
                "risk up to; left is safer",
                "risque jusqu'à ; à gauche, plus sûr",
            ),
        ),
    ];
    for ((labels, series), ((title, titre), (axis, axe))) in [sizes, risks].into_iter().zip(words) {
        let (title, axis) = (
            paper.say(title, titre).to_owned(),
            paper.say(axis, axe).to_owned(),
        );
        paper.blocks.push(Block::Chart(Bars {
            title,
            axis,
            labels,
            series,
        }));
    }
}

/// What is known of the population.
fn people(paper: &mut Document, report: &RiskReport) {
    let language = paper.language.clone();
    let mut facts: Vec<(&str, &str, String)> = Vec::new();
    if let Some(population) = &report.population {
        facts.push((
            "people in the population",
            "personnes dans la population",
            number(&language, population.size, 0),
        ));
        facts.push((
            "smallest class there (X)",
            "plus petite classe là (X)",
            number(&language, population.smallest_class, 1),
        ));
    }
    if let Some(journalist) = &report.risk.journalist {
        facts.push((
            "highest risk (journalist, 1/X)",
            "risque maximal (journaliste, 1/X)",
            percent(&language, journalist.max),
        ));
        facts.push((
            "mean risk (journalist)",
            "risque moyen (journaliste)",
            percent(&language, journalist.mean),
        ));
    }
    if let Some(matches) = &report.risk.expected_matches {
        facts.push((
            "expected right matches (Σ x/X)",
            "bonnes correspondances attendues (Σ x/X)",
            number(&language, matches.total, 1),
        ));
    }
    if let Some(individual) = &report.risk.individual {
        facts.push((
            "highest individual risk (Benedetti-Franconi)",
            "risque individuel maximal (Benedetti-Franconi)",
            percent(&language, individual.max),
        ));
        facts.push((
            "mean individual risk",
            "risque individuel moyen",
            percent(&language, individual.mean),
        ));
        facts.push((
            "expected re-identifications",
            "réidentifications attendues",
            number(&language, individual.expected, 2),
        ));
    }
    if let Some(household) = &report.risk.household {
        facts.push((
            "highest risk of a household",
            "risque maximal d'un ménage",
            percent(&language, household.risk.max),
        ));
        facts.push((
            "mean risk of a household",
            "risque moyen d'un ménage",
            percent(&language, household.risk.mean),
        ));
    }
    let population = report.population.iter();
    for alone in population.filter_map(|it| it.uniqueness.as_ref()) {
        facts.extend(uniqueness(alone, &language));
    }
    if facts.is_empty() {
        return;
    }
    paper.section("In the population", "Dans la population");
    let facts = facts
        .into_iter()
        .map(|(en, fr, what)| (paper.say(en, fr).to_owned(), what))
        .collect();
    paper.blocks.push(Block::Facts(facts));
}

/// Who is alone in the population, by each estimator.
fn uniqueness(alone: &Uniqueness, language: &str) -> Vec<(&'static str, &'static str, String)> {
    let mut facts = vec![
        (
            "sampling fraction",
            "taux de sondage",
            percent(language, alone.sampling_fraction),
        ),
        (
            "alone in the population",
            "seuls dans la population",
            percent(language, alone.estimate.share),
        ),
    ];
    let estimates = [
        ("estimate (Pitman)", "estimation (Pitman)", alone.pitman),
        ("estimate (Zayatz)", "estimation (Zayatz)", alone.zayatz),
        ("estimate (SNB)", "estimation (SNB)", alone.snb),
    ];
    facts.extend(estimates.into_iter().filter_map(|(en, fr, estimate)| {
        let estimate = estimate?;
        let error = estimate.standard_error;
        let error = error.map_or(String::new(), |error| {
            format!(" ± {}", percent(language, error))
        });
        Some((en, fr, percent(language, estimate.share) + &error))
    }));
    facts
}

/// Rows that few attributes single out.
fn special(paper: &mut Document, report: &RiskReport) {
    let Some(found) = &report.suda else { return };
    let suda = &found.suda;
    paper.section("Special uniques (SUDA2)", "Uniques spéciaux (SUDA2)");
    let language = paper.language.clone();
    let by_size = (1..).zip(&suda.minimal);
    let by_size: Vec<String> = by_size
        .map(|(size, count)| format!("{size}: {count}"))
        .collect();
    let mut shares: Vec<_> = found.contribution.iter().collect();
    shares.sort_by(|a, b| b.1.total_cmp(a.1));
    let shares = shares.into_iter();
    let shares: Vec<String> = shares
        .map(|(name, share)| format!("{name} {}", percent(&language, *share)))
        .collect();
    let facts = [
        (
            "rows that fewer attributes single out",
            "lignes que moins d'attributs isolent",
            whole(&language, suda.special),
        ),
        (
            "minimal uniques by number of attributes",
            "uniques minimaux par nombre d'attributs",
            by_size.join(", "),
        ),
        ("share of the score", "part du score", shares.join(", ")),
        (
            "highest score",
            "score le plus élevé",
            number(&language, suda.max_score, 2),
        ),
        (
            "highest DIS-SUDA",
            "DIS-SUDA le plus élevé",
            percent(&language, suda.max_dis),
        ),
    ];
    let facts = facts.map(|(en, fr, what)| (paper.say(en, fr).to_owned(), what));
    paper.blocks.push(Block::Facts(facts.into()));
}

fn attributes(paper: &mut Document, report: &RiskReport) {
    paper.section("Attribute by attribute", "Attribut par attribut");
    let title = paper.say(
        "What each quasi-identifier adds to the mean risk",
        "Ce que chaque quasi-identifiant ajoute au risque moyen",
    );
    let axis = paper.say(
        "share of the mean risk that goes away without the attribute",
        "part du risque moyen qui disparaît sans l'attribut",
    );
    let bars = Bars {
        title: title.to_owned(),
        axis: axis.to_owned(),
        labels: report
            .attributes
            .iter()
            .map(|it| format!("{:<10}", it.attribute))
            .collect(),
        series: vec![(
            String::new(),
            report.attributes.iter().map(|it| it.contribution).collect(),
        )],
    };
    paper.blocks.push(Block::Chart(bars));
    let header = [
        ("", ""),
        ("different values", "valeurs différentes"),
        ("k without it", "k sans lui"),
        ("alone without it", "seules sans lui"),
    ];
    let header = header
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect();
    let figure = |value: u64| whole(&paper.language, value);
    let rows = report.attributes.iter().map(|it| {
        vec![
            it.attribute.clone(),
            figure(it.distinct),
            figure(it.k_without),
            figure(it.uniques_without),
        ]
    });
    let rows = rows.collect();
    paper.blocks.push(Block::Table { header, rows });
}

/// Rows that stand out, by their number.
fn outliers(paper: &mut Document, report: &RiskReport) {
    if report.outliers.is_empty() {
        return;
    }
    paper.section("Rows that stand out", "Lignes qui ressortent");
    paper.text(
        "Even where the risk is low on the whole, rare combinations are to be treated one by one. Rows are told by their number below the header, never by their values.",
        "Même si le risque global est faible, les combinaisons rares se traitent une à une. Les lignes sont désignées par leur numéro sous l'en-tête, jamais par leurs valeurs.",
    );
    let header = [
        ("row", "ligne"),
        ("stands out by", "ressort par"),
        ("rows alike", "lignes semblables"),
    ];
    let header = header
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect();
    let rows = report.outliers.iter().map(|outlier| {
        vec![
            outlier.row.to_string(),
            outlier.attributes.join(", "),
            outlier.frequency.to_string(),
        ]
    });
    let rows = rows.collect();
    paper.blocks.push(Block::Table { header, rows });
}
