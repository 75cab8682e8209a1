//! What is attacked with what: the tables, read and checked together.

use std::collections::BTreeMap;

use bauta_formats::Locator;
use bauta_table::{Attribute, Fault, Hierarchy, Progress, Role, Table};

use bauta_messages::Problems;
use bauta_messages::Result;
use bauta_run::driver::{cancelled, read_in_roles, read_options};
use bauta_run::hierarchies;
use bauta_run::project::Project;
use bauta_run::{Opened, ProjectInput};

/// What the attacker is given, and how much is tried.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackRequest {
    /// A file about people.
    pub against: Option<String>,
    /// Attributes that link it with the release: the release's name and the file's.
    pub on: Vec<(String, String)>,
    /// Columns that say whose row it is, which the release and the other file (or the other release) have in common.
    pub match_by: Vec<String>,
    /// The table before.
    pub original: Option<String>,
    /// People who are not in the original.
    pub control: Option<String>,
    /// Another release.
    pub second: Option<String>,
    /// Attributes of the first of two files that are joined by way of the release.
    pub left: Vec<String>,
    /// Attributes of the second.
    pub right: Vec<String>,
    /// How many sensitive values an attacker can exclude at most.
    pub exclude: usize,
    /// Attacks of each kind.
    pub attacks: usize,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Level of confidence of intervals.
    pub confidence: f64,
    /// How far a guessed number may be off, as a share of the true one.
    pub tolerance: f64,
    /// The answer is no if the upper bound of a risk is above this.
    pub fail_above: Option<f64>,
}

impl Default for AttackRequest {
    fn default() -> Self {
        AttackRequest {
            against: None,
            on: Vec::new(),
            match_by: Vec::new(),
            original: None,
            control: None,
            second: None,
            left: Vec::new(),
            right: Vec::new(),
            exclude: 3,
            attacks: 2000,
            seed: 1,
            confidence: 0.95,
            tolerance: 0.05,
            fail_above: None,
        }
    }
}

/// Tables that fit the request.
pub(crate) struct Ready {
    pub released: Table,
    pub roles: bauta_run::Roles,
    /// The file about people, its linking attributes named as in the release.
    pub against: Option<Table>,
    pub original: Option<Table>,
    pub control: Option<Table>,
    pub second: Option<Table>,
    pub hierarchies: BTreeMap<String, Hierarchy>,
    /// Columns that say whose row it is, in any of the tables.
    pub names: Vec<String>,
    /// Whether people have several rows, and it is not known whose the released rows are.
    pub untold: bool,
    pub notes: Vec<String>,
}

impl Ready {
    /// Names that the release shares with another table, except identifiers and some others.
    pub(crate) fn common(&self, other: &Table, except: &[&String]) -> Vec<String> {
        let attributes = self.released.attributes().iter();
        let shared = attributes
            .filter(|it| !matches!(it.role, Role::Identifier | Role::Person))
            .filter(|it| other.index_of(&it.name).is_ok())
            .filter(|it| !except.contains(&&it.name) && !self.names.contains(&it.name));
        shared.map(|it| it.name.clone()).collect()
    }
}

/// Reads all tables that are not open already, and tells everything that is wrong.
pub(crate) fn read(
    release: ProjectInput<'_>,
    opened_original: Option<&Opened>,
    request: &AttackRequest,
    progress: &dyn Progress,
) -> Result<Ready> {
    let project = release.project;
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(faults(project, request));
    let mut project = project.clone();
    let apart = Apart::take(&mut project);
    let released = read_in_roles(&mut project, release.opened, &mut problems, progress);
    apart.put_back(&mut project);
    let mut notes = Vec::new();
    let mut read = |place: &Option<String>,
                    opened: Option<&Opened>,
                    problems: &mut Problems|
     -> Option<Table> {
        let locator = problems.take(place.as_ref()?.parse::<Locator>())?;
        let read = match opened {
            Some(opened) => Ok(opened.source()),
            None => {
                bauta_formats::read(&locator, &read_options(&project), progress).map_err(cancelled)
            }
        };
        let source = problems.take(read)?;
        notes.extend(source.notes);
        if source.table.rows() == 0 {
            problems.push(Fault::NoRows);
        }
        Some(source.table)
    };
    let against = read(&request.against, None, &mut problems);
    let original = read(&request.original, opened_original, &mut problems);
    let control = read(&request.control, None, &mut problems);
    let second = read(&request.second, None, &mut problems);
    let mut named = project.clone();
    named
        .roles
        .quasi_identifiers
        .extend(request.on.iter().map(|(name, _)| name.clone()));
    // A hierarchy that is built is built of the rows that the release was made of.
    let hierarchies = hierarchies::load(&named, original.as_ref(), &mut problems);
    let Some(released) = released else {
        return Err(problems.into_error());
    };
    if released.table.rows() == 0 {
        problems.push(Fault::NoRows);
    }
    let against = against.map(|table| renamed(table, &request.on, &mut problems));
    notes.splice(0..0, released.notes);
    let released = released.table;
    let mut ready = Ready {
        released,
        roles: project.roles.clone(),
        names: Vec::new(),
        untold: false,
        against,
        original,
        control,
        second,
        hierarchies,
        notes,
    };
    problems.extend(lacking(&ready, request));
    problems.extend(ready.unknown());
    problems.result()?;
    ready.with_people(&project, request, progress)?;
    Ok(ready)
}

/// Roles of columns that a release may lack, since they are not published.
struct Apart([Vec<String>; 3], [Option<String>; 2]);

