//! From what was asked to what can be measured: the table in its roles, weights, population, households; or everything that is wrong.

use bauta_formats::Locator;
use bauta_privacy::PeopleUnits;
use bauta_table::{Fault, Progress, Role, Table};

use bauta_messages::Problems;
use bauta_messages::Result;
use bauta_run::ProjectInput;
use bauta_run::backend;
use bauta_run::differing_weights;
use bauta_run::driver::{Original, read_in_roles};
use bauta_run::places::{self, Target};
use bauta_run::project::Project;

use super::several_rows::{of_people, with_people};

/// Said where a population is counted row by row.
const POPULATION_OF_ROWS: &str = "people have several rows, and a table of the population is compared row by row; give the number of people instead, or keep one row of each person";

/// What to measure besides the classes.
#[derive(Debug, Clone, PartialEq)]
pub struct RiskOptions {
    /// The column of sampling weights.
    pub weight: Option<String>,
    /// The number of people in the population, or the place of a table of it.
    pub population: Option<String>,
    /// Rows by people in the population.
    pub sampling_fraction: Option<f64>,
    /// The column that numbers households.
    pub household: Option<String>,
    /// Rows that a class should have.
    pub target_k: u64,
    /// Different sensitive values that a class should have.
    pub target_l: u64,
    /// Largest sets of attributes that are looked at for special uniques; found by the size of the table if not given.
    pub suda_size: Option<usize>,
    /// The sampling fraction of the DIS score, where no other is known.
    pub dis_fraction: f64,
    /// How many outliers are listed.
    pub outliers: usize,
    /// Whether their values are told.
    pub show_values: bool,
    /// Where the figures of each row go.
    pub records: Option<String>,
    /// Whether that may be replaced.
    pub force: bool,
}

impl Default for RiskOptions {
    fn default() -> Self {
        RiskOptions {
            weight: None,
            population: None,
            sampling_fraction: None,
            household: None,
            target_k: 10,
            target_l: 3,
            suda_size: None,
            dis_fraction: 0.01,
            outliers: 20,
            show_values: false,
            records: None,
            force: false,
        }
    }
}

/// The population, as far as it is known.
pub(super) enum Population {
    /// Nothing is.
    Unknown,
    /// Its size.
    Size(f64),
    /// All of it, with the places of the quasi-identifiers.
    Table(Box<Table>, Vec<usize>),
}

/// Everything that measuring needs, checked.
pub(super) struct Ready {
    pub input: Locator,
    pub table: Table,
    /// What classes count, where people have several rows.
    pub units: Option<PeopleUnits>,
    pub quasi_identifiers: Vec<usize>,
    pub sensitive: Vec<usize>,
    /// The weight column, and the weight of each of its codes.
    pub weights: Option<(usize, Vec<f64>)>,
    pub household: Option<usize>,
    pub population: Population,
    pub records: Option<Locator>,
    pub notes: Vec<String>,
}

impl Ready {
    pub fn new(
        input: ProjectInput<'_>,
        options: &RiskOptions,
        progress: &dyn Progress,
    ) -> Result<Ready> {
        let project = input.project;
        let mut problems = Problems::default();
        problems.extend(project.roles.faults());
        problems.extend(options.faults());
        if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
            let needs = "bauta risk".to_owned();
            problems.push(Fault::NoneInRole {
                needs,
                role: Role::QuasiIdentifier,
                flag: "--qi",
            });
        }
        let records = options
            .records
            .as_ref()
            .and_then(|place| problems.take(place.parse::<Locator>()));
        let mut project = project.clone();
        let read = match backend::wanted(&project)? {
            None => read_in_roles(&mut project, input.opened, &mut problems, progress),
            Some(place) => {
                problems.extend(
                    options
                        .need_rows()
                        .into_iter()
                        .map(backend::needs_rows_in_reach),
                );
                let weight = options.weight.as_slice();
                problems.take(backend::original(&mut project, &place, weight, progress))
            }
        };
        let Some(Original {
            input,
            mut table,
            notes,
            ..
        }) = read
        else {
            return Err(problems.into_error());
        };
        let target = records.as_ref().map(Target::table);
        places::check(
            Some(&input),
            target.as_slice(),
            options.force,
            &mut problems,
        );
        if table.rows() == 0 {
            problems.push(Fault::NoRows);
        }
        let mut notes = notes;
        if table.weights().is_none() {
            table = with_people(&project, table, progress)?;
        }
        let units = PeopleUnits::of(&table);
        notes.extend(units.iter().flat_map(|units| of_people(&table, units)));
        let mut column = |name: &Option<String>| {
            problems.take(table.index_of(name.as_ref()?).map_err(|fault| vec![fault]))
        };
        // What the project says goes, unless flags say otherwise.
        let roles = &project.roles;
        let weight = options.weight.clone().or_else(|| roles.weight.clone());
        let own = options.household.clone();
        let household = own.or_else(|| roles.household.clone());
        let (weight, household) = (column(&weight), column(&household));
        let weights = weight.map(|index| (index, bauta_run::weights(&table, index, &mut problems)));
        if let (Some(units), Some((index, _))) = (&units, &weights) {
            let attribute = &table.attributes()[*index];
            let differs = units.differs(&attribute.column);
            problems.extend(differs.then(|| differing_weights(&attribute.name)));
        }
        let people = units.as_ref().map(|units| units.people as u64);
        let asked = (options, people);
        let population = population(&project, asked, &table, &mut problems, progress);
        problems.result()?;
        let quasi_identifiers = project.roles.quasi_identifier_indices(&table);
        let sensitive = table.with_role(Role::Sensitive);
        Ok(Ready {
            input,
            table,
            units,
            quasi_identifiers,
            sensitive,
            weights,
            household,
            population,
            records,
            notes,
        })
    }
}

