//! The tree of criteria with the judgements of its siblings.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::document::Judgement;
use super::matrix::Matrix;
use super::repair::{causes, repair};
use super::weights::{Consistency, WeightMethod, consistency, weights};
use crate::{Faults, Result, Said};

/// A checked tree of criteria: one goal, every sibling pair judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Criteria {
    goal: String,
    children: BTreeMap<String, Vec<String>>,
    matrices: BTreeMap<String, Matrix>,
}

/// What judgements amount to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "CriteriaWeights")]
pub struct Weighed {
    /// The goal at the top.
    pub goal: String,
    /// Children of each criterion that has any.
    pub children: BTreeMap<String, Vec<String>>,
    /// Weight of each criterion among its siblings; these add up to 1 under each parent.
    pub local: BTreeMap<String, f64>,
    /// Share of each criterion in the whole, the goal's being 1.
    pub global: BTreeMap<String, f64>,
    /// Criteria without children, which alternatives are evaluated by, in the order of the tree.
    pub leaves: Vec<String>,
    /// How consistent the judgements below each parent are.
    pub consistency: BTreeMap<String, Consistency>,
    /// For each inconsistent parent: which judgements cause it, and a repair.
    pub advice: Vec<Said>,
}

impl Criteria {
    /// A tree from the children of each parent and judgements of siblings.
    ///
    /// # Errors
    /// All faults: several goals or none, circles, criteria in two places, judgements that are missing, doubled or about strangers.
    pub fn new(
        hierarchy: &BTreeMap<String, Vec<String>>,
        judgements: &[Judgement],
    ) -> Result<Self> {
        let goal = goal(hierarchy)?;
        let mut faults = Vec::new();
        let mut matrices = BTreeMap::new();
        for (parent, children) in hierarchy {
            matrices.insert(
                parent.clone(),
                judged(parent, children, judgements, &mut faults),
            );
        }
        faults.extend(strangers(hierarchy, judgements));
        Faults::unless(
            faults,
            Criteria {
                goal,
                children: hierarchy.clone(),
                matrices,
            },
        )
    }

    /// The judgements below a parent.
    pub fn matrix(&self, parent: &str) -> Option<&Matrix> {
        self.matrices.get(parent)
    }

    /// Weights, consistency and advice.
    pub fn weigh(&self, method: WeightMethod) -> Weighed {
        let mut weighed = Weighed {
            goal: self.goal.clone(),
            children: self.children.clone(),
            local: BTreeMap::new(),
            global: BTreeMap::from([(self.goal.clone(), 1.0)]),
            leaves: Vec::new(),
            consistency: BTreeMap::new(),
            advice: Vec::new(),
        };
        self.descend(&self.goal, 1.0, method, &mut weighed);
        weighed
    }

    fn descend(&self, parent: &str, share: f64, method: WeightMethod, weighed: &mut Weighed) {
        let (Some(children), Some(matrix)) = (self.children.get(parent), self.matrices.get(parent))
        else {
            weighed.leaves.push(parent.to_owned());
            return;
        };
        let found = consistency(matrix);
        weighed
            .advice
            .extend(advice(parent, children, matrix, found));
        weighed.consistency.insert(parent.to_owned(), found);
        for (child, weight) in children.iter().zip(weights(matrix, method)) {
            weighed.local.insert(child.clone(), weight);
            weighed.global.insert(child.clone(), share * weight);
            self.descend(child, share * weight, method, weighed);
        }
    }
}

/// The one parent that is nobody's child; every other is the child of one.
fn goal(hierarchy: &BTreeMap<String, Vec<String>>) -> Result<String> {
    let mut parents: BTreeMap<&str, usize> = BTreeMap::new();
    hierarchy
        .values()
        .flatten()
        .for_each(|child| *parents.entry(child).or_default() += 1);
    let mut faults: Vec<Said> = parents
        .iter()
        .filter(|(_, count)| **count > 1)
        .map(|(child, _)| {
            Said::new(
                format!("criterion \"{child}\" stands in two places of the hierarchy; let it stand once"),
                format!("le critère « {child} » figure à deux endroits de la hiérarchie ; ne le citez qu'une fois"),
            )
        })
        .collect();
    let goals: Vec<&String> = hierarchy
        .keys()
        .filter(|parent| !parents.contains_key(parent.as_str()))
        .collect();
    let [goal] = goals.as_slice() else {
        faults.push(Said::new(
            format!("the hierarchy needs one goal that is nobody's child, and has {}; begin it with \"goal\"", goals.len()),
            format!("la hiérarchie exige un seul but qui ne soit l'enfant de personne, et en a {} ; commencez-la par « goal »", goals.len()),
        ));
        return Err(Faults(faults));
    };
    let mut reached = BTreeSet::new();
    let mut ahead = vec![goal.as_str()];
    while let Some(name) = ahead.pop() {
        if reached.insert(name) {
            ahead.extend(
                hierarchy
                    .get(name)
                    .into_iter()
                    .flatten()
                    .map(String::as_str),
            );
        }
    }
    let lost = hierarchy
        .keys()
        .filter(|parent| !reached.contains(parent.as_str()));
    faults.extend(lost.map(|parent| {
        Said::new(
            format!("criterion \"{parent}\" is not below the goal \"{goal}\"; the hierarchy has a circle there"),
            format!("le critère « {parent} » n'est pas sous le but « {goal} » ; la hiérarchie y a un cercle"),
        )
    }));
    Faults::unless(faults, (*goal).clone())
}