impl Apart {
    fn take(project: &mut Project) -> Apart {
        let roles = &mut project.roles;
        let lists = [&mut roles.identifiers, &mut roles.person, &mut roles.drop];
        let lists = lists.map(std::mem::take);
        let names = [&mut roles.weight, &mut roles.household];
        Apart(lists, names.map(Option::take))
    }

    fn put_back(self, project: &mut Project) {
        let roles = &mut project.roles;
        let Apart([identifiers, person, drop], [weight, household]) = self;
        // A layout may have said which columns identify.
        roles.identifiers.extend(identifiers);
        (roles.person, roles.drop) = (person, drop);
        (roles.weight, roles.household) = (weight, household);
    }
}

/// The linking attributes of a file about people, named as in the release.
fn renamed(table: Table, on: &[(String, String)], problems: &mut Problems) -> Table {
    problems.extend(
        on.iter()
            .filter_map(|(_, theirs)| table.index_of(theirs).err()),
    );
    let new_name = |name: &String| {
        on.iter()
            .find(|(_, theirs)| theirs == name)
            .map(|(ours, _)| ours.clone())
    };
    let is_taken = |name: &String| on.iter().any(|(ours, _)| ours == name);
    let attributes = table.into_attributes().into_iter().filter_map(|attribute| {
        match new_name(&attribute.name) {
            Some(name) => Some(Attribute { name, ..attribute }),
            // Another column that happens to have the name of a linking one.
            None if is_taken(&attribute.name) => None,
            None => Some(attribute),
        }
    });
    Table::from_attributes(attributes.collect())
}

/// What is wrong with the request whatever the tables are.
fn faults(project: &Project, request: &AttackRequest) -> Vec<Fault> {
    let wrong = |parameter: &str, given: String, allowed: &str| Fault::OutOfRange {
        parameter: parameter.into(),
        given,
        allowed: allowed.into(),
    };
    let mut faults = Vec::new();
    if request.attacks == 0 {
        faults.push(wrong("attacks", "0".into(), "1 or more; 2000 are usual"));
    }
    if !(request.confidence > 0.0 && request.confidence < 1.0) {
        faults.push(wrong(
            "confidence",
            request.confidence.to_string(),
            "above 0 and below 1; 0.95 is usual",
        ));
    }
    if !(0.0..1.0).contains(&request.tolerance) {
        faults.push(wrong(
            "tolerance",
            request.tolerance.to_string(),
            "from 0 to below 1; 0.05 is usual",
        ));
    }
    if request
        .fail_above
        .is_some_and(|limit| !(0.0..=1.0).contains(&limit))
    {
        let given = request.fail_above.unwrap_or_default().to_string();
        faults.push(wrong("fail-above", given, "a share from 0 to 1"));
    }
    let by_place = project.roles.layout.is_some();
    let of_classes =
        !project.roles.quasi_identifiers.is_empty() && !project.roles.sensitive.is_empty();
    let tables = [&request.against, &request.original, &request.second];
    if !of_classes && !by_place && tables.iter().all(|table| table.is_none()) {
        faults.push(Fault::Request(
            "there is nothing to attack with; give --qi and --sensitive, or --against, --original or --second".into(),
        ));
    }
    if request.control.is_some() && request.original.is_none() {
        faults.push(Fault::Request(
            "a control needs the original that it is compared with; give --original".into(),
        ));
    }
    if !request.on.is_empty() && request.against.is_none() {
        faults.push(Fault::Request(
            "--on says how a file is linked; give the file with --against".into(),
        ));
    }
    if request.left.is_empty() != request.right.is_empty() {
        faults.push(Fault::Request(
            "two files are joined: give --left and --right, or neither".into(),
        ));
    }
    let both = request
        .left
        .iter()
        .filter(|name| request.right.contains(name));
    faults.extend(both.map(|name| {
        Fault::Request(format!(
            "\"{name}\" is in --left and in --right; keep one of them"
        ))
    }));
    faults
}

/// Names that a table should have and does not.
fn lacking(ready: &Ready, request: &AttackRequest) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut needs = |table: &Table, name: &String, lack: &str| {
        if table.index_of(name).is_err() {
            faults.push(Fault::Request(format!(
                "{lack} \"{name}\"; name one that it has, or leave it out"
            )));
        }
    };
    request
        .on
        .iter()
        .for_each(|(ours, _)| needs(&ready.released, ours, "the release has no attribute"));
    for name in &request.match_by {
        needs(&ready.released, name, "the release has no attribute");
        let others = [
            (
                &ready.against,
                "the file given with --against has no attribute",
            ),
            (&ready.second, "the second release has no attribute"),
            (
                &ready
                    .original
                    .as_ref()
                    .filter(|_| ready.against.is_none() && ready.second.is_none())
                    .cloned(),
                "the original has no attribute",
            ),
        ];
        others
            .iter()
            .for_each(|(table, lack)| table.iter().for_each(|table| needs(table, name, lack)));
    }
    if let Some(against) = ready.against.as_ref().filter(|_| request.on.is_empty()) {
        let qis = &ready.roles.quasi_identifiers;
        qis.iter().for_each(|name| {
            needs(
                against,
                name,
                "the file given with --against has no attribute",
            );
        });
    }
    if let Some(original) = &ready.original {
        let named = ready
            .roles
            .quasi_identifiers
            .iter()
            .chain(&ready.roles.sensitive);
        named.for_each(|name| needs(original, name, "the original has no attribute"));
        for name in request.left.iter().chain(&request.right) {
            needs(original, name, "the original has no attribute");
            needs(&ready.released, name, "the release has no attribute");
        }
    }
    faults
}
