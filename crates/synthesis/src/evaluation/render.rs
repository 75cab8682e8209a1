//! The evaluation of a synthetic table as a document for people.

use std::path::Path;

use super::{SyntheticEvaluated, SyntheticReading};
use bauta_documents::{Bars, Block, Document, Heat, Tone, number, percent, whole, written};
use bauta_messages::Result;
use bauta_messages::french::sentence;

/// The most attributes of which a picture of pairs is drawn.
const MOST_DRAWN: usize = 30;

impl SyntheticEvaluated {
    /// The evaluation as a file whose name ends in `.html`, `.md` or `.json`, in a language (`en` or `fr`).
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn text(&self, path: &Path, language: &str) -> Result<String> {
        written(path, self, &document(self, language))
    }
}

fn document(found: &SyntheticEvaluated, language: &str) -> Document {
    let french = language == "fr";
    let (tone, headline) = match (found.verdict.reading, french) {
        (SyntheticReading::Good, false) => (Tone::Good, "Nothing stands out"),
        (SyntheticReading::Good, true) => (Tone::Good, "Rien d'anormal"),
        (SyntheticReading::Mixed, false) => (Tone::Mixed, "With reservations"),
        (SyntheticReading::Mixed, true) => (Tone::Mixed, "Avec des réserves"),
        (SyntheticReading::Bad, false) => (Tone::Bad, "The table gives people away"),
        (SyntheticReading::Bad, true) => (Tone::Bad, "La table trahit des personnes"),
    };
    let sentences = found
        .verdict
        .sentences
        .iter()
        .map(|text| sentence(language, text))
        .collect();
    let mut paper = Document {
        language: language.to_owned(),
        title: if french {
            "Évaluation d'une table synthétique"
        } else {
            "Evaluation of a synthetic table"
        }
        .to_owned(),
        subtitle: format!("{} · {}", found.synthetic, found.original),
        blocks: vec![Block::Verdict {
            tone,
            headline: headline.to_owned(),
            sentences,
        }],
        footer: format!("Bauta {}", found.bauta),
    };
    variation(&mut paper, found);
    pairs(&mut paper, found);
    apart(&mut paper, found);
    models(&mut paper, found);
    consistency(&mut paper, found);
    membership(&mut paper, found);
    criteria(&mut paper, found);
    protection(&mut paper, found);
    if !found.notes.is_empty() {
        paper.section("Notes", "Remarques");
        paper.blocks.push(Block::List(
            found
                .notes
                .iter()
                .map(|note| sentence(language, note))
                .collect(),
        ));
    }
    paper
}

/// Edit rules and dependencies, where there are any.
fn consistency(paper: &mut Document, found: &SyntheticEvaluated) {
    let (rules, dependencies) = (&found.consistency.rules, &found.consistency.dependencies);
    if rules.is_empty() && dependencies.is_empty() {
        return;
    }
    paper.section("Rules and dependencies", "Règles et dépendances");
    let language = paper.language.clone();
    let count = |rows: u64| whole(&language, rows);
    let share = |rows: u64, of: u64| percent(&language, rows as f64 / of.max(1) as f64);
    let [real, made] = [found.original_rows, found.synthetic_rows];
    let of_rules = rules.iter().map(|rule| {
        vec![
            format!("{}: {}", rule.name, rule.rule),
            format!("{} ({})", count(rule.original), share(rule.original, real)),
            format!(
                "{} ({})",
                count(rule.synthetic),
                share(rule.synthetic, made)
            ),
        ]
    });
    let of_dependencies = dependencies.iter().map(|it| {
        let contradicting = format!(
            "{} ({})",
            count(it.contradicting),
            share(it.contradicting, it.known)
        );
        vec![format!("{} → {}", it.from, it.to), count(0), contradicting]
    });
    let header = [
        ("rule, or dependency", "règle, ou dépendance"),
        ("original rows that break it", "lignes originales en défaut"),
        (
            "synthetic rows that break it",
            "lignes synthétiques en défaut",
        ),
    ];
    paper.blocks.push(Block::Table {
        header: header.map(|(en, fr)| paper.say(en, fr).to_owned()).to_vec(),
        rows: of_rules.chain(of_dependencies).collect(),
    });
    paper.text(
        "A → B: in the original every value of A goes with one value of B. synthesize --determines A=B, and edit rules in the project file, make synthetic rows keep them.",
        "A → B : dans l'original, chaque valeur de A va avec une seule valeur de B. synthesize --determines A=B, et les règles du projet, font que les lignes synthétiques les respectent.",
    );
}

