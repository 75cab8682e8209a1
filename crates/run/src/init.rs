//! A commented project file to start from.

use std::path::Path;

use bauta_formats::Locator;
use bauta_table::hierarchy::HierarchySpec;
use bauta_table::{Attribute, ContradictionCause, Kind, Progress, Role, Table};

use crate::project::{Input, RoleLists};
use bauta_classify::{Combination, Proposal, Proposals, Reason, TOLD_SHARE, listed, propose};
use bauta_messages::Result;

/// How many combinations the comments name.
const TOLD: usize = 5;

/// What the user said when asking for a project file.
pub struct InitOptions {
    /// The data, as the project file names them, and how they were read.
    pub input: Input,
    /// Roles that are already known; all others are proposed.
    pub roles: RoleLists,
    /// The output.
    pub output: String,
    /// k, if the user gave one.
    pub k: Option<u64>,
}

/// The text of a project file for a table: valid as it stands, with every choice explained.
///
/// # Errors
/// When the work is stopped.
pub fn project_text(
    table: &Table,
    options: &InitOptions,
    progress: &dyn Progress,
) -> Result<String> {
    let proposals = propose(table, false, progress)?;
    Ok(text_of(table, options, proposals))
}

fn text_of(table: &Table, options: &InitOptions, proposals: Proposals) -> String {
    let combinations: String = proposals
        .combinations
        .iter()
        .filter_map(dangerous)
        .take(TOLD)
        .collect();
    let notes: String = proposals
        .notes
        .iter()
        .map(|note| format!("#   note: {}\n", one_line(note)))
        .collect();
    let chosen = chosen_roles(table, &options.roles, proposals.attributes);
    let reasons: String = table
        .attributes()
        .iter()
        .zip(&chosen)
        .map(|(attribute, proposal)| {
            format!(
                "#   {}: {}\n",
                one_line(&attribute.name),
                explained(proposal)
            )
        })
        .collect();
    let lists = role_lists(table, &chosen);
    let hierarchies: String = table
        .attributes()
        .iter()
        .zip(&chosen)
        .filter(|(_, proposal)| proposal.role == Role::QuasiIdentifier)
        .filter_map(|(attribute, _)| suggested(&attribute.name, &attribute.column))
        .collect();
    format!(
        "# A Bauta project: run it with `bauta run`. Lines that start with # explain or are switched off.
# Help in editors: `bauta generate schema > bauta.schema.json`, and `#:schema ./bauta.schema.json` as the first line here.
version = 1

[input]
{input}
# Roles, proposed from names and values, with how sure that is (0 to 1) and why. Please check them: a quasi-identifier left
# out is not protected.
{reasons}{combinations}{notes}[roles]
{lists}
[pseudonyms]
# random (other numbers each time); sequential (1, 2, 3, …; refused where the order of rows tells something); or, with
# key-file, keyed-hash, sha512-base64 or format-preserving.
method = \"random\"
name = \"Pseudo\"
# Keeps who is who; hold it apart from the release.
# mapping = \"correspondence.csv\"

# Hierarchies say how values become more general: a CSV file (value;level 1;…;*), or how to build one.
[hierarchies]
{hierarchies}
[targets]
# Every combination of quasi-identifiers occurs at least k times.
k = {k}
# Every such class has at least l different sensitive values.
# l = 2
# Sensitive values of every class are distributed as in the whole table, up to a distance of t.
# t = 0.2

# What must hold in every row that makes sense; perturbation that would break it is drawn again, and the release is checked.
# [[rules]]
# name = \"children are single\"
# when = \"age < 15\"
# then = 'marital in [\"single\"]'

[anonymize]
# See `bauta methods`.
method = \"mondrian\"
# What happens to missing quasi-identifiers: refuse, category, drop or suppress.
{missing}# The same seed gives the same release.
seed = 1
# [anonymize.parameters]
# median = \"weighted\"

[output]
tables = [{output}]
# Versions, seed, settings and measures as JSON.
# record = \"record.json\"
force = false
keep-workbook = false
",
        input = input_lines(table, &options.input),
        k = options.k.unwrap_or_else(|| usual_k(table.rows() as u64)),
        missing = missing_line(table, &chosen),
        output = quoted(&options.output),
    )
}

