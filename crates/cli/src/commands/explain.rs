//! `bauta explain`: an algorithm in plain words, then its run step by step.

use std::collections::BTreeMap;
use std::path::Path;

use bauta::{Explanation, Project, Result, ToldStep, explainable};
use bauta_table::Fault;

use super::{DONE, NO};
use crate::args::{ExplainArgs, hierarchies};
use crate::output::Screen;

pub fn run(
    args: &ExplainArgs,
    parameters: BTreeMap<String, String>,
    screen: &Screen,
) -> Result<u8> {
    let Some(method) = &args.method else {
        return list(screen);
    };
    if let Some(path) = args
        .output
        .as_deref()
        .filter(|path| !bauta::is_report_name(path))
    {
        return Err(vec![Fault::OutOfRange {
            parameter: "the report's name".into(),
            given: path.display().to_string(),
            allowed: "a name that ends in .md, .html or .json".into(),
        }]
        .into());
    }
    let project = project(args, method, parameters)?;
    let explanation = {
        let bar = screen.bar();
        bauta::explain(&project, args.rows, screen.language, &bar)?
    };
    if let Some(path) = &args.output {
        bauta_formats::stage_text(&explanation.text(path)?, path, args.force)?.commit()?;
    } else {
        match args.format.as_deref() {
            _ if screen.json => screen.print_json(&explanation),
            Some("json") => screen.print_json(&explanation),
            Some("md") => screen.print(&explanation.markdown()),
            _ => Words {
                screen,
                told: &explanation,
            }
            .tell(),
        }
    }
    Ok(if explanation.outcome.reached {
        DONE
    } else {
        NO
    })
}

/// What can be explained.
fn list(screen: &Screen) -> Result<u8> {
    let cards = explainable(screen.language);
    if screen.json {
        screen.print_json(&cards);
        return Ok(DONE);
    }
    let header = [
        "id",
        screen.say("family", "famille"),
        screen.say("does", "fait"),
    ];
    let rows = cards.iter().map(|card| {
        vec![
            card.id.to_owned(),
            card.family.title.clone(),
            card.summary.to_owned(),
        ]
    });
    screen.print(&screen.table(&header, rows.collect()));
    screen.print(screen.say(
        "bauta explain datafly                 step by step on an example of people who do not exist\n\
         bauta explain datafly people.csv --qi age,town -k 2 --rows 12",
        "bauta explain datafly                 pas à pas sur un exemple de personnes qui n'existent pas\n\
         bauta explain datafly people.csv --qi age,town -k 2 --rows 12",
    ));
    Ok(DONE)
}

/// The request as a project; one without data means the example.
fn project(
    args: &ExplainArgs,
    method: &str,
    parameters: BTreeMap<String, String>,
) -> Result<Project> {
    let is_project = |data: &&String| {
        Path::new(data.as_str())
            .extension()
            .is_some_and(|end| end == "toml")
    };
    let mut project = match &args.data {
        Some(data) if is_project(&data) => of_file(Path::new(data), method)?,
        Some(data) => {
            let mut project = Project::new(data);
            project.input = args.reading.input(data);
            project.roles = args.roles.lists()?;
            project
        }
        None => example(args)?,
    };
    method.clone_into(&mut project.anonymize.method);
    project.anonymize.parameters.extend(parameters);
    project.hierarchies.extend(hierarchies(&args.hierarchy));
    let targets = args.targets.targets();
    if !targets.requirements().is_empty() {
        project.targets = targets;
    }
    project.anonymize.max_suppression = args.max_suppression.or(project.anonymize.max_suppression);
    if !args.data.as_ref().is_some_and(|data| is_project(&data)) {
        project.anonymize.missing_values = args.missing_values;
        project.anonymize.seed = args.seed;
    }
    Ok(project)
}

/// A project file; parameters are those of its own method.
fn of_file(path: &Path, method: &str) -> Result<Project> {
    let mut project = Project::load(path)?;
    if project.anonymize.method != method {
        project.anonymize.parameters.clear();
    }
    Ok(project)
}

/// No data: the example, which has its own roles.
fn example(args: &ExplainArgs) -> Result<Project> {
    let given = args.roles.lists()?;
    if given.named().next().is_some() || given.layout.is_some() || !args.hierarchy.is_empty() {
        let text = "the example has its own roles and hierarchies; leave out --qi, --sensitive, --hierarchy and the like, or name a table";
        return Err(vec![Fault::Request(text.to_owned())].into());
    }
    Ok(Project::new(""))
}

/// An explanation in a terminal.
struct Words<'a> {
    screen: &'a Screen,
    told: &'a Explanation,
}

impl Words<'_> {
    fn tell(&self) {
        let (screen, told) = (self.screen, self.told);
        let colon = screen.say(":", " :");
        screen.print(&format!(
            "{} ({})\n{}{colon} {}\n",
            told.title, told.method, told.family.title, told.family.text
        ));
        told.words
            .iter()
            .for_each(|text| screen.print(&format!("{text}\n")));
        for slot in &told.template {
            screen.print(&format!("  {}{colon} {}", slot.title, slot.text));
        }
        screen.print("");
        for (name, what) in told.facts() {
            screen.print(&format!("  {name}{colon} {what}"));
        }
        let legend = Explanation::LEGEND;
        screen.print(&format!("  {}", screen.say(legend.0, legend.1)));
        told.steps.iter().for_each(|step| self.step(step));
        let mark = screen.mark(told.outcome.reached);
        screen.print(&format!("\n{mark} {}", told.outcome.text));
        told.outcome
            .missing
            .iter()
            .for_each(|text| screen.print(&format!("  {text}")));
        told.notes.iter().for_each(|note| screen.note(note));
    }

    fn step(&self, step: &ToldStep) {
        let (screen, told) = (self.screen, self.told);
        let colon = screen.say(":", " :");
        screen.print(&format!("\n{}", told.step_title(step)));
        screen.print(&format!(
            "  {}{colon} {}",
            screen.say("why", "pourquoi"),
            step.why
        ));
        if !step.candidates.is_empty() {
            let (header, rows) = told.candidates(step);
            screen.print(&self.table(&header, rows));
        }
        screen.print(&format!(
            "  {}{colon} {}",
            screen.say("then", "ensuite"),
            step.result
        ));
        for table in &step.state.tables {
            let (header, rows) = told.table(table);
            screen.print(&self.table(&header, rows));
        }
    }

    fn table(&self, header: &[String], rows: Vec<Vec<String>>) -> String {
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        self.screen.table(&header, rows)
    }
}
