//! The released tables together: the verifier's view of links, households and parts.

use bauta_privacy::linked::{
    Link, Member, dangling, joined_values, joined_view, signatures, sizes,
};
use bauta_privacy::risk::household_risk;
use bauta_privacy::{Assessment, Background, Requirement, examine_with};
use bauta_table::{Attribute, Role, Table};

use super::plan::Plan;
use super::report::{HouseholdFinding, JoinedValues, LinkedReport};
use crate::driver::{Drafted, quasi_identifier_part};
use crate::project::Project;

/// The part of a release that has keys: all of it, or that with the quasi-identifiers.
pub(super) fn visible(drafted: &Drafted) -> Option<&Table> {
    drafted.release().and_then(quasi_identifier_part)
}

/// Step 4: what is found is told in the report.
pub(super) fn judged(
    project: &Project,
    plan: &Plan,
    drafts: &[Drafted],
    report: &mut LinkedReport,
) {
    let nothing = Table::default();
    let members: Vec<Member<'_>> = project
        .tables
        .iter()
        .zip(drafts)
        .map(|(table, drafted)| Member {
            name: &table.name,
            table: visible(drafted).unwrap_or(&nothing),
            counted: table.rows_known,
        })
        .collect();
    for link in &plan.links {
        let (child, parent) = (members[link.child].name, members[link.parent].name);
        let title = format!("every row of \"{child}\" finds its row of \"{parent}\"");
        report
            .guarantees
            .push((title, dangling(&members, link) == 0));
    }
    apart(plan, drafts, report, &members);
    for place in 0..members.len() {
        values(project, plan, drafts, &members, place, report);
    }
    for (place, table) in project.tables.iter().enumerate() {
        let wanted = table.joined_k.or(table.targets.k()).unwrap_or(1);
        let linked =
            |link: &Link| link.parent == place || (link.child == place && table.key.is_some());
        if table.joined_k.is_some() || plan.links.iter().any(linked) {
            let view = joined_view(&members, &plan.links, place, wanted);
            if wanted > 1 {
                report.guarantees.push((view.title(), view.holds()));
            }
            report.joined.push(view);
        }
        if let Some(household) = &table.household {
            households(project, plan, &members, (place, household), report);
        }
    }
}

/// What the joined view tells of the sensitive values of a table, seen from it and from each table that it points to: what is asked for them must
/// hold there too.
fn values(
    project: &Project,
    plan: &Plan,
    drafts: &[Drafted],
    members: &[Member<'_>],
    place: usize,
    report: &mut LinkedReport,
) {
    let asked = project.tables[place].targets.requirements().into_iter();
    let asked = asked.filter(|it| it.needs_sensitive() && !it.is_bucket_size());
    let asked: Vec<Requirement> = asked.collect();
    let points = plan.links.iter().any(|link| link.child == place);
    for seen_from in 0..members.len() {
        // A table that points to none shows of itself what was judged already.
        if seen_from == place && !points {
            continue;
        }
        let Some(rows) = joined_values(members, &plan.links, place, seen_from) else {
            continue;
        };
        let background = Background {
            hierarchies: Some(&drafts[place].checked.hierarchies),
            ..Background::default()
        };
        let found = examine_with(&rows, &asked, &background);
        let (table, from) = (members[place].name, members[seen_from].name);
        let titles = found.checked.iter().map(|(title, holds)| {
            let title = format!("{title} of \"{table}\" in the joined view of \"{from}\"");
            (title, *holds)
        });
        report.guarantees.extend(titles);
        report.values.push(JoinedValues {
            table: table.to_owned(),
            seen_from: from.to_owned(),
            verdict: Assessment::of(&found, None).verdict.about_values(),
        });
    }
}

/// Sensitive parts carry no key: they join by group only.
fn apart(plan: &Plan, drafts: &[Drafted], report: &mut LinkedReport, members: &[Member<'_>]) {
    for (place, drafted) in drafts.iter().enumerate() {
        let tables = drafted
            .release()
            .into_iter()
            .flat_map(bauta_privacy::Release::tables);
        let mut parts = tables
            .filter(|(part, _)| part.is_sensitive())
            .map(|(_, table)| table)
            .peekable();
        if parts.peek().is_none() {
            continue;
        }
        let keys = plan
            .domains
            .iter()
            .flatten()
            .filter(|(table, _)| *table == place);
        let keys: Vec<&String> = keys.map(|(_, attribute)| attribute).collect();
        let holds = parts.all(|table| !keys.iter().any(|key| table.index_of(key).is_ok()));
        report.guarantees.push((
            format!(
                "the sensitive values of \"{}\" join by group only",
                members[place].name
            ),
            holds,
        ));
    }
}

/// The risk of households, and how many look alike.
fn households(
    project: &Project,
    plan: &Plan,
    members: &[Member<'_>],
    (place, household): (usize, &str),
    report: &mut LinkedReport,
) {
    let table = members[place].table;
    let Ok(index) = table.index_of(household) else {
        return;
    };
    let column = &table.attributes()[index].column;
    let numbers = signatures(members, &plan.links, None).swap_remove(place);
    let alike = sizes(&numbers);
    let homes_of: Vec<u32> = column.codes().iter().collect();
    let risk = household_risk(homes_of.iter().copied(), column.dictionary().len(), |row| {
        1.0 / alike[numbers[row] as usize].max(1) as f64
    });
    let (settings, name) = (&project.tables[place], members[place].name);
    if let Some(most) = settings.max_household_risk {
        let title = format!("no household of \"{name}\" is found with a chance above {most}");
        report.guarantees.push((title, risk.max <= most + 1e-12));
    }
    // A table of the households, one row each, that the persons point to.
    let mut first = vec![u32::MAX; column.dictionary().len()];
    homes_of
        .iter()
        .enumerate()
        .rev()
        .for_each(|(row, &code)| first[code as usize] = row as u32);
    first.retain(|&row| row != u32::MAX);
    let key = Attribute {
        name: household.to_owned(),
        role: Role::Insensitive,
        column: column.picked(&first),
    };
    let homes = Table::from_attributes(vec![key]);
    let shown = format!("households of {name}");
    let mut with_homes = members.to_vec();
    with_homes.push(Member {
        name: &shown,
        table: &homes,
        counted: true,
    });
    let parent = members.len();
    let mut links = plan.links.clone();
    links.push(Link {
        child: place,
        from: household.to_owned(),
        parent,
        to: household.to_owned(),
    });
    let wanted = settings.household_k.unwrap_or(1);
    let view = joined_view(&with_homes, &links, parent, wanted);
    if wanted > 1 {
        report.guarantees.push((view.title(), view.holds()));
    }
    report.households.push(HouseholdFinding {
        table: name.to_owned(),
        risk,
        joined: view,
    });
}
