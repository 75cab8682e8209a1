//! The release of a folder, predicate by predicate, each file by one query; and the counts of what was written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array};
use bauta_engines::triples::{Predicate, id_of, links_of, part, terms_of, write_list};
use bauta_graph::Id;
use bauta_table::Stage;

use super::asked::{Asked, links};
use super::entities::Named;
use super::names::{Names, extending, write_fresh};
use super::summary::{Published, Summary};
use bauta_messages::{Error, Result};

/// Triples of a file.
const ROWS: u64 = 16 << 20;

/// What is published of combinations and shared, by the numbers of the folder.
pub(super) struct Plan {
    /// For each combination the object of each attribute, then its groups; by column of the table of entities.
    pub(super) objects: Vec<Vec<Option<i64>>>,
    /// How many groups a combination has at most: the last columns of `objects`.
    pub(super) groups: usize,
    /// Predicates of new triples that entities share.
    shared: Vec<String>,
    in_group: String,
}

impl Plan {
    /// Numbers everything that is published, and makes the tables `fresh` and `shared`.
    pub(super) fn of(
        asked: &Asked<'_>,
        (summary, published): (&Summary, &Published),
        names: &mut Names,
        in_group: String,
    ) -> Result<Plan> {
        let mut ids: BTreeSet<Id> = published
            .rows
            .iter()
            .flat_map(|row| row.groups.iter().copied())
            .collect();
        ids.extend(
            published
                .rows
                .iter()
                .flat_map(|row| row.objects.iter().flatten().copied()),
        );
        ids.extend(
            published
                .shared
                .iter()
                .flat_map(|triple| [triple.subject, triple.object]),
        );
        let texts = summary.texts(&ids, &mut || names.fresh());
        let number: BTreeMap<Id, i64> = texts.iter().map(|(&id, text)| (id, id_of(text))).collect();
        let of = |id: Id| number.get(&id).copied().unwrap_or_default();
        let folder = asked.aside.join("fresh");
        let (numbers, texts): (Vec<i64>, Vec<String>) =
            texts.into_iter().map(|(id, text)| (of(id), text)).unzip();
        write_fresh(&folder.join("shared.parquet"), &numbers, &texts)?;
        asked.tables.register("fresh", &folder)?;
        let groups = published.groups();
        let row = |row: &super::summary::Row| {
            let mut objects: Vec<Option<i64>> =
                row.objects.iter().map(|object| object.map(of)).collect();
            objects.extend((0..groups).map(|place| row.groups.get(place).map(|&group| of(group))));
            objects
        };
        let objects = published.rows.iter().map(row).collect();
        let predicates = published
            .shared
            .iter()
            .map(|triple| summary.graph.dictionary.text(triple.predicate));
        let shared: BTreeSet<&str> = predicates.collect();
        let shared: Vec<String> = shared.into_iter().map(str::to_owned).collect();
        let place = |id: Id| {
            shared
                .iter()
                .position(|text| text == summary.graph.dictionary.text(id))
        };
        let column = |value: &dyn Fn(&bauta_graph::Triple) -> i64| -> ArrayRef {
            Arc::new(Int64Array::from_iter_values(
                published.shared.iter().map(value),
            ))
        };
        let columns = vec![
            (
                "predicate",
                column(&|triple| place(triple.predicate).unwrap_or(0) as i64),
            ),
            ("subject", column(&|triple| of(triple.subject))),
            ("object", column(&|triple| of(triple.object))),
        ];
        asked.given("shared", columns)?;
        Ok(Plan {
            objects,
            groups,
            shared,
            in_group,
        })
    }

    /// The columns of the table of entities that hold groups.
    fn group_columns(&self, named: &Named) -> Vec<String> {
        let sensitive = named
            .attributes
            .iter()
            .filter(|attribute| attribute.column.starts_with('s'));
        sensitive
            .take(self.groups)
            .map(|attribute| attribute.column.clone())
            .collect()
    }