impl Ready {
    /// What classes count: the table, or its people.
    pub fn counted(&self) -> &Table {
        self.units
            .as_ref()
            .map_or(&self.table, |units| &units.table)
    }

    /// The quasi-identifiers there.
    pub fn counted_quasi_identifiers(&self) -> Vec<usize> {
        match &self.units {
            Some(units) => units.table.with_role(Role::QuasiIdentifier),
            None => self.quasi_identifiers.clone(),
        }
    }
}

impl RiskOptions {
    /// What is asked for that single rows are needed for.
    fn need_rows(&self) -> Vec<&'static str> {
        let asked = [
            (self.household.is_some(), "--household"),
            (self.records.is_some(), "--records"),
        ];
        asked
            .into_iter()
            .filter(|(asked, _)| *asked)
            .map(|(_, what)| what)
            .collect()
    }

    fn is_size(&self) -> Option<f64> {
        self.population.as_ref()?.parse::<f64>().ok()
    }

    /// What is wrong whatever the table is.
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut refuse = |parameter: &str, given: String, allowed: &str| {
            let (parameter, allowed) = (parameter.to_owned(), allowed.to_owned());
            faults.push(Fault::OutOfRange {
                parameter,
                given,
                allowed,
            });
        };
        let share = |fraction: f64| fraction > 0.0 && fraction <= 1.0;
        for (name, fraction) in [
            ("sampling-fraction", self.sampling_fraction),
            ("dis-fraction", Some(self.dis_fraction)),
        ] {
            if let Some(fraction) = fraction.filter(|&fraction| !share(fraction)) {
                refuse(name, fraction.to_string(), "above 0 and at most 1");
            }
        }
        if let Some(size) = self
            .is_size()
            .filter(|size| !(size.is_finite() && *size >= 1.0))
        {
            refuse(
                "population",
                size.to_string(),
                "a whole number, 1 or more, or a table",
            );
        }
        for (name, given) in [("target-k", self.target_k), ("target-l", self.target_l)] {
            if given == 0 {
                refuse(name, given.to_string(), "a whole number, 1 or more");
            }
        }
        if self.suda_size == Some(0) {
            refuse("suda-size", "0".into(), "a whole number, 1 or more");
        }
        if self.population.is_some() && self.sampling_fraction.is_some() {
            let text = "the sampling fraction and the population say the same; give one of them";
            faults.push(Fault::Request(text.into()));
        }
        if self.weight.is_some() && self.population.is_some() && self.is_size().is_none() {
            let text = "weights and a population table say the same; give one of them";
            faults.push(Fault::Request(text.into()));
        }
        faults
    }
}

/// The population's size or table, as it was given.
fn population(
    project: &Project,
    (options, people): (&RiskOptions, Option<u64>),
    table: &Table,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Population {
    let Some(given) = &options.population else {
        return Population::Unknown;
    };
    let rows = table.counted_rows();
    if let Some(size) = options.is_size() {
        if size < people.unwrap_or(rows) as f64 {
            let of = people.map_or(format!("{rows} rows"), |people| format!("{people} people"));
            problems.push(Fault::Request(format!(
                "a population of {size} is smaller than the table, which has {of}; give the number of people that they were drawn from"
            )));
        }
        return Population::Size(size);
    }
    if people.is_some() {
        problems.push(Fault::Request(POPULATION_OF_ROWS.into()));
        return Population::Unknown;
    }
    let mut project = project.clone();
    project.targets.population = Some(given.clone());
    let Some(everybody) = bauta_run::population::read(&project, problems, progress) else {
        return Population::Unknown;
    };
    let people = everybody.counted_rows();
    if people < rows {
        problems.push(Fault::Request(format!(
            "the population table has {people} rows, fewer than the {rows} of the table; it must hold everybody"
        )));
    }
    let places = project
        .roles
        .quasi_identifiers
        .iter()
        .filter_map(|name| everybody.index_of(name).ok())
        .collect();
    Population::Table(Box::new(everybody), places)
}
