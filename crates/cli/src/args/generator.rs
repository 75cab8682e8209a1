//! The arguments of `synthesize` that choose a generator, and those that only some generators have.

use bauta::KeepOut;
use bauta::synthesis::ALL;
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::pair;
use crate::number::number;

/// The generator, and settings of some generators.
#[derive(Args, Clone)]
#[command(next_help_heading = "Method")]
pub struct GeneratorArgs {
    #[arg(long, default_value = ids().next(), value_parser = PossibleValuesParser::new(ids()), value_name = "ID", help = titles())]
    pub method: String,
    /// noisy: ε of everything together, for one row more or less
    #[arg(long, default_value_t = 1.0, value_name = "E", allow_negative_numbers = true, value_parser = number)]
    pub epsilon: f64,
    /// noisy: a hierarchy file of a column, which declares the values that it can have (CSV without header: value;level 1;…;*)
    #[arg(long, value_name = "COL=FILE", value_parser = pair)]
    pub hierarchy: Vec<(String, String)>,
    /// noisy: the values that a column can have, words or spans of whole numbers (sex=f,m or age=0..120); may be given several times
    #[arg(long, value_name = "COL=VALUE,…", value_parser = pair)]
    pub values: Vec<(String, String)>,
    /// trees: columns in the order of learning; a target (--target) comes last
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub order: Vec<String>,
    /// The first column determines the second, as a diagnosis code does its label: synthetic rows keep that. May be given several times
    #[arg(long, value_name = "COL=COL", value_parser = pair)]
    pub determines: Vec<(String, String)>,
    /// Attack the generator with this many shadow models, each learnt with and without some people (100 is usual): can one tell who took part?
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub shadow_models: usize,
    /// Keep this share of the rows out of the model. Both parts are written, to evaluate with: the rows kept out, and the rows learnt from
    #[arg(long, value_name = "F=KEPT,TRAINING", value_parser = keep_out)]
    pub keep_out: Option<KeepOut>,
}

/// The ids of all generators, the usual one first.
fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|generator| generator.card().id)
}

/// All generators, each with what its rows are drawn from.
fn titles() -> String {
    let cards = ALL.iter().map(|generator| generator.card());
    let titles: Vec<String> = cards
        .map(|card| format!("{}: {}", card.id, card.title.en))
        .collect();
    titles.join("; ")
}

fn keep_out(text: &str) -> std::result::Result<KeepOut, String> {
    let parts = text
        .split_once('=')
        .and_then(|(share, files)| Some((share.parse().ok()?, files.rsplit_once(',')?)));
    parts
        .filter(|(_, (kept, training))| !kept.is_empty() && !training.is_empty())
        .map(|(share, (kept, training))| KeepOut {
            share,
            kept: kept.to_owned(),
            training: Some(training.to_owned()),
        })
        .ok_or_else(|| {
            "expected F=KEPT,TRAINING: a share, a file for the rows kept out and a file for the rows learnt from, such as 0.2=kept.csv,training.csv".to_owned()
        })
}