fn facts(paper: &mut Document, facts: Vec<(&str, &str, String)>) {
    let facts = facts
        .into_iter()
        .map(|(en, fr, what)| (paper.say(en, fr).to_owned(), what))
        .collect();
    paper.blocks.push(Block::Facts(facts));
}

fn variation(paper: &mut Document, found: &SyntheticEvaluated) {
    let language = paper.language.clone();
    paper.section(
        "Tables of one and two attributes",
        "Tables à un et deux attributs",
    );
    paper.text(
        "Total variation: half the sum of the differences of shares, 0 for equal tables. Beside it, what a sample of the original with as many rows would be expected to give. Numbers with more than 20 values are put in tenths.",
        "Variation totale : la moitié de la somme des écarts de proportions, 0 pour des tables égales. À côté, ce que donnerait en moyenne un échantillon de l'original de même taille. Les nombres de plus de 20 valeurs sont mis en dixièmes.",
    );
    let rows = format!(
        "{} / {}",
        whole(&language, found.original_rows),
        whole(&language, found.synthetic_rows)
    );
    let both = |mean: f64, floor: f64| {
        format!(
            "{} ({})",
            percent(&language, mean),
            percent(&language, floor)
        )
    };
    let (one, two) = (&found.one_way, &found.two_way);
    facts(
        paper,
        vec![
            (
                "rows, original / synthetic",
                "lignes, original / synthétique",
                rows,
            ),
            (
                "one attribute, mean (sample)",
                "un attribut, moyenne (échantillon)",
                both(one.mean, one.floor),
            ),
            (
                "two attributes, mean (sample)",
                "deux attributs, moyenne (échantillon)",
                both(two.mean, two.floor),
            ),
            (
                "two attributes, largest",
                "deux attributs, maximum",
                percent(&language, two.max),
            ),
            (
                "two attributes, every number by itself",
                "deux attributs, chaque nombre pour lui-même",
                percent(&language, two.mean_of_exact_values),
            ),
        ],
    );
    let (title, axis) = (
        "Total variation by attribute",
        "total variation; shorter is nearer to the original",
    );
    let (titre, axe) = (
        "Variation totale par attribut",
        "variation totale ; plus court, plus près de l'original",
    );
    let series = vec![
        (
            paper
                .say("a sample would give", "un échantillon donnerait")
                .to_owned(),
            one.tables.iter().map(|it| it.floor).collect(),
        ),
        (
            paper.say("synthetic table", "table synthétique").to_owned(),
            one.tables.iter().map(|it| it.variation).collect(),
        ),
    ];
    let bars = Bars {
        title: paper.say(title, titre).to_owned(),
        axis: paper.say(axis, axe).to_owned(),
        labels: one
            .tables
            .iter()
            .map(|it| format!("{:<10}", it.attributes.join(", ")))
            .collect(),
        series,
    };
    paper.blocks.push(Block::Chart(bars));
}

