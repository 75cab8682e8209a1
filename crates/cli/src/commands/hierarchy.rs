//! `bauta hierarchy build|check|show`.

use bauta::{Result, read_hierarchy, write_hierarchy};
use bauta_table::hierarchy::{HierarchySpec, Tree};
use bauta_table::{Fault, Hierarchy};

use super::DONE;
use crate::args::{
    BuildArgs, DataArgs, HierarchyAction, HierarchyArgs, HierarchyCheckArgs, HierarchyShowArgs,
};
use crate::output::Screen;

pub fn run(args: &HierarchyArgs, screen: &Screen) -> Result<u8> {
    match &args.action {
        HierarchyAction::Build(args) => build(args, screen),
        HierarchyAction::Check(args) => check(args, screen),
        HierarchyAction::Show(args) => show(args, screen),
    }
}

fn build(args: &BuildArgs, screen: &Screen) -> Result<u8> {
    let source = super::read(&args.data, screen)?;
    let index = source
        .table
        .index_of(&args.column)
        .map_err(|fault| vec![fault])?;
    let column = &source.table.attributes()[index].column;
    let spec = match &args.spec {
        Some(text) => bauta::project::hierarchy_spec(text)?,
        None => HierarchySpec::suggest(column).ok_or_else(|| {
            vec![Fault::Request(format!(
                "nothing sensible can be proposed for \"{}\"; say how with --as, or write the file by hand",
                args.column
            ))]
        })?,
    };
    let hierarchy = spec.build(&args.column, column)?;
    write_hierarchy(&hierarchy, &args.output, args.force)?.commit()?;
    summary(&hierarchy, &args.output.display().to_string(), screen);
    Ok(DONE)
}

fn check(args: &HierarchyCheckArgs, screen: &Screen) -> Result<u8> {
    let name = args
        .column
        .clone()
        .unwrap_or_else(|| args.file.display().to_string());
    let hierarchy = read_hierarchy(&name, &args.file)?;
    if let (Some(data), Some(column)) = (&args.data, &args.column) {
        let source = super::read(
            &DataArgs {
                data: data.clone(),
                reading: args.reading.clone(),
            },
            screen,
        )?;
        let index = source.table.index_of(column).map_err(|fault| vec![fault])?;
        hierarchy
            .bind(column, &source.table.attributes()[index].column)
            .map_err(|fault| vec![fault])?;
    }
    if !hierarchy.has_root() {
        screen.note(screen.say(
            "the last level has several groups: the attribute can never be hidden completely; end each line with *",
            "le dernier niveau a plusieurs groupes : l'attribut ne peut jamais être caché ; terminez chaque ligne par *",
        ));
    }
    summary(&hierarchy, &args.file.display().to_string(), screen);
    Ok(DONE)
}

fn show(args: &HierarchyShowArgs, screen: &Screen) -> Result<u8> {
    let hierarchy = read_hierarchy(&args.file.display().to_string(), &args.file)?;
    let tree = hierarchy.tree();
    if screen.json {
        let roots: Vec<_> = tree
            .roots()
            .map(|root| nested(&hierarchy, &tree, root))
            .collect();
        screen.print_json(&roots);
        return Ok(DONE);
    }
    for root in tree.roots() {
        branch(&hierarchy, &tree, root, 0, screen);
    }
    Ok(DONE)
}

fn branch(hierarchy: &Hierarchy, tree: &Tree, node: u32, depth: usize, screen: &Screen) {
    let here = &tree.nodes()[node as usize];
    screen.print(&format!(
        "{}{}",
        "  ".repeat(depth),
        hierarchy.label(here.level, here.group)
    ));
    here.children
        .iter()
        .for_each(|&child| branch(hierarchy, tree, child, depth + 1, screen));
}

/// A node with its children, as JSON.
fn nested(hierarchy: &Hierarchy, tree: &Tree, node: u32) -> serde_json::Value {
    let here = &tree.nodes()[node as usize];
    let label = hierarchy.label(here.level, here.group);
    let children: Vec<_> = here
        .children
        .iter()
        .map(|&child| nested(hierarchy, tree, child))
        .collect();
    if children.is_empty() {
        serde_json::json!({ "label": label })
    } else {
        serde_json::json!({ "label": label, "children": children })
    }
}

fn summary(hierarchy: &Hierarchy, place: &str, screen: &Screen) {
    let groups: Vec<usize> = hierarchy
        .levels()
        .iter()
        .map(bauta_table::hierarchy::Level::group_count)
        .collect();
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "file": place, "values": groups[0], "groups": groups }),
        );
        return;
    }
    let levels: Vec<String> = groups.iter().map(ToString::to_string).collect();
    let (values, by_level) = (
        screen.say("values", "valeurs"),
        screen.say("groups by level", "groupes par niveau"),
    );
    screen.tell(&format!(
        "{place}: {} {values}, {by_level} {}",
        groups[0],
        levels.join(" → ")
    ));
}
