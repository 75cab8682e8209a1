//! A synthetic table by joined models, from a project file: `joined PROJECT trees K OUT [KEPT]` or `joined PROJECT noisy EPSILON OUT [KEPT]`.
//! With `KEPT`, a fifth of the rows has no part in it and is written there.

use bauta::{JoinedModel, JoinedOptions, Project, synthesize_joined};
use bauta_table::Silent;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [project, method, amount, output, kept @ ..] = arguments.as_slice() else {
        return Err("expected PROJECT trees|noisy AMOUNT OUT [KEPT]".into());
    };
    let model = match method.as_str() {
        "trees" => JoinedModel::Trees { k: amount.parse()? },
        _ => JoinedModel::Noisy { epsilon: amount.parse()? },
    };
    let options = JoinedOptions {
        model,
        rows: None,
        order: Vec::new(),
        drop: Vec::new(),
        keep_out: kept.first().map(|place| (0.2, place.clone())),
        seed: 1,
        output: output.clone(),
        force: true,
    };
    let made = synthesize_joined(&Project::load(project.as_ref())?, &options, &Silent)?;
    println!("{} rows from {}: {}", made.rows, made.original_rows, made.claim);
    made.notes.iter().for_each(|note| println!("note: {note}"));
    Ok(())
}