fn pairs(paper: &mut Document, found: &SyntheticEvaluated) {
    let names = &found.attributes;
    if names.len() < 2 || names.len() > MOST_DRAWN {
        return;
    }
    let square = |of: &dyn Fn(usize) -> f64| {
        let mut values = vec![vec![None; names.len()]; names.len()];
        let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
        for (place, (a, b)) in pairs.enumerate() {
            (values[a][b], values[b][a]) = (Some(of(place)), Some(of(place)));
        }
        values
    };
    let heat = |paper: &mut Document, en: &str, fr: &str, values: Vec<Vec<Option<f64>>>| {
        let title = paper.say(en, fr).to_owned();
        paper.blocks.push(Block::Heat(Heat {
            title,
            rows: names.clone(),
            columns: names.clone(),
            values,
        }));
    };
    let tables = square(&|place| found.two_way.tables[place].variation);
    heat(
        paper,
        "Total variation of pairs",
        "Variation totale des paires",
        tables,
    );
    paper.text(
        "Associations: Pearson's correlation of two numbers, Cramér's V of two categories, the correlation ratio of a number and a category; the picture shows the absolute difference between the tables.",
        "Associations : corrélation de Pearson de deux nombres, V de Cramér de deux catégories, rapport de corrélation d'un nombre et d'une catégorie ; l'image montre l'écart absolu entre les tables.",
    );
    let differences = square(&|place| found.associations.pairs[place].difference());
    heat(
        paper,
        "Difference of associations",
        "Écart des associations",
        differences,
    );
    let language = paper.language.clone();
    let (mean, max) = (
        found.associations.mean_difference,
        found.associations.max_difference,
    );
    facts(
        paper,
        vec![
            (
                "difference of associations, mean",
                "écart des associations, moyenne",
                number(&language, mean, 4),
            ),
            ("largest", "maximum", number(&language, max, 4)),
        ],
    );
}

fn apart(paper: &mut Document, found: &SyntheticEvaluated) {
    let Some(score) = &found.propensity else {
        return;
    };
    let language = paper.language.clone();
    paper.section(
        "Can synthetic rows be told from real ones?",
        "Distingue-t-on les lignes synthétiques des vraies ?",
    );
    facts(
        paper,
        vec![
            (
                "propensity score (pMSE)",
                "score de propension (pMSE)",
                format!("{:.2e}", score.pmse),
            ),
            (
                "expected if they cannot",
                "attendu si non",
                format!("{:.2e}", score.expected),
            ),
            (
                "ratio (1 is best)",
                "rapport (idéal : 1)",
                number(&language, score.ratio, 2),
            ),
            (
                "a forest's area under the curve (0.5 is best)",
                "aire sous la courbe d'une forêt (idéal : 0,5)",
                score
                    .forest_auc
                    .map_or("–".into(), |auc| number(&language, auc, 3)),
            ),
        ],
    );
}

fn models(paper: &mut Document, found: &SyntheticEvaluated) {
    if found.tasks.is_empty() {
        return;
    }
    let language = paper.language.clone();
    paper.section(
        "Models trained on synthetic rows",
        "Modèles appris sur les lignes synthétiques",
    );
    for task in &found.tasks {
        let (rows, majority) = (
            whole(&language, task.test_rows as u64),
            percent(&language, task.majority),
        );
        let en = format!(
            "Predicting \"{}\", tested on {rows} real rows; knowing nothing is right for {majority}.",
            task.target
        );
        let fr = format!(
            "Prédire « {} », testé sur {rows} lignes réelles ; sans rien savoir, on a raison pour {majority}.",
            task.target
        );
        paper.text(&en, &fr);
        let header = [
            ("model", "modèle"),
            ("accuracy, real", "exactitude, réel"),
            ("accuracy, synthetic", "exactitude, synthétique"),
            ("AUC, real", "AUC, réel"),
            ("AUC, synthetic", "AUC, synthétique"),
        ];
        let header = header
            .iter()
            .map(|(en, fr)| paper.say(en, fr).to_owned())
            .collect();
        let figure = |value: Option<f64>| {
            value.map_or("–".to_owned(), |value| number(&language, value, 4))
        };
        let rows = task.models.iter().map(|it| {
            vec![
                sentence(&language, it.model),
                figure(Some(it.original.accuracy)),
                figure(it.release.map(|score| score.accuracy)),
                figure(it.original.auc),
                figure(it.release.and_then(|score| score.auc)),
            ]
        });
        let rows = rows.collect();
        paper.blocks.push(Block::Table { header, rows });
    }
}

