//! The flags that say what must hold. They are not written here: they come from the declarations of the privacy models.

use bauta::project::{Targets, own_key_help};
use bauta_privacy::models::{ModelParameter, ParameterDomain, ParameterValue, Target};
use bauta_privacy::{ALL, Distance, ModelDescriptor};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::number::{count, number};

/// The flag of the table of the population, which several models share.
const POPULATION: &str = "population-table";

/// What must hold.
#[derive(Clone, Default)]
pub struct TargetArgs {
    targets: Targets,
}

impl TargetArgs {
    pub fn targets(&self) -> Targets {
        self.targets.clone()
    }
}

/// The models that have a flag.
fn flagged() -> impl Iterator<Item = (&'static ModelDescriptor, &'static Target)> {
    ALL.iter()
        .filter_map(|model| Some((*model, model.target.as_ref()?)))
}

/// The parameters whose values a model's own flag takes, and those that have flags of their own.
fn parts(
    model: &'static ModelDescriptor,
    target: &Target,
) -> (Vec<&'static ModelParameter>, Vec<&'static ModelParameter>) {
    model
        .parameters
        .iter()
        .partition(|parameter| parameter.path[0] == target.key)
}

/// The flag of a model, with the values of its parameters, separated by commas.
fn flag_of(model: &'static ModelDescriptor, target: &'static Target) -> Arg {
    let (own, beside) = parts(model, target);
    let names: Vec<&str> = own.iter().map(|it| it.value_name).collect();
    let arg = match target.flag.strip_prefix("--") {
        Some(long) => Arg::new(target.key).long(long),
        None => Arg::new(target.key).short(target.flag.chars().last()),
    };
    let arg = arg
        .value_name(names.join(","))
        .help(target.help.en.trim_end_matches('.'))
        .allow_negative_numbers(true)
        .value_parser(move |text: &str| values(&own, text));
    let needed = beside.iter().filter(|it| !it.is_optional());
    let arg = needed.fold(arg, |arg, it| arg.requires(it.path[0]));
    if model.needs.population_table {
        arg.requires(POPULATION)
    } else {
        arg
    }
}

/// The flag of a parameter with a key of its own.
fn flag_beside(parameter: &'static ModelParameter, target: &Target) -> Arg {
    let key = parameter.path[0];
    let arg = Arg::new(key)
        .long(key)
        .value_name(parameter.value_name)
        .help(own_key_help(parameter))
        .value_parser(move |text: &str| values(&[parameter], text));
    if parameter.is_optional() {
        arg.requires(target.key)
    } else {
        arg.allow_negative_numbers(true)
    }
}

/// The values of some parameters, separated by commas.
fn values(parameters: &[&ModelParameter], text: &str) -> Result<Vec<ParameterValue>, String> {
    if let [parameter] = parameters {
        return Ok(vec![value(parameter, text)?]);
    }
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let pairs = parameters.iter().zip(&parts);
    let values: Option<Vec<ParameterValue>> =
        pairs.map(|(it, text)| value(it, text).ok()).collect();
    let complete = values.filter(|_| parts.len() == parameters.len());
    complete.ok_or_else(|| {
        let join = |words: Vec<String>| words.join(",");
        let names = parameters.iter().map(|it| it.value_name.to_owned());
        let starts = parameters.iter().map(|it| it.domain.start().to_string());
        format!(
            "expected {} such as {}",
            join(names.collect()),
            join(starts.collect())
        )
    })
}

fn value(parameter: &ModelParameter, text: &str) -> Result<ParameterValue, String> {
    match parameter.domain {
        ParameterDomain::Count { .. } => count(text).map(ParameterValue::Count),
        ParameterDomain::Number { .. } => number(text).map(ParameterValue::Number),
        ParameterDomain::Distance => distance(text).map(|it| ParameterValue::Distance(Some(it))),
    }
}

impl Args for TargetArgs {
    fn augment_args(command: Command) -> Command {
        let flags = flagged().flat_map(|(model, target)| {
            let beside = parts(model, target).1.into_iter();
            let beside = beside.map(|parameter| flag_beside(parameter, target));
            [flag_of(model, target)].into_iter().chain(beside)
        });
        let population = Arg::new(POPULATION)
            .long(POPULATION)
            .value_name("FILE")
            .help("A table of the population, with the quasi-identifiers");
        let flags = flags.chain([population]);
        command.args(flags.map(|flag| flag.help_heading("Targets")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for TargetArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = TargetArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (model, target) in flagged() {
            let (own, beside) = parts(model, target);
            let flags = [(target.key, own)].into_iter();
            let flags = flags.chain(beside.into_iter().map(|it| (it.path[0], vec![it])));
            for (id, parameters) in flags {
                let given = matches.get_one::<Vec<ParameterValue>>(id);
                for (value, parameter) in given.into_iter().flatten().zip(parameters) {
                    self.targets.set(parameter, Some(*value));
                }
            }
        }
        self.targets.population = matches.get_one::<String>(POPULATION).cloned();
        Ok(())
    }
}

fn distance(word: &str) -> Result<Distance, String> {
    word.parse().map_err(|()| {
        format!(
            "expected {}",
            Distance::ALL.map(Distance::name).join(" or ")
        )
    })
}
