//! `bauta risk`: the verdict first, then the measures, for people.

use bauta::{PopulationSource, Result, RiskReport, sentence};
use bauta_privacy::risk::{Estimate, Estimator, LReading, RiskReading, Uniqueness};

use super::DONE;
use crate::args::{RiskArgs, TargetArgs, project};
use crate::output::Screen;

/// Characters of the longest bar.
const BAR: f64 = 40.0;

pub fn run(args: &RiskArgs, screen: &Screen) -> Result<u8> {
    let mut project = project(&args.data, &args.roles, &TargetArgs::default())?;
    args.engine.tell(&mut project);
    screen.one_on_stdout(args.records.as_slice())?;
    let found = {
        let bar = screen.bar();
        bauta::risk(&project, &args.options(), &bar)?
    };
    if let Some(path) = &args.report {
        let text = found.text(path, screen.language)?;
        bauta_formats::stage_text(&text, path, args.force)?.commit()?;
    }
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    let out = Words {
        screen,
        report: &found,
    };
    out.verdict();
    out.quick();
    out.classes();
    out.bars();
    out.asked();
    out.population();
    out.attributes();
    out.special();
    out.outliers();
    Ok(DONE)
}

/// The report in words.
struct Words<'a> {
    screen: &'a Screen,
    report: &'a RiskReport,
}

