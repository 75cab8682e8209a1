//! Cycles in a graph of imports: the modules that all reach each other, and a shortest way around.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// From a module to those that it imports, each with the first place that does.
pub type Edges = BTreeMap<String, BTreeMap<String, String>>;

/// Sets of modules that all reach each other, of more than one module.
pub fn components(edges: &Edges) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = edges
        .keys()
        .map(|from| (from.as_str(), reach(from, edges)))
        .collect();
    let mut found = BTreeSet::new();
    for (&from, others) in &reached {
        let back = |other: &&&str| reached[**other].contains(from);
        let component: BTreeSet<&str> = others.iter().filter(back).copied().collect();
        if component.len() > 1 {
            found.insert(component);
        }
    }
    found.into_iter().collect()
}

/// The modules that imports lead to, at once or through others.
fn reach<'a>(from: &'a str, edges: &'a Edges) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(module) = open.pop() {
        let imported = edges.get(module).into_iter().flat_map(BTreeMap::keys);
        open.extend(
            imported
                .map(String::as_str)
                .filter(|name| seen.insert(*name)),
        );
    }
    seen
}

/// The modules of a cycle, and the imports of a shortest way around.
pub fn told(folder: &str, cycle: &BTreeSet<&str>, edges: &Edges) -> String {
    let names: Vec<&str> = cycle.iter().copied().collect();
    let around: Vec<String> = shortest(names[0], edges)
        .windows(2)
        .map(|pair| {
            format!(
                "{} imports {} at {}",
                pair[0], pair[1], edges[pair[0]][pair[1]]
            )
        })
        .collect();
    format!(
        "{folder}: the modules {} import each other ({}); move what they share below them",
        names.join(", "),
        around.join(", ")
    )
}

/// A shortest way along imports from a module back to itself.
fn shortest<'a>(start: &'a str, edges: &'a Edges) -> Vec<&'a str> {
    let mut open: VecDeque<Vec<&str>> = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = open.pop_front() {
        for next in edges[way[way.len() - 1]].keys() {
            let longer = [&way[..], &[next.as_str()]].concat();
            if next == start {
                return longer;
            }
            if seen.insert(next) {
                open.push_back(longer);
            }
        }
    }
    vec![start]
}