    /// For each column of the table of entities what stands in it afterwards, by combination.
    pub(super) fn labels(&self, named: &Named) -> Vec<Vec<Option<String>>> {
        let groups = self.group_columns(named);
        let attributes = named.attributes.len();
        let place =
            |column: usize, name: &String| match groups.iter().position(|group| group == name) {
                Some(group) => attributes + group,
                None => column,
            };
        let columns = named.columns();
        let label = |place: usize| -> Vec<Option<String>> {
            let number = |row: &Vec<Option<i64>>| {
                row.get(place)
                    .copied()
                    .flatten()
                    .map(|number| number.to_string())
            };
            self.objects.iter().map(number).collect()
        };
        columns
            .iter()
            .enumerate()
            .map(|(column, name)| label(place(column, name)))
            .collect()
    }
}

/// What a predicate of the release is made of.
struct Part {
    text: String,
    /// The predicate that it was, and whether entities lose their links.
    source: Option<(usize, bool)>,
    /// Columns of the published table.
    columns: Vec<String>,
    shared: Option<usize>,
    files: u64,
}

impl Part {
    /// All links, with their new names, in an order that tells nothing of the old ones.
    fn query(&self, number: u64) -> String {
        let mut parts = Vec::new();
        if let Some((source, loses)) = self.source {
            let kept = if loses {
                " AND coalesce(s.entity, false) = false"
            } else {
                ""
            };
            parts.push(format!(
                "SELECT coalesce(s.new, d.subject) AS subject, d.object AS object FROM {} AS d \
                 LEFT JOIN names AS s ON d.subject = s.old LEFT JOIN naming AS n ON d.object = n.id WHERE n.id IS NULL{kept}",
                links(source)
            ));
        }
        parts.extend(self.columns.iter().map(|column| {
            format!(
                "SELECT s.new AS subject, CAST(p.{column} AS BIGINT) AS object FROM published AS p \
                 JOIN names AS s ON p.entity = s.old WHERE p.{column} IS NOT NULL"
            )
        }));
        parts.extend(
            self.shared.map(|place| {
                format!("SELECT subject, object FROM shared WHERE predicate = {place}")
            }),
        );
        let (all, files) = (parts.join(" UNION ALL "), self.files);
        format!(
            "SELECT u.subject AS subject, coalesce(o.new, u.object) AS object FROM ({all}) AS u \
             LEFT JOIN names AS o ON u.object = o.old WHERE u.subject % {files} = {number} ORDER BY subject, object"
        )
    }
}

/// The predicates of the release: those of the folder, then new ones.
fn parts(asked: &Asked<'_>, named: &Named, plan: &Plan, cut: bool) -> Vec<Part> {
    let quasi = |number: usize| {
        let found = named
            .attributes
            .iter()
            .filter(|it| it.number == number && it.column.starts_with('q'));
        found.map(|it| it.column.clone()).collect::<Vec<_>>()
    };
    let sensitive = |number: usize| {
        cut && named
            .attributes
            .iter()
            .any(|it| it.number == number && it.column.starts_with('s'))
    };
    let shared = |text: &str| plan.shared.iter().position(|known| known == text);
    let files = |triples: u64| triples.div_ceil(ROWS).max(1);
    let mut parts: Vec<Part> = Vec::new();
    for predicate in &asked.predicates {
        let columns = quasi(predicate.number);
        let loses = !columns.is_empty()
            || sensitive(predicate.number)
            || named.identifiers.contains(&predicate.number);
        let (text, source) = (predicate.text.clone(), Some((predicate.number, loses)));
        parts.push(Part {
            shared: shared(&text),
            text,
            source,
            columns,
            files: files(predicate.triples),
        });
    }
    let new = plan
        .shared
        .iter()
        .chain((plan.groups > 0).then_some(&plan.in_group));
    for text in new {
        if !parts.iter().any(|part| part.text == *text) {
            let text = text.clone();
            parts.push(Part {
                shared: shared(&text),
                text,
                source: None,
                columns: Vec::new(),
                files: files(asked.triples()),
            });
        }
    }
    if let Some(part) = parts.iter_mut().find(|part| part.text == plan.in_group) {
        part.columns.extend(plan.group_columns(named));
    }
    parts
}

