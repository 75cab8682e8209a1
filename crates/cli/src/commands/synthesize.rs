//! `bauta synthesize`.

use bauta::{
    CoclusterReport, CopyCounts, JoinedReport, MembershipAttack, MembershipReading, Project,
    Result, Synthesis, SyntheticReading, WrittenParts,
};

use super::{DONE, NO};
use crate::args::{SynthesizeArgs, TargetArgs, hierarchies, project};
use crate::output::Screen;

pub fn run(args: &SynthesizeArgs, screen: &Screen) -> Result<u8> {
    screen.one_on_stdout(std::slice::from_ref(&args.output))?;
    let mut project = if args.data.data.ends_with(".toml") {
        Project::load(std::path::Path::new(&args.data.data))?
    } else {
        project(&args.data, &args.roles, &TargetArgs::default())?
    };
    project
        .hierarchies
        .extend(hierarchies(&args.generator.hierarchy));
    let answer = {
        let bar = screen.bar();
        bauta::synthesize(&args.request(&project), &bar)?
    };
    let to_file = args.output != "-";
    Ok(match answer {
        Synthesis::Coclusters(made) => {
            made.notes.iter().for_each(|note| screen.note(note));
            if screen.json {
                screen.print_json(&made);
            } else if to_file {
                tell_written(made.rows, &made.output, &made.membership, screen);
                tell_clusters(&made, screen);
                tell_parts(made.parts.as_ref(), &made.output, screen);
            }
            tell_membership(&made.membership, to_file, screen)
        }
        Synthesis::Joined(made) => {
            made.notes.iter().for_each(|note| screen.note(note));
            if screen.json {
                screen.print_json(&made);
            } else if to_file {
                tell_written(made.rows, &made.output, &made.membership, screen);
                tell_joined(&made, screen);
                tell_parts(made.parts.as_ref(), &made.output, screen);
            }
            tell_membership(&made.membership, to_file, screen)
        }
        Synthesis::Unreachable(why) => {
            let why = bauta::sentence(screen.language, &why);
            if screen.json {
                screen.print_json(&serde_json::json!({ "reached": false, "why": why }));
            }
            screen.tell(&format!("{} {why}", screen.mark(false)));
            NO
        }
    })
}

/// Whether shadow models tell who took part: the status is no if they do.
fn tell_membership(attacks: &[MembershipAttack], to_file: bool, screen: &Screen) -> u8 {
    let Some(found) = MembershipReading::of(attacks) else {
        return DONE;
    };
    if !screen.json && to_file {
        let sentence = bauta::sentence(screen.language, &found.sentence);
        screen.tell(&format!("• {sentence}"));
        super::synthetic::membership(attacks, screen);
    }
    if found.reading == SyntheticReading::Bad {
        NO
    } else {
        DONE
    }
}

/// A tick, unless shadow models tell who took part.
fn tell_written(rows: u64, output: &str, attacks: &[MembershipAttack], screen: &Screen) {
    let written = match screen.language {
        "fr" => format!("{rows} lignes fictives écrites dans {output}"),
        _ => format!("{rows} fictitious rows written to {output}"),
    };
    let found = MembershipReading::of(attacks);
    let protects = found.is_none_or(|found| found.reading != SyntheticReading::Bad);
    screen.tell(&format!("{} {written}", screen.mark(protects)));
}

/// How the table is evaluated with the rows that were kept out.
fn tell_parts(parts: Option<&WrittenParts>, output: &str, screen: &Screen) {
    let Some(WrittenParts { kept, training }) = parts else {
        return;
    };
    let (learnt, apart) = (
        screen.say("rows learnt from", "lignes d'apprentissage"),
        screen.say("rows kept out", "lignes tenues à l'écart"),
    );
    let next = screen.say("to evaluate", "pour évaluer");
    screen.tell(&format!("  {learnt}: {training} · {apart}: {kept}"));
    screen.tell(&format!(
        "  {next}: bauta evaluate {training} {output} --synthetic --holdout {kept}"
    ));
}

fn tell_clusters(made: &CoclusterReport, screen: &Screen) {
    let fr = screen.language == "fr";
    let clusters = if fr {
        format!(
            "{} clusters de lignes × {} clusters de modalités ; de {} à {} lignes (k = {})",
            made.row_clusters,
            made.modality_clusters,
            made.smallest_cluster,
            made.largest_cluster,
            made.k
        )
    } else {
        format!(
            "{} clusters of rows × {} clusters of modalities; from {} to {} rows (k = {})",
            made.row_clusters,
            made.modality_clusters,
            made.smallest_cluster,
            made.largest_cluster,
            made.k
        )
    };
    screen.tell(&format!("  {clusters}"));
    if let (Some(criterion), Some(level), Some(null)) =
        (made.criterion, made.level, made.null_criterion)
    {
        let line = if fr {
            format!("critère {criterion:.1} (un seul cluster : {null:.1}) ; niveau {level:.3}")
        } else {
            format!("criterion {criterion:.1} (a single cluster: {null:.1}); level {level:.3}")
        };
        screen.tell(&format!("  {line}"));
    }
    tell_copies(&made.copies, made.rows, screen);
    screen.tell(&format!(
        "  {}",
        screen.say(
            "verified: clusters, columns, types, domains and copies, counted again from the rows",
            "vérifié : clusters, colonnes, types, domaines et copies, recomptés à partir des lignes"
        )
    ));
}

fn tell_copies(copies: &CopyCounts, rows: u64, screen: &Screen) {
    let (equal, unique, broken) = (
        copies.equal_to_a_real_row,
        copies.equal_to_a_unique_row,
        copies.broken,
    );
    let mut line = match screen.language {
        "fr" => format!(
            "{equal} lignes sur {rows} sont égales à une ligne réelle, dont {unique} à une ligne réelle unique"
        ),
        _ => format!(
            "{equal} of {rows} rows equal a real row, {unique} of them a real row that is unique"
        ),
    };
    if broken > 0 {
        line += &match screen.language {
            "fr" => format!(" ; {broken} copies de lignes uniques défaites par échange"),
            _ => format!("; {broken} copies of unique rows broken by exchanges"),
        };
    }
    screen.tell(&format!("  {line}"));
}

fn tell_joined(made: &JoinedReport, screen: &Screen) {
    screen.tell(&format!(
        "  {}",
        bauta::sentence(screen.language, &made.claim)
    ));
    if let Some(copies) = &made.copies {
        tell_copies(copies, made.rows, screen);
    }
    if let Some(privacy) = &made.privacy {
        let header = [
            screen.say("question", "question"),
            screen.say("times", "fois"),
            "ε",
            screen.say("noise", "bruit"),
        ];
        let rows = ["one-way", "choice", "table"].map(|question| {
            let own = || privacy.spent.iter().filter(|it| it.question == question);
            let name = match question {
                "one-way" => screen.say("tables of one column", "tables à une colonne"),
                "choice" => screen.say("choices of the network", "choix du réseau"),
                _ => screen.say("tables of the network", "tables du réseau"),
            };
            let (epsilon, scale) = (
                own().map(|it| it.epsilon).sum::<f64>(),
                own().map(|it| it.scale).fold(0.0, f64::max),
            );
            vec![
                name.to_owned(),
                own().count().to_string(),
                format!("{epsilon:.4}"),
                format!("± {scale:.1}"),
            ]
        });
        screen.tell(&screen.table(&header, rows.to_vec()));
    }
}