/// How people are told apart, switched off.
const PERSON: &str = "# say whose row it is, where people have several rows: people are counted then; by default the identifiers
# person = [\"PatientNumber\"]
";

/// The lists of attributes by role, each with its meaning.
fn role_lists(table: &Table, chosen: &[Proposal]) -> String {
    let with = |role: Role| -> Vec<&str> {
        let attributes = table.attributes().iter().zip(chosen);
        attributes
            .filter(|(_, own)| own.role == role)
            .map(|(attribute, _)| attribute.name.as_str())
            .collect()
    };
    let lists = [
        (
            "identifiers",
            Role::Identifier,
            "name a person; replaced by one pseudonym",
        ),
        (
            "quasi-identifiers",
            Role::QuasiIdentifier,
            "single a person out together; generalised",
        ),
        (
            "sensitive",
            Role::Sensitive,
            "what people do not want disclosed; kept, protected by the rest",
        ),
        (
            "insensitive",
            Role::Insensitive,
            "published unchanged, assumed unknown to attackers",
        ),
        ("drop", Role::Drop, "left out"),
    ];
    let line = |(key, role, meaning)| format!("# {meaning}\n{key} = {}\n", toml_list(&with(role)));
    let lists: String = lists.into_iter().map(line).collect();
    lists + PERSON
}

/// How the data are read, so that `run` reads them as `init` did. An attribute whose cells contradict each other is text
/// here, with a word about it: what they should be is for the user to say.
fn input_lines(table: &Table, input: &Input) -> String {
    let mut types = input.types.clone();
    let mut mixed = String::new();
    for attribute in table.attributes() {
        if let Some(found) = attribute.column.contradiction() {
            let (name, cells, expected) = (one_line(&attribute.name), found.cells, found.expected);
            mixed += &match found.cause {
                ContradictionCause::OtherKind => format!(
                    "# {name}: {cells} cells are not {expected} as the others are, so all are read as text.\n"
                ),
                ContradictionCause::Spellings => format!(
                    "# {name}: looks like {expected}, but {cells} cells write a value in another way than cells before them, so all are read as text.\n"
                ),
            };
            types.insert(attribute.name.clone(), Kind::Text);
        }
    }
    let kinds: Vec<String> = types
        .iter()
        .map(|(name, kind)| format!("{} = \"{kind}\"", key(name)))
        .collect();
    let types = if kinds.is_empty() {
        "# types = { Age = \"integer\" }".to_owned()
    } else {
        format!("types = {{ {} }}", kinds.join(", "))
    };
    let texts: Vec<&str> = input.missing.iter().map(String::as_str).collect();
    let dialect = [
        input
            .delimiter
            .map(|delimiter| format!("delimiter = {}\n", quoted(&delimiter.to_string()))),
        input
            .encoding
            .as_ref()
            .map(|encoding| format!("encoding = {}\n", quoted(encoding))),
    ];
    format!(
        "data = {}
{}# Texts that stand for a missing value, besides the empty cell.
missing = {}
# Kinds where the detected one is wrong: text, integer, decimal, date, datetime, boolean.
{mixed}{types}
",
        quoted(&input.data),
        dialect.into_iter().flatten().collect::<String>(),
        toml_list(&texts),
    )
}

/// The largest usual k that leaves more than one class possible.
fn usual_k(rows: u64) -> u64 {
    [10, 5, 3, 2]
        .into_iter()
        .find(|k| rows >= 2 * k)
        .unwrap_or(1)
}

/// `refuse`, or where there are missing quasi-identifiers the policy that keeps every row.
fn missing_line(table: &Table, chosen: &[Proposal]) -> String {
    let with_missing = table
        .attributes()
        .iter()
        .zip(chosen)
        .filter(|(attribute, proposal)| {
            proposal.role == Role::QuasiIdentifier
                && attribute.column.dictionary().missing_code().is_some()
        });
    let names: Vec<String> = with_missing
        .map(|(attribute, _)| one_line(&attribute.name))
        .collect();
    if names.is_empty() {
        "missing-values = \"refuse\"\n".to_owned()
    } else {
        format!(
            "# There are some in: {}.\nmissing-values = \"category\"\n",
            names.join(", ")
        )
    }
}