/// Writes the folder; its predicates and how many triples each has. Their tables are called `released0`, ….
pub(super) fn written(
    asked: &Asked<'_>,
    named: &Named,
    plan: &Plan,
    cut: bool,
    folder: &Path,
) -> Result<Vec<Predicate>> {
    let made = |path: PathBuf| {
        std::fs::create_dir_all(&path)
            .map_err(|source| bauta_formats::Error::io(&path, source))
            .map(|()| path)
    };
    let parts = parts(asked, named, plan, cut);
    let all = parts.len() as u64;
    let mut predicates: Vec<Predicate> = Vec::new();
    for (done, it) in parts.into_iter().enumerate() {
        let number = predicates.len();
        let place = made(links_of(folder, number))?;
        let mut triples = 0;
        for file in 0..it.files {
            let path = place.join(part(file as usize));
            let rows = asked.tables.write(&it.query(file), &path, asked.progress)?;
            if rows == 0 {
                let _ = std::fs::remove_file(&path);
            }
            triples += rows;
        }
        asked
            .progress
            .tell(Stage::Write, done as u64 + 1, Some(all));
        if triples > 0 {
            asked.tables.register(&released(number), &place)?;
            predicates.push(Predicate {
                number,
                text: it.text,
                triples,
            });
        } else {
            std::fs::remove_dir_all(&place)
                .map_err(|source| bauta_formats::Error::io(&place, source))?;
        }
    }
    terms(asked, &predicates, &made(terms_of(folder))?)?;
    asked.tables.register("kept", &terms_of(folder))?;
    write_list(folder, &predicates)?;
    Ok(predicates)
}

/// The table of a predicate of the release.
fn released(number: usize) -> String {
    format!("released{number}")
}

/// The numbers that occur in the release.
fn used(predicates: &[Predicate]) -> String {
    let of = |predicate: &Predicate| {
        let table = released(predicate.number);
        format!("SELECT subject AS id FROM {table} UNION SELECT object AS id FROM {table}")
    };
    predicates
        .iter()
        .map(of)
        .collect::<Vec<_>>()
        .join(" UNION ")
}

/// Terms that occur in the release and no others, ascending.
fn terms(asked: &Asked<'_>, predicates: &[Predicate], folder: &Path) -> Result<()> {
    let triples: u64 = predicates.iter().map(|predicate| predicate.triples).sum();
    let files = triples.div_ceil(ROWS).max(1);
    let step = i64::MAX as u64 / files + 1;
    let mut number = 0;
    for file in 0..files {
        let (low, high) = (file * step, ((file + 1) * step).min(i64::MAX as u64));
        let query = format!(
            "SELECT DISTINCT t.id AS id, t.term AS term FROM (SELECT id, term FROM terms UNION ALL SELECT id, term FROM fresh) AS t \
             JOIN ({}) AS u ON t.id = u.id WHERE t.id >= {low} AND t.id <= {high} ORDER BY id",
            used(predicates)
        );
        let path = folder.join(part(number));
        match asked.tables.write(&query, &path, asked.progress)? {
            0 => drop(std::fs::remove_file(&path)),
            _ => number += 1,
        }
    }
    Ok(())
}