fn protection(paper: &mut Document, found: &SyntheticEvaluated) {
    let language = paper.language.clone();
    let copies = &found.copies;
    paper.section(
        "Copies and distances: a description",
        "Copies et distances : une description",
    );
    let kept = copies
        .held_out_share
        .map_or("–".to_owned(), |share| percent(&language, share));
    facts(
        paper,
        vec![
            (
                "synthetic rows equal to a real row",
                "lignes synthétiques égales à une ligne réelle",
                percent(&language, copies.share),
            ),
            (
                "people kept out equal to a real row",
                "personnes tenues à l'écart égales à une ligne réelle",
                kept,
            ),
            (
                "synthetic rows equal to a unique real row",
                "lignes synthétiques égales à une ligne réelle unique",
                percent(&language, copies.of_unique_share),
            ),
            (
                "unique real rows that are repeated",
                "lignes réelles uniques répétées",
                percent(&language, copies.uniques_repeated),
            ),
        ],
    );
    let Some(distances) = &found.distances else {
        return;
    };
    if let Some(share) = distances.nearer_share {
        facts(
            paper,
            vec![(
                "synthetic rows nearer to the original than to people kept out (50 % is best)",
                "lignes synthétiques plus proches de l'original que des personnes tenues à l'écart (idéal : 50 %)",
                percent(&language, share),
            )],
        );
    }
    let header = [
        (
            "distance to the closest real row",
            "distance à la ligne réelle la plus proche",
        ),
        ("median", "médiane"),
        ("nearest twentieth", "vingtième le plus proche"),
        (
            "ratio to the second, median",
            "rapport à la deuxième, médiane",
        ),
    ];
    let header = header
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect();
    let of = |name: &str, it: &crate::measures::nearest::Closeness| {
        let figures = [it.median, it.low, it.ratio_median];
        std::iter::once(name.to_owned())
            .chain(figures.map(|value| number(&language, value, 4)))
            .collect::<Vec<_>>()
    };
    let mut rows = vec![of(
        paper.say("synthetic rows", "lignes synthétiques"),
        &distances.synthetic,
    )];
    rows.extend(distances.held_out.as_ref().map(|it| {
        of(
            paper.say("people kept out", "personnes tenues à l'écart"),
            it,
        )
    }));
    paper.blocks.push(Block::Table { header, rows });
}

fn membership(paper: &mut Document, found: &SyntheticEvaluated) {
    let Some(attacks) = found.membership.as_ref().filter(|it| !it.is_empty()) else {
        return;
    };
    let language = paper.language.clone();
    paper.section(
        "Can one tell who took part?",
        "Peut-on savoir qui a participé ?",
    );
    paper.text(
        "An attacker who has the synthetic table and knows all other people scores people who took part and people who were kept out. The area under the curve is 0.5 for guessing and 1 for certainty; true positives are those recognised where at most 1 % of the others are mistaken. Intervals at 99 %.",
        "Un attaquant qui a la table synthétique et connaît toutes les autres personnes note celles qui ont participé et celles tenues à l'écart. L'aire sous la courbe vaut 0,5 au hasard et 1 pour la certitude ; les vrais positifs sont celles qu'il reconnaît quand au plus 1 % des autres sont prises à tort. Intervalles à 99 %.",
    );
    let header = [
        ("attack", "attaque"),
        ("area under the curve", "aire sous la courbe"),
        ("interval", "intervalle"),
        ("true positives", "vrais positifs"),
        ("interval", "intervalle"),
    ];
    let header = header
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect();
    let figure = |value: f64| number(&language, value, 3);
    let rows = attacks.iter().map(|attack| {
        let it = &attack.separation;
        let share = |value: f64| percent(&language, value);
        vec![
            attack.title(&language),
            figure(it.auc),
            format!("{} – {}", figure(it.auc_low), figure(it.auc_high)),
            share(it.true_positives),
            format!(
                "{} – {}",
                share(it.true_positives_low),
                share(it.true_positives_high)
            ),
        ]
    });
    let rows = rows.collect();
    paper.blocks.push(Block::Table { header, rows });
}

fn criteria(paper: &mut Document, found: &SyntheticEvaluated) {
    let Some(criteria) = &found.criteria else {
        return;
    };
    paper.section(
        "The regulators' three criteria",
        "Les trois critères des régulateurs",
    );
    let told = criteria.explained(&paper.language);
    paper.blocks.push(Block::List(
        told.into_iter()
            .map(|it| format!("{} – {}", it.title, it.text))
            .collect(),
    ));
}
