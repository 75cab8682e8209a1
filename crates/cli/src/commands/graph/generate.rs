//! `bauta graph generate`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{Extension, Spread, Universities, generate_graph};
use clap::Args;

use crate::output::Screen;

#[derive(Args)]
pub struct GenerateArgs {
    /// How many universities; one has about 135 000 triples and 600 professors
    #[arg(long, value_name = "N")]
    pub universities: u32,
    /// Where the graph goes: .nt, .ttl, .rdf, .jsonld and others, with or without .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Religions of professors
    #[arg(long, default_value = "uniform", value_parser = spread, value_name = "none|uniform|skewed")]
    pub religion: Spread,
    /// All nine religions where they are equally frequent, instead of eight
    #[arg(long)]
    pub nine_religions: bool,
    /// Politics of professors
    #[arg(long, default_value = "uniform", value_parser = spread, value_name = "none|uniform|skewed")]
    pub politics: Spread,
    /// Post codes: the first and how many
    #[arg(long, default_value = "80000,300", value_parser = codes, value_name = "FIRST,COUNT")]
    pub zipcodes: (u32, u32),
    /// Another property of professors with so many values
    #[arg(long, value_parser = generic, value_name = "NAME=COUNT")]
    pub generic: Vec<(String, u32)>,
    /// Leave these of professors' properties out
    #[arg(long, value_delimiter = ',', value_parser = without, value_name = "age|sex|zipcode")]
    pub without: Vec<String>,
    /// Nothing but the benchmark's own properties
    #[arg(long)]
    pub plain: bool,
    /// Nobody but professors, with their classes, interests and attributes
    #[arg(long)]
    pub professors_only: bool,
    /// Leave the ontology out
    #[arg(long)]
    pub no_ontology: bool,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &GenerateArgs, screen: &Screen) -> Result<u8> {
    let out = |name: &str| args.without.iter().any(|without| without == name);
    let extension = Extension {
        religion: args.religion,
        nine_religions: args.nine_religions,
        politics: args.politics,
        age: !out("age"),
        sex: !out("sex"),
        zipcode: Some(args.zipcodes).filter(|_| !out("zipcode")),
        generic: args.generic.clone(),
    };
    let asked = Universities {
        count: args.universities,
        seed: args.seed,
        extension: if args.plain {
            Extension::none()
        } else {
            extension
        },
        ontology: !args.no_ontology,
        professors_only: args.professors_only,
    };
    let triples = generate_graph(&asked, &args.output, args.force, &screen.bar())?;
    Ok(super::wrote(triples, &args.output, screen))
}

fn spread(word: &str) -> std::result::Result<Spread, String> {
    match word {
        "none" => Ok(Spread::None),
        "uniform" => Ok(Spread::Uniform),
        "skewed" => Ok(Spread::Skewed),
        _ => Err("none, uniform or skewed".to_owned()),
    }
}

fn without(word: &str) -> std::result::Result<String, String> {
    match word {
        "age" | "sex" | "zipcode" => Ok(word.to_owned()),
        _ => Err("age, sex or zipcode".to_owned()),
    }
}

fn codes(text: &str) -> std::result::Result<(u32, u32), String> {
    let parsed = text
        .split_once(',')
        .and_then(|(first, count)| Some((first.parse().ok()?, count.parse().ok()?)));
    parsed
        .filter(|&(_, count)| count > 0)
        .ok_or_else(|| "two numbers, such as 80000,300".to_owned())
}

fn generic(text: &str) -> std::result::Result<(String, u32), String> {
    let named = |name: &str| !name.is_empty() && name.chars().all(char::is_alphanumeric);
    let parsed = text
        .split_once('=')
        .and_then(|(name, count)| Some((name.to_owned(), count.parse().ok()?)));
    parsed
        .filter(|(name, count)| named(name) && *count > 0)
        .ok_or_else(|| "a name and a number, such as generic=30".to_owned())
}