/// Reads the release again; everything that is not as planned.
pub(super) fn broken(
    asked: &Asked<'_>,
    named: &Named,
    (plan, weights): (&Plan, &[u64]),
    predicates: &[Predicate],
    (cut, replaced): (bool, bool),
) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    let mut say = |what: &str, holds: bool| {
        if !holds {
            broken.push(what.to_owned());
        }
    };
    let table = |text: &str| {
        predicates
            .iter()
            .find(|it| it.text == text)
            .map(|it| released(it.number))
    };
    if replaced {
        let left =
            asked.number("SELECT count(*) AS n FROM kept AS t JOIN names AS s ON t.id = s.old")?;
        let left = left as usize + extending(asked, "kept")?.len();
        say(
            "no entity is named by its IRI or one that extends it, as subject or object",
            left == 0,
        );
    }
    let hidden = named
        .attributes
        .iter()
        .filter(|it| cut && it.column.starts_with('s'))
        .map(|it| it.number);
    for number in hidden.chain(named.identifiers.iter().copied()) {
        let text = asked
            .predicates
            .iter()
            .find(|it| it.number == number)
            .map(|it| it.text.as_str());
        let Some(table) = text.and_then(table) else {
            continue;
        };
        let left = asked.number(&format!(
            "SELECT count(*) AS n FROM {table} AS d JOIN names AS s ON d.subject = s.new WHERE s.entity"
        ))?;
        say(
            "no entity keeps an identifying or a sensitive property",
            left == 0,
        );
    }
    let lost = asked.number(&format!(
        "SELECT count(*) AS n FROM ({}) AS u LEFT JOIN kept AS t ON u.id = t.id WHERE t.id IS NULL",
        used(predicates)
    ))?;
    say("every term of the release has its text", lost == 0);
    let quasi: Vec<usize> = (0..named.attributes.len())
        .filter(|&place| named.attributes[place].column.starts_with('q'))
        .collect();
    say(
        "entities have the published quasi-identifiers",
        classes(asked, named, &quasi, &table)? == planned(plan, weights, &quasi),
    );
    if plan.groups > 0 {
        let found = match table(&plan.in_group) {
            Some(table) => asked.numbers(
                &format!(
                    "SELECT d.object, count(*) AS n FROM {table} AS d JOIN names AS s ON d.subject = s.new \
                     WHERE s.entity GROUP BY d.object"
                ),
                2,
            )?,
            None => Vec::new(),
        };
        let mut expected: BTreeMap<i64, u64> = BTreeMap::new();
        for (row, weight) in plan.objects.iter().zip(weights) {
            let groups = row.iter().skip(named.attributes.len()).flatten();
            groups.for_each(|&group| *expected.entry(group).or_default() += weight);
        }
        let found: BTreeMap<i64, u64> = found
            .into_iter()
            .filter_map(|row| Some(((*row.first()?)?, (*row.get(1)?)? as u64)))
            .collect();
        say("entities have the published groups", found == expected);
    }
    Ok(broken)
}

type Classes = BTreeMap<Vec<Option<i64>>, u64>;

/// How many entities have each combination of published quasi-identifiers, by the plan.
fn planned(plan: &Plan, weights: &[u64], quasi: &[usize]) -> Classes {
    let mut classes = Classes::new();
    for (row, weight) in plan.objects.iter().zip(weights) {
        let key = quasi
            .iter()
            .map(|&place| row.get(place).copied().flatten())
            .collect();
        *classes.entry(key).or_default() += weight;
    }
    classes
}

/// How many entities of the release have each.
fn classes(
    asked: &Asked<'_>,
    named: &Named,
    quasi: &[usize],
    table: &dyn Fn(&str) -> Option<String>,
) -> Result<Classes> {
    let (mut columns, mut joins) = (Vec::new(), String::new());
    for &place in quasi {
        let attribute = named
            .attributes
            .get(place)
            .ok_or_else(|| Error::internal("a column is lost"))?;
        let column = &attribute.column;
        match table(&attribute.property) {
            Some(table) => {
                joins += &format!(" LEFT JOIN {table} AS {column} ON e.new = {column}.subject");
                columns.push(format!("{column}.object"));
            }
            None => columns.push("CAST(NULL AS BIGINT)".to_owned()),
        }
    }
    let by = if joins.is_empty() {
        String::new()
    } else {
        let real: Vec<&String> = columns
            .iter()
            .filter(|column| !column.starts_with("CAST"))
            .collect();
        format!(
            " GROUP BY {}",
            real.into_iter().cloned().collect::<Vec<_>>().join(", ")
        )
    };
    let list = columns
        .iter()
        .enumerate()
        .map(|(place, column)| format!("{column} AS k{place}, "))
        .collect::<String>();
    let query = format!(
        "SELECT {list}count(*) AS n FROM (SELECT new FROM names WHERE entity) AS e{joins}{by}"
    );
    let rows = asked.numbers(&query, columns.len() + 1)?;
    let class = |mut row: Vec<Option<i64>>| row.pop().flatten().map(|count| (row, count as u64));
    Ok(rows.into_iter().filter_map(class).collect())
}