/// What is proposed, but what the user said where something was said.
fn chosen_roles(table: &Table, given: &RoleLists, proposals: Vec<Proposal>) -> Vec<Proposal> {
    let named: std::collections::BTreeMap<&str, Role> = given.named().collect();
    let choose = |(attribute, proposal): (&Attribute, Proposal)| {
        match named.get(attribute.name.as_str()) {
            Some(&role) => Proposal {
                role,
                confidence: 1.0,
                reasons: vec![Reason::Given],
                ..proposal
            },
            // What makes up an identity was said: another column would make other people of them.
            None if proposal.role == Role::Identifier && !given.identifiers.is_empty() => {
                Proposal {
                    role: Role::Drop,
                    ..proposal
                }
            }
            None => proposal,
        }
    };
    let attributes = table.attributes().iter().zip(proposals);
    let mut chosen: Vec<Proposal> = attributes.map(choose).collect();
    // A release needs something to protect: where nothing stands out, everything might.
    if !chosen
        .iter()
        .any(|proposal| proposal.role == Role::QuasiIdentifier)
    {
        let open = |proposal: &&mut Proposal| {
            proposal.role == Role::Insensitive && !proposal.reasons.contains(&Reason::Given)
        };
        for proposal in chosen.iter_mut().filter(open) {
            proposal.role = Role::QuasiIdentifier;
            proposal.reasons.push(Reason::NothingElse);
        }
    }
    chosen
}

/// Role, confidence and reasons of an attribute, for a comment.
fn explained(proposal: &Proposal) -> String {
    let reasons: Vec<String> = proposal
        .reasons
        .iter()
        .map(|reason| reason.text("en"))
        .collect();
    one_line(&format!(
        "{} ({:.2}), {}",
        proposal.role,
        proposal.confidence,
        reasons.join("; ")
    ))
}

/// A combination that singles people out, as a comment.
fn dangerous(combination: &Combination) -> Option<String> {
    let share = combination.figures.unique_share;
    let names = listed(&combination.attributes, "and");
    let text = format!(
        "{:.0} % of the rows are singled out by {names}",
        share * 100.0
    );
    (share >= TOLD_SHARE).then(|| format!("#   {}\n", one_line(&text)))
}

/// A line that would build a hierarchy, switched off: without one, numbers become ranges and words sets.
fn suggested(name: &str, column: &bauta_table::Column) -> Option<String> {
    let spec = HierarchySpec::suggest(column)?;
    let text = toml::to_string(&spec).ok()?;
    let body = text
        .lines()
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(", ");
    Some(format!("# {} = {{ {body} }}\n", key(name)))
}

/// The output next to the data: `people.ods` gives `people-anonymous.ods`.
pub fn default_output(data: &str) -> String {
    match data.parse::<Locator>() {
        Ok(Locator::File { path, .. }) => {
            let stem = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or("release");
            let extension = path
                .extension()
                .and_then(|extension| extension.to_str())
                .unwrap_or("csv");
            format!("{stem}-anonymous.{extension}")
        }
        _ => "release-anonymous.csv".to_owned(),
    }
}

/// The data as a project file at `project` names them: relative to its folder if they lie in it.
pub fn relative_to(data: &str, project: &Path) -> String {
    let folder = project.parent().unwrap_or(Path::new(""));
    let (scheme, rest) = match data.parse::<Locator>() {
        Ok(Locator::File { .. } | Locator::ParquetGlob(_)) => ("", data),
        Ok(Locator::Sqlite { .. }) => ("sqlite:", data.strip_prefix("sqlite:").unwrap_or(data)),
        _ => return data.to_owned(),
    };
    if folder.as_os_str().is_empty() || Path::new(rest).is_absolute() {
        return data.to_owned();
    }
    let path = match Path::new(rest).strip_prefix(folder) {
        Ok(inside) => inside.to_owned(),
        Err(_) => std::path::absolute(rest).unwrap_or_else(|_| rest.into()),
    };
    format!("{scheme}{}", path.display())
}

fn toml_list(names: &[&str]) -> String {
    format!(
        "[{}]",
        names
            .iter()
            .map(|name| quoted(name))
            .collect::<Vec<_>>()
            .join(", ")
    )
}

/// A text as TOML, on one line whatever it holds.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// A name as a key of TOML.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A name in a comment: no line end, nothing that a TOML comment cannot hold.
fn one_line(name: &str) -> String {
    let shown: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}
