//! `bauta evaluate --synthetic`.

use bauta::{
    HeldOut, MembershipAttack, Project, Result, StudyRequest, SyntheticEvaluated, SyntheticReading,
    SyntheticRequest, TaskUtility, sentence,
};

use bauta_table::Fault;

use super::evaluate::{figure, scores};
use super::measure_rows::MeasureRows;
use super::{DONE, NO};
use crate::args::EvaluateArgs;
use crate::output::Screen;

pub fn run(project: &Project, args: &EvaluateArgs, screen: &Screen) -> Result<u8> {
    let given = &args.synthetic;
    if !given.levels.is_empty() {
        return levels(project, args, screen);
    }
    let request = SyntheticRequest {
        synthetic: args.release.clone().unwrap_or_default(),
        held_out: given.holdout.clone(),
        positive: given.positive.clone(),
        without: given.without.clone(),
        attacks: given.attacks,
        seed: args.measures.seed,
    };
    let found = {
        let bar = screen.bar();
        bauta::evaluate_synthetic(project, &request, &bar)?
    };
    if let Some(path) = &given.report {
        let text = found.text(path, screen.language)?;
        bauta_formats::stage_text(&text, path, given.force)?.commit()?;
    }
    found.notes.iter().for_each(|note| screen.note(note));
    let status = if found.verdict.reading == SyntheticReading::Bad {
        NO
    } else {
        DONE
    };
    if screen.json {
        screen.print_json(&found);
        return Ok(status);
    }
    for text in &found.verdict.sentences {
        screen.tell(&format!("• {}", sentence(screen.language, text)));
    }
    let mut rows = MeasureRows::new(screen);
    distributions(&found, screen, &mut rows);
    told_apart(&found, &mut rows);
    copies(&found, &mut rows);
    distances(&found, screen, &mut rows);
    rows.tell();
    attributes(&found, screen);
    found.tasks.iter().for_each(|task| models(task, screen));
    membership(found.membership.as_deref().unwrap_or_default(), screen);
    criteria(&found, screen);
    Ok(status)
}