/// The matrix of a parent's children; what is missing or doubled is noted.
fn judged(
    parent: &str,
    children: &[String],
    judgements: &[Judgement],
    faults: &mut Vec<Said>,
) -> Matrix {
    let mut matrix = Matrix::equal(children.len());
    for (row, column) in matrix.pairs() {
        let (Some(a), Some(b)) = (children.get(row), children.get(column)) else {
            continue;
        };
        let about = |judgement: &&Judgement| {
            judgement.parent == parent
                && ((judgement.a == *a && judgement.b == *b)
                    || (judgement.a == *b && judgement.b == *a))
        };
        let found: Vec<&Judgement> = judgements.iter().filter(about).collect();
        match found.as_slice() {
            [judgement] if judgement.a == *a => matrix.set(row, column, judgement.intensity),
            [judgement] => matrix.set(column, row, judgement.intensity),
            found => faults.push(Said::new(
                format!(
                    "\"{a}\" and \"{b}\" under \"{parent}\" need one judgement, and have {}",
                    found.len()
                ),
                format!(
                    "« {a} » et « {b} » sous « {parent} » exigent un jugement, et en ont {}",
                    found.len()
                ),
            )),
        }
    }
    matrix
}

fn strangers(hierarchy: &BTreeMap<String, Vec<String>>, judgements: &[Judgement]) -> Vec<Said> {
    let fits = |judgement: &Judgement| {
        let children = hierarchy.get(&judgement.parent);
        let has = |name: &String| children.is_some_and(|children| children.contains(name));
        judgement.a != judgement.b && has(&judgement.a) && has(&judgement.b)
    };
    let strange = judgements.iter().filter(|judgement| !fits(judgement));
    let say = |judgement: &Judgement| {
        let Judgement { parent, a, b, .. } = judgement;
        Said::new(
            format!(
                "the judgement of \"{a}\" and \"{b}\" is not about two children of \"{parent}\""
            ),
            format!(
                "le jugement de « {a} » et « {b} » ne porte pas sur deux enfants de « {parent} »"
            ),
        )
    };
    strange.map(say).collect()
}

/// What to say of an inconsistent matrix: the greatest cause, and what would repair it.
fn advice(parent: &str, children: &[String], matrix: &Matrix, found: Consistency) -> Vec<Said> {
    if found.consistent {
        return Vec::new();
    }
    let name = |place: usize| children.get(place).map_or("", String::as_str);
    let mut said = vec![Said::new(
        format!(
            "judgements below \"{parent}\" contradict each other: consistency ratio {:.3}, above 0.1",
            found.cr
        ),
        format!(
            "les jugements sous « {parent} » se contredisent : rapport de cohérence {:.3}, au-dessus de 0,1",
            found.cr
        ),
    )];
    said.extend(causes(matrix).into_iter().take(1).map(|cause| {
        let (a, b, given, implied) = (name(cause.a), name(cause.b), shown(cause.given), shown(cause.implied));
        Said::new(
            format!("\"{a}\" against \"{b}\" was judged {given}; the other judgements together say {implied}"),
            format!("« {a} » face à « {b} » a été jugé {given} ; les autres jugements ensemble disent {implied}"),
        )
    }));
    said.extend(repair(matrix).into_iter().map(|repair| {
        let (a, b, given, suggested) = (name(repair.a), name(repair.b), shown(repair.given), shown(repair.suggested));
        let cr = repair.cr;
        Said::new(
            format!("repair: judge \"{a}\" against \"{b}\" {suggested} instead of {given}; the ratio becomes {cr:.3}"),
            format!(
                "remède : jugez « {a} » face à « {b} » {suggested} au lieu de {given} ; le rapport devient {cr:.3}"
            ),
        )
    }));
    said
}

/// 3, or 1/3.
fn shown(intensity: f64) -> String {
    let plain = |x: f64| {
        if (x - x.round()).abs() < 1e-9 {
            format!("{x:.0}")
        } else {
            format!("{x:.1}")
        }
    };
    if intensity >= 1.0 {
        plain(intensity)
    } else {
        format!("1/{}", plain(1.0 / intensity))
    }
}
