//! `bauta synthesize --method trees|noisy`.

use bauta::project::Project;
use bauta::{Joined, JoinedModel, JoinedOptions, Result};
use bauta_table::Fault;

use super::DONE;
use crate::args::{SynthesizeArgs, hierarchies};
use crate::output::Screen;

pub fn run(project: &Project, args: &SynthesizeArgs, screen: &Screen) -> Result<u8> {
    let faults = misplaced(args);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let given = &args.joined;
    let mut project = project.clone();
    project.hierarchies.extend(hierarchies(&given.hierarchy));
    let options = JoinedOptions {
        model: match given.method.as_str() {
            "trees" => JoinedModel::Trees { k: args.k },
            _ => JoinedModel::Noisy {
                epsilon: given.epsilon,
            },
        },
        rows: args.rows,
        order: given.order.clone(),
        drop: args.search.drop.clone(),
        values: given.values.iter().cloned().collect(),
        keep_out: given.keep_out.clone(),
        allow_copies: args.allow_copies,
        seed: args.search.seed,
        output: args.output.clone(),
        force: args.force,
    };
    let made = {
        let bar = screen.bar();
        bauta::synthesize_joined(&project, &options, &bar)?
    };
    made.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&made);
    } else if args.output != "-" {
        tell(&made, screen);
    }
    Ok(DONE)
}

/// Options that only co-clusters understand.
fn misplaced(args: &SynthesizeArgs) -> Vec<Fault> {
    let given = [
        ("-l", args.l.is_some()),
        ("-t", args.t.is_some()),
        ("--clusters", args.clusters.is_some()),
        ("--given", !args.given.is_empty()),
        ("--margins", args.margins.is_some()),
        ("--model", args.model.is_some()),
        ("--save-model", args.save_model.is_some()),
    ];
    let wrong = given.iter().filter(|it| it.1);
    wrong
        .map(|(flag, _)| {
            Fault::Request(format!(
                "{flag} is for --method coclusters only; leave it out"
            ))
        })
        .collect()
}

fn tell(made: &Joined, screen: &Screen) {
    let written = match screen.language {
        "fr" => format!("{} lignes fictives écrites dans {}", made.rows, made.output),
        _ => format!("{} fictitious rows written to {}", made.rows, made.output),
    };
    screen.tell(&format!("{} {written}", screen.mark(true)));
    screen.tell(&format!(
        "  {}",
        bauta::sentence(screen.language, &made.claim)
    ));
    if let Some(copies) = made
        .copies
        .filter(|copies| copies.exchanged + copies.left_out > 0)
    {
        screen.tell(&match screen.language {
            "fr" => format!(
                "  {} copies de lignes réelles uniques défaites par échange, {} lignes écartées",
                copies.exchanged, copies.left_out
            ),
            _ => format!(
                "  {} copies of unique real rows broken by exchanges, {} rows left out",
                copies.exchanged, copies.left_out
            ),
        });
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
