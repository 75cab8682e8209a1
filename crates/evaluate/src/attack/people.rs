//! People with several rows: whose the rows of each table are, and what an attacker can make of it.

use bauta_messages::Result;
use bauta_privacy::attack::{person_of_row, shows_people};
use bauta_run::project::Project;
use bauta_run::shown_people;
use bauta_table::{Fault, Progress, Table};

use super::request::Ready;
use super::{AttackRequest, UnknownRisk};

impl Ready {
    /// Names that no table has.
    pub(super) fn unknown(&self) -> Vec<Fault> {
        let others = [&self.against, &self.original, &self.control, &self.second];
        let tables = std::iter::once(&self.released).chain(others.into_iter().flatten());
        let names = tables.flat_map(|table| table.attributes().iter().map(|it| it.name.as_str()));
        let names: Vec<&str> = names.collect();
        let roles = bauta_run::Roles {
            identifiers: self.roles.identifiers.clone(),
            person: self.roles.person.clone(),
            drop: self.roles.drop.clone(),
            ..bauta_run::Roles::default()
        };
        roles.unknown(names.into_iter())
    }

    /// Gives all tables their roles, and says whose row each one is.
    pub(super) fn with_people(
        &mut self,
        project: &Project,
        request: &AttackRequest,
        progress: &dyn Progress,
    ) -> Result<()> {
        let mut project = project.clone();
        if project.roles.person.is_empty() {
            project.roles.person.clone_from(&request.match_by);
        }
        let roles = &project.roles;
        let names = roles.person.iter().chain(&roles.identifiers);
        self.names = names.cloned().collect();
        self.names.extend(project.pseudonym().map(str::to_owned));
        let others = [
            &mut self.against,
            &mut self.original,
            &mut self.control,
            &mut self.second,
        ];
        for table in others.into_iter().flatten().chain([&mut self.released]) {
            project.roles.assign(table);
            let (with_people, column) = shown_people(&project, std::mem::take(table), progress)?;
            *table = with_people;
            self.names.extend(column);
        }
        Ok(())
    }
}

/// How many people a table has, where they have several rows.
pub(super) fn count(table: &Table) -> Option<u64> {
    let people = person_of_row(table)?;
    people.iter().max().map(|&most| u64::from(most) + 1)
}

/// Finds whose the released rows are where the release does not say it, and notes what follows from people having several rows.
pub(super) fn tell(ready: &mut Ready, request: &AttackRequest, notes: &mut Vec<String>) {
    let released = person_of_row(&ready.released).is_some();
    let others = [&ready.against, &ready.original].into_iter().flatten();
    let several = others
        .filter(|table| person_of_row(table).is_some())
        .count()
        > 0;
    let says = |name: &String| ready.released.index_of(name).is_ok();
    if !released && several && !ready.names.iter().any(says) {
        let person_of = ready.original.as_ref().and_then(person_of_row);
        let sources = super::link::sources(ready, request);
        let owners = person_of.zip(sources).map(|(person_of, sources)| {
            let owner = |&from: &u32| person_of[from as usize];
            sources.iter().map(owner).collect::<Vec<u32>>()
        });
        match owners {
            Some(owners) => {
                let table = std::mem::take(&mut ready.released);
                ready.released = bauta_run::with_hidden_people(table, &owners);
            }
            None => ready.untold = true,
        }
    }
    if ready.untold {
        notes.push(UNTOLD.into());
    } else if let Some(people) = count(&ready.released) {
        notes.push(bauta_run::several_rows(
            ready.released.rows(),
            people as usize,
        ));
        notes.push(match shows_people(&ready.released) {
            true => TOGETHER.into(),
            false => BY_ROW.into(),
        });
    }
}

/// Said where whose the released rows are is not known.
const UNTOLD: &str = "people have several rows, and the release does not say whose its rows are: linkage and classes are left out; --person or --match-by names a column of it that says so";

/// Said where all rows of a person are matched.
const TOGETHER: &str = "a reader of the release sees which rows are one person's: people are matched on all their rows";

/// Said where single rows are matched.
const BY_ROW: &str = "a reader of the release does not see which rows are one person's: a person is matched on the row that fits the fewest people";

/// The risks that rest on whose the released rows are.
pub(super) fn untold_risks(sensitive: &[String]) -> Vec<UnknownRisk> {
    let unknown = |attack, attribute: Option<&String>| UnknownRisk {
        attack,
        attribute: attribute.cloned(),
        reason: "people have several rows, and it is not known whose the released rows are".into(),
    };
    let of_attributes = sensitive.iter().flat_map(|name| {
        ["attribute-linkage", "homogeneity"].map(|attack| unknown(attack, Some(name)))
    });
    std::iter::once(unknown("record-linkage", None))
        .chain(of_attributes)
        .collect()
}
