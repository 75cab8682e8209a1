//! Features that an attacker measures of each patient in what is public: one and two hops, labels, order, and what changes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bauta_store::Engine;
use oxigraph::model::{NamedOrBlankNode, Quad};

fn subject(quad: &Quad) -> String {
    match &quad.subject {
        NamedOrBlankNode::BlankNode(node) => node.to_string(),
        NamedOrBlankNode::NamedNode(node) => node.to_string(),
    }
}

/// Properties and the nodes at their other ends, by node.
type Links<'a> = HashMap<String, Vec<(&'a str, String)>>;

fn facts_of<'a>(links: &Links<'a>, node: &str) -> Vec<(&'a str, String)> {
    links.get(node).cloned().unwrap_or_default()
}

/// What the public sees at one moment, in its order.
pub struct Sight(pub Vec<Quad>);

impl Sight {
    pub fn of(engine: &Engine) -> Sight {
        Sight(engine.public().iter().map(Result::unwrap).collect())
    }

    /// Features of each patient: one number for each feature that some patient has.
    pub fn features(
        &self,
        before: &BTreeSet<String>,
        changed: &HashMap<String, f64>,
    ) -> BTreeMap<String, BTreeMap<String, f64>> {
        let mut out: Links<'_> = HashMap::new();
        let mut into: Links<'_> = HashMap::new();
        let mut first: HashMap<String, f64> = HashMap::new();
        for (at, quad) in self.0.iter().enumerate() {
            let (own, object) = (subject(quad), quad.object.to_string());
            first.entry(own.clone()).or_insert(at as f64);
            into.entry(object.clone())
                .or_default()
                .push((quad.predicate.as_str(), own.clone()));
            out.entry(own)
                .or_default()
                .push((quad.predicate.as_str(), object));
        }
        let none = Vec::new();
        let patients = self
            .0
            .iter()
            .filter(|quad| quad.predicate.as_str().ends_with("/disease"))
            .map(subject);
        let mut all = BTreeMap::new();
        for node in patients {
            let mut own: BTreeMap<String, f64> = BTreeMap::new();
            let mut add = |name: String, value: f64| *own.entry(name).or_default() += value;
            add(
                "out".to_owned(),
                out.get(&node).unwrap_or(&none).len() as f64,
            );
            add(
                "in".to_owned(),
                into.get(&node).unwrap_or(&none).len() as f64,
            );
            add("order".to_owned(), first[&node]);
            add(
                "label".to_owned(),
                f64::from(u16::from_str_radix(&node[3..6], 16).unwrap()),
            );
            add("seen before".to_owned(), f64::from(before.contains(&node)));
            add(
                "changed since".to_owned(),
                changed.get(&node).copied().unwrap_or_default(),
            );
            for (way, next, other) in [("out", &out, &into), ("in", &into, &out)] {
                for (property, neighbour) in facts_of(next, &node) {
                    add(format!("{way} {property}"), 1.0);
                    let shared = facts_of(other, &neighbour).len() as f64;
                    add(format!("{way} {property} shared"), shared);
                    if !neighbour.starts_with("_:") {
                        add(format!("{way} {property} {neighbour}"), 1.0);
                    }
                    add(
                        format!("{way} {property} neighbours seen before"),
                        f64::from(before.contains(&neighbour)),
                    );
                    for (second, far) in facts_of(&out, &neighbour) {
                        add(format!("{way} {property} out {second}"), 1.0);
                        if neighbour.starts_with("_:") && !far.starts_with("_:") {
                            add(format!("{way} {property} out {second} {far}"), 1.0);
                        }
                    }
                    for (second, _) in facts_of(&into, &neighbour) {
                        add(format!("{way} {property} in {second}"), 1.0);
                    }
                }
            }
            all.insert(node, own);
        }
        // A copy of somebody has everything in common with them.
        let mut alike: HashMap<String, f64> = HashMap::new();
        let open = |own: &BTreeMap<String, f64>| {
            let told = own.iter().filter(|(name, _)| {
                name.contains("hobby")
                    || name.contains("ward")
                    || name.contains("doc")
                    || name.contains("City")
            });
            format!(
                "{:?}",
                told.filter(|(name, _)| !name.contains("shared"))
                    .collect::<Vec<_>>()
            )
        };
        all.values()
            .for_each(|own| *alike.entry(open(own)).or_default() += 1.0);
        for own in all.values_mut() {
            let twins = alike[&open(own)];
            own.insert("alike".to_owned(), twins);
            own.insert("has a twin".to_owned(), f64::from(twins > 1.0));
        }
        all
    }

    pub fn labels(&self) -> BTreeSet<String> {
        let ends = self
            .0
            .iter()
            .flat_map(|quad| [subject(quad), quad.object.to_string()]);
        ends.filter(|text| text.starts_with("_:")).collect()
    }
}
