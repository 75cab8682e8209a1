//! A commented project file to start from.

use bauta_formats::Locator;
use bauta_table::hierarchy::HierarchySpec;
use bauta_table::{Role, Table};

use crate::inspect::propose;
use crate::project::{Project, RoleLists};

/// What the user said when asking for a project file.
pub struct InitOptions {
    /// The data, as the user named them.
    pub data: String,
    /// Roles that are already known; where none is given, they are proposed.
    pub roles: RoleLists,
    /// The output.
    pub output: String,
    /// k.
    pub k: u64,
}

/// The text of a project file for a table: valid as it stands, with every choice explained.
pub fn project_text(table: &Table, options: &InitOptions) -> String {
    let chosen = chosen_roles(table, &options.roles);
    let with = |role: Role| -> Vec<&str> {
        let names = table.attributes().iter().zip(&chosen).filter(|(_, (own, _))| *own == role);
        names.map(|(attribute, _)| attribute.name.as_str()).collect()
    };
    let reasons: String = table
        .attributes()
        .iter()
        .zip(&chosen)
        .map(|(attribute, (role, reason))| format!("#   {}: {role}, {reason}\n", one_line(&attribute.name)))
        .collect();
    let lists: String = [
        ("identifiers", Role::Identifier, "name a person; replaced by one pseudonym"),
        ("quasi-identifiers", Role::QuasiIdentifier, "single a person out together; generalised"),
        ("sensitive", Role::Sensitive, "what people do not want disclosed; kept, protected by the rest"),
        ("insensitive", Role::Insensitive, "published as they are"),
    ]
    .into_iter()
    .map(|(key, role, meaning)| format!("# {meaning}\n{key} = {}\n", toml_list(&with(role))))
    .collect();
    let hierarchies: String = table
        .attributes()
        .iter()
        .zip(&chosen)
        .filter(|(_, (role, _))| *role == Role::QuasiIdentifier)
        .filter_map(|(attribute, _)| suggested(&attribute.name, &attribute.column))
        .collect();
    format!(
        "#:schema ./bauta.schema.json
# A Bauta project: run it with `bauta run`. Lines that start with # explain or are switched off.
version = 1

[input]
data = {data}
# Texts that stand for a missing value, besides the empty cell.
missing = []
# Kinds where the detected one is wrong: text, integer, decimal, date, datetime, boolean.
# types = {{ Age = \"integer\" }}

# Roles, proposed from names and values. Please check them: a quasi-identifier left out is not protected.
{reasons}[roles]
{lists}
[pseudonyms]
# sequential (1, 2, 3, … by row) or random.
method = \"sequential\"
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

[anonymize]
# See `bauta methods`.
method = \"mondrian\"
# What happens to missing quasi-identifiers: refuse, category, drop or suppress.
missing-values = \"refuse\"
# The same seed gives the same release.
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
        data = quoted(&options.data),
        k = options.k,
        output = quoted(&options.output),
    )
}

fn chosen_roles(table: &Table, given: &RoleLists) -> Vec<(Role, String)> {
    let named: std::collections::BTreeMap<&str, Role> = given.named().collect();
    let proposals = propose(table);
    table
        .attributes()
        .iter()
        .zip(proposals)
        .map(|(attribute, proposal)| match named.get(attribute.name.as_str()) {
            Some(role) => (*role, "as you said".to_owned()),
            None if named.is_empty() => (proposal.role, proposal.reason),
            None => (Role::Insensitive, "not among the roles you gave".to_owned()),
        })
        .collect()
}

/// A line that would build a hierarchy, switched off: without one, numbers become ranges and words sets.
fn suggested(name: &str, column: &bauta_table::Column) -> Option<String> {
    let spec = HierarchySpec::suggest(column)?;
    let mut project = Project::new("");
    project.hierarchies.insert(name.to_owned(), crate::project::HierarchySource::Build(spec));
    let text = toml::to_string(&project.hierarchies).ok()?;
    let body: String =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('[')).fold(String::new(), |mut body, line| {
            if !body.is_empty() {
                body.push_str(", ");
            }
            body.push_str(line);
            body
        });
    Some(format!("# {} = {{ {body} }}\n", quoted(name)))
}

/// The output next to the data: `people.ods` gives `people-anonymous.ods`.
pub fn default_output(data: &str) -> String {
    match data.parse::<Locator>() {
        Ok(Locator::File { path, .. }) => {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("release");
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("csv");
            format!("{stem}-anonymous.{extension}")
        }
        _ => "release-anonymous.csv".to_owned(),
    }
}

/// The data as a project file at `project` names them: relative to its folder where both are relative.
pub fn relative_to(data: &str, project: &std::path::Path) -> String {
    let folder = project.parent().unwrap_or(std::path::Path::new(""));
    let elsewhere = data.contains(':') || data == "-" || std::path::Path::new(data).is_absolute();
    if folder.as_os_str().is_empty() || elsewhere {
        return data.to_owned();
    }
    if let Some(inside) = data.strip_prefix(&format!("{}/", folder.display())) {
        return inside.to_owned();
    }
    let (path, sheet) = data.rsplit_once('#').map_or((data, None), |(path, sheet)| (path, Some(sheet)));
    match (std::path::absolute(path), sheet) {
        (Ok(path), None) => path.display().to_string(),
        (Ok(path), Some(sheet)) => format!("{}#{sheet}", path.display()),
        (Err(_), _) => data.to_owned(),
    }
}

fn toml_list(names: &[&str]) -> String {
    format!("[{}]", names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