impl Words<'_> {
    fn say<'b>(&self, en: &'b str, fr: &'b str) -> &'b str {
        self.screen.say(en, fr)
    }

    fn tell(&self, line: &str) {
        self.screen.tell(line);
    }

    /// A text about rows, or about people where they have several.
    fn of<'b>(&self, rows: (&'b str, &'b str), people: (&'b str, &'b str)) -> &'b str {
        let (en, fr) = match self.report.people {
            Some(_) => people,
            None => rows,
        };
        self.say(en, fr)
    }

    fn title(&self, en: &str, fr: &str) {
        self.tell(&format!("\n{}", self.say(en, fr)));
    }

    /// A figure with its name.
    fn line(&self, en: &str, fr: &str, figure: &str) {
        self.tell(&format!(
            "  {}{} {figure}",
            self.say(en, fr),
            self.say(":", " :")
        ));
    }

    fn word(&self, word: &str) -> String {
        sentence(self.screen.language, word)
    }

    fn verdict(&self) {
        let verdict = &self.report.verdict;
        let reading = self.word(risk_word(verdict.reading)).to_uppercase();
        let (rows, classes) = (self.report.rows, self.report.classes);
        let french = self.screen.language == "fr";
        let counted = match &self.report.people {
            Some(people) if french => format!(
                "{rows} lignes de {} personnes dans {} classes de personnes",
                people.count, people.classes
            ),
            Some(people) => format!(
                "{rows} rows of {} people in {} classes of people",
                people.count, people.classes
            ),
            None if french => format!("{rows} lignes dans {classes} classes"),
            None => format!("{rows} rows in {classes} classes"),
        };
        self.tell(&format!("{reading} · {counted}"));
        verdict
            .sentences
            .iter()
            .for_each(|text| self.tell(&format!("  {}", self.word(text))));
    }

    fn quick(&self) {
        let quick = &self.report.quick_estimate;
        let each: Vec<String> = quick
            .per_attribute
            .iter()
            .map(|(name, values)| format!("{name} {values}"))
            .collect();
        let reading = self.word(risk_word(quick.reading));
        self.title("Quick estimate", "Estimation rapide");
        self.line(
            "values that 80 % of the rows have",
            "valeurs qu'ont 80 % des lignes",
            &each.join(", "),
        );
        let figure = format!(
            "{} ({reading} ; {})",
            short(quick.estimator),
            self.word(quick.advice)
        );
        self.line(
            "rows by their product",
            "lignes par leur produit",
            &figure.replace(" ;", self.say(";", " ;")),
        );
    }

    fn classes(&self) {
        let (privacy, missed) = (&self.report.privacy, &self.report.nonconforming);
        self.title("Classes", "Classes");
        let k = format!("{} ({})", privacy.k, self.word(privacy.k_reading.word()));
        self.line("smallest class, k", "plus petite classe, k", &k);
        for (name, l) in &privacy.l {
            let reading = self.word(LReading::of(*l).word());
            let (en, fr) = (
                format!("different values of {name}, l"),
                format!("valeurs différentes de {name}, l"),
            );
            self.line(&en, &fr, &format!("{l} ({reading})"));
        }
        for (name, t) in &privacy.t {
            let (en, fr) = (
                format!("largest distance of {name} to the table, t"),
                format!("plus grande distance de {name} à la table, t"),
            );
            self.line(&en, &fr, &format!("{t:.3}"));
        }
        let (alone, share) = (self.report.uniques, percent(self.report.unique_share));
        let alone_in = self.of(
            (
                "rows alone in their class",
                "lignes seules dans leur classe",
            ),
            (
                "people alone in a class",
                "personnes seules dans une classe",
            ),
        );
        self.line(alone_in, alone_in, &format!("{alone} ({share})"));
        let (classes, (k, l)) = (missed.any.classes, (missed.target_k, missed.target_l));
        let people = self.report.people.as_ref();
        let rows = people.map_or(missed.any.rows, |people| people.nonconforming);
        let of = self.of(("rows", "lignes"), ("people", "personnes"));
        let figure = format!("{classes} classes, {rows} {of} (k ≥ {k}, l ≥ {l})");
        self.line("not conforming", "non conformes", &figure);
    }

    fn bars(&self) {
        let title = self.of(
            (
                "Rows by the size of their class",
                "Lignes selon la taille de leur classe",
            ),
            (
                "People by the size of their classes, once in each",
                "Personnes selon la taille de leurs classes, une fois dans chacune",
            ),
        );
        self.title(title, title);
        let most = self
            .report
            .class_sizes
            .iter()
            .map(|band| band.rows)
            .max()
            .unwrap_or(1)
            .max(1) as f64;
        for band in &self.report.class_sizes {
            let sizes = match band.to {
                Some(to) if to > band.from => format!("{}-{to}", band.from),
                Some(_) => band.from.to_string(),
                None => format!("≥ {}", band.from),
            };
            let bar = "█".repeat((BAR * band.rows as f64 / most).ceil() as usize);
            self.tell(&format!("  {sizes:>8} {bar:<40} {:>9}", band.rows));
        }
    }

    fn asked(&self) {
        let risk = &self.report.risk;
        let figures = |max: f64, mean: f64| match self.screen.language {
            "fr" => format!("au plus {}, en moyenne {}", percent(max), percent(mean)),
            _ => format!("at most {}, {} on average", percent(max), percent(mean)),
        };
        self.title("Chance to be found", "Chance d'être retrouvé");
        let prosecutor = figures(risk.prosecutor.max, risk.prosecutor.mean);
        self.line(
            "known to be in the table (prosecutor, 1/x)",
            "présence connue (procureur, 1/x)",
            &prosecutor,
        );
        let all = percent(risk.marketer);
        self.line(
            "share found by linking everything (marketer)",
            "part retrouvée en appariant tout (démarcheur)",
            &all,
        );
        if let Some(journalist) = &risk.journalist {
            let figure = figures(journalist.max, journalist.mean);
            self.line(
                "not known to be in it (journalist, 1/X)",
                "présence inconnue (journaliste, 1/X)",
                &figure,
            );
        }
        if let Some(matches) = &risk.expected_matches {
            let figure = format!("{} ({})", short(matches.total), percent(matches.share));
            self.line(
                "expected correct matches (Σ x/X)",
                "appariements justes attendus (Σ x/X)",
                &figure,
            );
        }
        if let Some(individual) = &risk.individual {
            let figure = figures(individual.max, individual.mean);
            self.line(
                "individual risk (Benedetti-Franconi)",
                "risque individuel (Benedetti-Franconi)",
                &figure,
            );
            let expected = short(individual.expected);
            self.line(
                "expected re-identifications",
                "réidentifications attendues",
                &expected,
            );
        }
        if let Some(household) = &risk.household {
            let figure = figures(household.risk.max, household.risk.mean);
            let (en, fr) = (
                "household (somebody of it is found)",
                "ménage (l'un des membres est retrouvé)",
            );
            self.line(en, fr, &figure);
        }
    }

    fn population(&self) {
        let Some(people) = &self.report.population else {
            return;
        };
        self.title("Population", "Population");
        let source = self.word(match people.source {
            PopulationSource::Weights => "from weights",
            PopulationSource::SamplingFraction => "from the sampling fraction",
            PopulationSource::Model => "by a super-population model",
            PopulationSource::Table => "from its table",
        });
        self.line(
            "people",
            "personnes",
            &format!("{:.0} ({source})", people.size),
        );
        if let Some(alone) = &people.uniqueness {
            self.uniqueness(alone);
        }
    }

    /// Who is alone in the population, by each estimator.
    fn uniqueness(&self, alone: &Uniqueness) {
        self.line(
            "sampling fraction",
            "taux de sondage",
            &percent(alone.sampling_fraction),
        );
        let estimates = [
            ("Pitman", alone.pitman),
            ("Zayatz", alone.zayatz),
            ("SNB", alone.snb),
        ];
        let told = |(name, estimate): (&str, Option<Estimate>)| {
            let estimate = estimate?;
            let error = estimate
                .standard_error
                .map_or(String::new(), |error| format!(" ± {}", percent(error)));
            Some(format!("{name} {}{error}", percent(estimate.share)))
        };
        let others: Vec<String> = estimates.into_iter().filter_map(told).collect();
        let chosen = match alone.chosen {
            Estimator::Pitman => "Pitman",
            Estimator::Zayatz => "Zayatz",
            Estimator::Snb => "SNB",
            Estimator::Exact => self.say("counted", "compté"),
        };
        let figure = format!("{} ({chosen})", percent(alone.estimate.share));
        self.line(
            "alone in the population",
            "seuls dans la population",
            &figure,
        );
        if !others.is_empty() {
            self.line(
                "estimates ± standard error",
                "estimations ± erreur type",
                &others.join(", "),
            );
        }
    }

    fn attributes(&self) {
        self.title("Without one quasi-identifier", "Sans un quasi-identifiant");
        let header = [
            self.say("without", "sans"),
            self.say("values", "valeurs"),
            "k",
            self.of(("rows alone", "lignes seules"), ("alone", "seules")),
            self.say("mean risk", "risque moyen"),
            self.say("falls by", "baisse de"),
        ];
        let mut sorted: Vec<_> = self.report.attributes.iter().collect();
        sorted.sort_by(|a, b| b.contribution.total_cmp(&a.contribution));
        let rows = sorted.into_iter().map(|without| {
            vec![
                without.attribute.clone(),
                without.distinct.to_string(),
                without.k_without.to_string(),
                without.uniques_without.to_string(),
                percent(without.mean_risk_without),
                percent(without.contribution),
            ]
        });
        self.tell(&self.screen.table(&header, rows.collect()));
    }

    fn special(&self) {
        let Some(found) = &self.report.suda else {
            return;
        };
        let suda = &found.suda;
        self.title("Special uniques (SUDA2)", "Uniques spéciaux (SUDA2)");
        self.line(
            "rows that fewer attributes single out",
            "lignes que moins d'attributs isolent",
            &suda.special.to_string(),
        );
        let by_size: Vec<String> = (1..)
            .zip(&suda.minimal)
            .map(|(size, count)| format!("{size}: {count}"))
            .collect();
        self.line(
            "minimal uniques by attributes",
            "uniques minimaux par nombre d'attributs",
            &by_size.join(", "),
        );
        let mut shares: Vec<_> = found.contribution.iter().collect();
        shares.sort_by(|a, b| b.1.total_cmp(a.1));
        let shares: Vec<String> = shares
            .into_iter()
            .map(|(name, share)| format!("{name} {}", percent(*share)))
            .collect();
        self.line("share of the score", "part du score", &shares.join(", "));
        let figure = format!(
            "{} · DIS-SUDA {}",
            short(suda.max_score),
            percent(suda.max_dis)
        );
        self.line("highest score", "score le plus élevé", &figure);
    }

    fn outliers(&self) {
        if self.report.outliers.is_empty() {
            return;
        }
        let (en, fr) = (
            "Outliers: rows with a rare value or pair of values",
            "Cas isolés : lignes à valeur ou couple de valeurs rare",
        );
        self.tell(&format!(
            "\n{} ({})",
            self.say(en, fr),
            self.report.outlier_rows
        ));
        let mut header = vec![
            self.say("data row", "ligne"),
            self.say("stands out by", "se distingue par"),
            self.say("rows alike", "lignes semblables"),
            "SUDA",
        ];
        let with_values = self
            .report
            .outliers
            .iter()
            .any(|outlier| outlier.values.is_some());
        if with_values {
            header.push(self.say("values", "valeurs"));
        }
        let rows = self.report.outliers.iter().map(|outlier| {
            let mut row = vec![
                outlier.row.to_string(),
                outlier.attributes.join(", "),
                outlier.frequency.to_string(),
                short(outlier.score),
            ];
            row.extend(outlier.values.as_ref().map(|values| values.join(", ")));
            row
        });
        self.tell(&self.screen.table(&header, rows.collect()));
    }
}

fn risk_word(reading: RiskReading) -> &'static str {
    match reading {
        RiskReading::Low => "low risk",
        RiskReading::Medium => "medium risk",
        RiskReading::High => "high risk",
    }
}

fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent != 0.0 && percent.abs() < 0.1 {
        format!("{percent:.1e} %")
    } else {
        format!("{percent:.1} %")
    }
}

/// A figure in as many digits as matter.
fn short(figure: f64) -> String {
    match figure {
        figure if figure == figure.trunc() => format!("{figure:.0}"),
        figure if figure.abs() >= 100.0 => format!("{figure:.0}"),
        figure if figure.abs() >= 0.1 => format!("{figure:.2}"),
        _ => format!("{figure:.1e}"),
    }
}