/// Co-clusters and evaluates level by level.
fn levels(project: &Project, args: &EvaluateArgs, screen: &Screen) -> Result<u8> {
    let given = &args.synthetic;
    let share = match given.holdout {
        Some(HeldOut::Share(share)) => share,
        None => 0.2,
        Some(HeldOut::File(_) | HeldOut::Parted { .. }) => {
            let text = "--levels draws the rows that it keeps out; give a share with --holdout, such as 0.2";
            return Err(vec![Fault::Request(text.into())].into());
        }
    };
    let request = StudyRequest {
        levels: given.levels.clone(),
        share,
        positive: given.positive.clone(),
        without: given.without.clone(),
        drop: Vec::new(),
        doubt: given.doubt,
        rounds: given.rounds,
        seed: args.measures.seed,
    };
    let found = {
        let bar = screen.bar();
        bauta::study(project, &request, &bar)?
    };
    if let Some(path) = &given.report {
        let text = found.text(path, screen.language)?;
        bauta_formats::stage_text(&text, path, given.force)?.commit()?;
    }
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    let (header, rows) = found.table(screen.language);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    screen.tell(&screen.table(&header, rows));
    if let Some(confusion) = &found.confusion {
        let said = screen.say(
            "rows kept out that both co-clusterings send to the same cluster",
            "lignes tenues à l'écart que les deux co-classifications envoient au même groupe",
        );
        screen.tell(&format!("{said}: {}", percent(confusion.agreement)));
    }
    Ok(DONE)
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// How far the distributions of attributes and of pairs, and their associations, are from the original's.
fn distributions(found: &SyntheticEvaluated, screen: &Screen, rows: &mut MeasureRows<'_>) {
    let (one, two) = (&found.one_way, &found.two_way);
    rows.say(
        "rows original → synthetic",
        "lignes original → synthétique",
        format!("{} → {}", found.original_rows, found.synthetic_rows),
        "",
    );
    let words = screen.say("a sample:", "échantillon :");
    let sample = |floor: f64| format!("0 ({words} {})", percent(floor));
    rows.say(
        "total variation, one attribute",
        "variation totale, un attribut",
        percent(one.mean),
        sample(one.floor),
    );
    rows.say(
        "total variation, two attributes",
        "variation totale, deux attributs",
        percent(two.mean),
        sample(two.floor),
    );
    rows.say("… the largest", "… la plus grande", percent(two.max), "0");
    rows.say(
        "… every number by itself",
        "… chaque nombre pour lui-même",
        percent(two.mean_of_exact_values),
        "0",
    );
    rows.figure(
        "associations, mean difference",
        "associations, écart moyen",
        found.associations.mean_difference,
        "0",
    );
    rows.figure(
        "… the largest",
        "… le plus grand",
        found.associations.max_difference,
        "0",
    );
}

/// Whether a model tells synthetic rows from real ones.
fn told_apart(found: &SyntheticEvaluated, rows: &mut MeasureRows<'_>) {
    let Some(score) = &found.propensity else {
        return;
    };
    rows.figure(
        "propensity score, ratio (pMSE)",
        "score de propension, rapport (pMSE)",
        score.ratio,
        "1",
    );
    rows.say(
        "a forest tells them apart (AUC)",
        "une forêt les distingue (AUC)",
        score.forest_auc.map_or("–".into(), figure),
        "0.5",
    );
}

fn copies(found: &SyntheticEvaluated, rows: &mut MeasureRows<'_>) {
    let copies = &found.copies;
    let of_kept_out = copies
        .held_out_share
        .map_or(String::new(), |share| format!("≤ {}", percent(share)));
    rows.say(
        "copies of real rows",
        "copies de lignes réelles",
        percent(copies.share),
        of_kept_out,
    );
    rows.say(
        "… of rows that are unique",
        "… de lignes uniques",
        percent(copies.of_unique_share),
        "",
    );
    rows.say(
        "unique real rows repeated",
        "lignes réelles uniques répétées",
        percent(copies.uniques_repeated),
        "",
    );
}

/// How near synthetic rows are to real ones, beside people who were kept out: a description, not a judgement.
fn distances(found: &SyntheticEvaluated, screen: &Screen, rows: &mut MeasureRows<'_>) {
    let Some(distances) = &found.distances else {
        return;
    };
    let own = &distances.synthetic;
    let other = distances.held_out.as_ref();
    let people = screen.say("people kept out:", "tenus à l'écart :");
    let beside = |value: Option<f64>| {
        value.map_or(String::new(), |value| {
            format!("({people} {})", figure(value))
        })
    };
    rows.say(
        "distance to the closest row, mean",
        "distance à la ligne la plus proche, moyenne",
        figure(own.mean),
        beside(other.map(|it| it.mean)),
    );
    rows.say(
        "… to the second closest, ratio (median)",
        "… rapport à la deuxième (médiane)",
        figure(own.ratio_median),
        beside(other.map(|it| it.ratio_median)),
    );
    if let Some(share) = distances.nearer_share {
        rows.say(
            "nearer to the original than to people kept out",
            "plus proches de l'original que des tenus à l'écart",
            percent(share),
            "50 %",
        );
    }
}

/// Whether one can tell who took part, attack by attack.
pub(super) fn membership(attacks: &[MembershipAttack], screen: &Screen) {
    if attacks.is_empty() {
        return;
    }
    let header = [
        screen.say("who took part? attack", "qui a participé ? attaque"),
        screen.say("area under the curve", "aire sous la courbe"),
        screen.say(
            "true positives at 1 % false",
            "vrais positifs à 1 % de faux",
        ),
    ];
    let rows = attacks.iter().map(|attack| {
        let it = &attack.separation;
        let share = |value: f64| format!("{:.1}", 100.0 * value);
        vec![
            attack.title(screen.language),
            format!("{:.3} ({:.3}–{:.3})", it.auc, it.auc_low, it.auc_high),
            format!(
                "{} % ({}–{})",
                share(it.true_positives),
                share(it.true_positives_low),
                share(it.true_positives_high)
            ),
        ]
    });
    screen.tell(&screen.table(&header, rows.collect()));
}

fn attributes(found: &SyntheticEvaluated, screen: &Screen) {
    let header = [
        screen.say("attribute", "attribut"),
        screen.say("total variation", "variation totale"),
        screen.say("with another, mean", "avec un autre, moyenne"),
        screen.say("with another, largest", "avec un autre, maximum"),
    ];
    let rows = found.one_way.tables.iter().map(|one| {
        let with = || {
            found
                .two_way
                .tables
                .iter()
                .filter(|it| it.attributes.contains(&one.attributes[0]))
        };
        let mean = with().map(|it| it.variation).sum::<f64>() / with().count().max(1) as f64;
        let most = with().map(|it| it.variation).fold(0.0, f64::max);
        vec![
            one.attributes.join(", "),
            percent(one.variation),
            percent(mean),
            percent(most),
        ]
    });
    screen.tell(&screen.table(&header, rows.collect()));
}

fn models(task: &TaskUtility, screen: &Screen) {
    let (predicting, tested) = (
        screen.say("predicting", "prédire"),
        screen.say("tested on", "testé sur"),
    );
    let (rows, nothing) = (
        screen.say("real rows", "lignes réelles"),
        screen.say("knowing nothing", "sans rien savoir"),
    );
    screen.tell(&format!(
        "{predicting} {} · {tested} {} {rows} · {nothing} {}",
        task.target,
        task.test_rows,
        figure(task.majority)
    ));
    let names = [
        ("accuracy, real", "exactitude, réel"),
        ("accuracy, synthetic", "exactitude, synthétique"),
        ("AUC, real", "AUC, réel"),
        ("AUC, synthetic", "AUC, synthétique"),
    ];
    scores(task, names, screen);
}

/// The three criteria: risk beyond what people kept out, or chance, give.
fn criteria(found: &SyntheticEvaluated, screen: &Screen) {
    let Some(criteria) = &found.criteria else {
        return;
    };
    let header = [
        screen.say("criterion", "critère"),
        screen.say("attribute", "attribut"),
        screen.say("risk", "risque"),
        screen.say("upper bound", "borne supérieure"),
    ];
    let row = |name: &str, attribute: &str, it: &bauta::Criterion| {
        vec![
            name.to_owned(),
            attribute.to_owned(),
            figure(it.risk.risk),
            figure(it.risk.high),
        ]
    };
    let out = &criteria.singling_out;
    let mut rows = vec![
        row(
            screen.say(
                "singling out, one attribute",
                "individualisation, un attribut",
            ),
            "",
            &out.one,
        ),
        row(
            screen.say("singling out, several", "individualisation, plusieurs"),
            "",
            &out.several,
        ),
    ];
    rows.extend(
        criteria
            .linkability
            .iter()
            .map(|it| row(screen.say("linkability", "corrélation"), "", it)),
    );
    let inferred = criteria.inference.iter();
    rows.extend(inferred.map(|it| {
        row(
            screen.say("inference", "inférence"),
            &it.attribute,
            &it.criterion,
        )
    }));
    screen.tell(&screen.table(&header, rows));
}
