//! `bauta graph count`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{
    Cost, CountAnswer, CountRequest, Groups, NoisyCounts, Terms, key, noisy_count, read_keys,
};
use clap::Args;

use crate::commands::{DONE, NO};
use crate::output::Screen;

#[derive(Args)]
pub struct CountArgs {
    /// The graph; several files are one graph
    #[arg(required = true, value_name = "GRAPH")]
    pub data: Vec<PathBuf>,
    /// Who is protected (TOML)
    #[arg(long, value_name = "FILE")]
    pub context: PathBuf,
    /// SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x … }, every pattern with ?x as its subject; also COUNT(*), COUNT(?v), GROUP BY
    #[arg(long, value_name = "SPARQL")]
    pub query: String,
    /// How much the answer may tell of one entity; answers add up
    #[arg(long, value_name = "EPSILON")]
    pub epsilon: f64,
    /// A group to be answered, whoever is in it; values of several variables with ";" between
    #[arg(long, value_name = "KEY", conflicts_with = "delta")]
    pub key: Vec<String>,
    /// A file with such a group on each line
    #[arg(long, value_name = "FILE", conflicts_with = "delta")]
    pub keys: Option<PathBuf>,
    /// Show groups that were not declared where enough are in them; a group of one passes with this chance at most
    #[arg(long, value_name = "DELTA")]
    pub delta: Option<f64>,
    /// Rows of an entity (or groups, or values) that count at the most; noise grows with it
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub most: u64,
    /// A file that keeps what answers have cost; without it nothing is added up
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    /// The budget of a new ledger
    #[arg(long, value_name = "EPSILON", requires = "ledger")]
    pub budget: Option<f64>,
    /// The part of the budget for groups that were not declared
    #[arg(long, default_value_t = 0.0, value_name = "DELTA", requires = "budget")]
    pub budget_delta: f64,
}

pub fn run(args: &CountArgs, screen: &Screen) -> Result<u8> {
    let request = CountRequest {
        data: args.data.clone(),
        context: args.context.clone(),
        query: args.query.clone(),
        terms: Terms {
            epsilon: args.epsilon,
            most: args.most,
            groups: groups(args)?,
        },
        ledger: args.ledger.clone(),
        budget: args.budget.map(|epsilon| Cost {
            epsilon,
            delta: args.budget_delta,
        }),
    };
    let answer = noisy_count(&request, &screen.bar())?;
    if screen.json {
        screen.print_json(&answer);
    } else {
        tell(&answer, screen);
    }
    Ok(if answer.answered { DONE } else { NO })
}

fn groups(args: &CountArgs) -> Result<Option<Groups>> {
    let mut keys: Vec<Vec<String>> = args.key.iter().map(|line| key(line)).collect();
    if let Some(path) = &args.keys {
        keys.extend(read_keys(path)?);
    }
    Ok(match args.delta {
        Some(delta) => Some(Groups::Threshold(delta)),
        None if keys.is_empty() => None,
        None => Some(Groups::Declared(keys)),
    })
}

fn tell(answer: &CountAnswer, screen: &Screen) {
    if let Some(found) = &answer.found {
        told(found, screen);
    }
    let Some(left) = &answer.left else { return };
    let (epsilon, delta) = (screen.figure(left.epsilon, 3), screen.figure(left.delta, 9));
    let mark = screen.mark(answer.answered);
    screen.tell(&match (screen.language, answer.answered) {
        ("fr", true) => format!("il reste ε = {epsilon}, δ = {delta}"),
        ("fr", false) => {
            format!("{mark} le budget ne suffit pas ; il reste ε = {epsilon}, δ = {delta}")
        }
        (_, true) => format!("left: ε = {epsilon}, δ = {delta}"),
        (_, false) => {
            format!("{mark} the budget does not pay for it; left: ε = {epsilon}, δ = {delta}")
        }
    });
}

fn told(found: &NoisyCounts, screen: &Screen) {
    let (deviation, epsilon) = (
        screen.figure(found.deviation, 2),
        screen.figure(found.epsilon, 3),
    );
    let noise = match screen.language {
        "fr" => format!("bruit d'écart type {deviation} ; ε = {epsilon}"),
        _ => format!("noise of standard deviation {deviation}; ε = {epsilon}"),
    };
    if let Some(count) = found.count {
        screen.tell(&format!("{count} ({noise})"));
        return;
    }
    let mut header: Vec<&str> = found.variables.iter().map(String::as_str).collect();
    header.push(screen.say("count", "effectif"));
    let rows = found.groups.iter().map(|group| {
        let mut row = group.key.clone();
        row.push(group.count.to_string());
        row
    });
    screen.tell(&screen.table(&header, rows.collect()));
    screen.tell(&noise);
    if let Some(threshold) = found.threshold {
        screen.tell(&match screen.language {
            "fr" => {
                format!("les groupes sont montrés à partir d'un effectif bruité de {threshold}")
            }
            _ => format!("groups are shown from a noisy count of {threshold} on"),
        });
    }
}
