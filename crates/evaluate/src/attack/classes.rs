//! Attacks on the classes of the release by themselves.

use bauta_privacy::attack::background::{Background, background};
use bauta_privacy::attack::homogeneity::homogeneity;
use bauta_privacy::attack::similarity::{Similarity, similarity};
use bauta_privacy::attack::skewness::{Skewness, skewness};
use bauta_privacy::attack::{Classes, Frame, Shares};
use serde::Serialize;

use super::AttackRequest;
use super::request::Ready;
use bauta_messages::Result;

/// What the classes tell about one sensitive attribute.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ClassAttacks {
    /// The sensitive attribute.
    pub attribute: String,
    /// Number of classes.
    pub classes: u64,
    /// Classes with one value.
    pub homogeneity: Shares,
    /// Classes whose values share a group, by level; only with a hierarchy of the attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<Vec<Similarity>>,
    /// Classes that depart from the whole.
    pub skewness: Skewness,
    /// Classes that fall when values can be excluded.
    pub background: Vec<Background>,
}

/// Attacks on the classes, where there are quasi-identifiers and sensitive attributes.
pub(super) fn classes(
    ready: &Ready,
    request: &AttackRequest,
    notes: &mut Vec<String>,
) -> Result<Vec<ClassAttacks>> {
    if ready.untold {
        notes.push(
            "homogeneity, similarity, skewness and background knowledge are left out: people have several rows, and it is not known whose the released rows are"
                .into(),
        );
        return Ok(Vec::new());
    }
    let released = &ready.released;
    let qis = ready.roles.quasi_identifier_indices(released);
    if qis.is_empty() || ready.roles.sensitive.is_empty() {
        notes.push(
            "homogeneity, similarity, skewness and background knowledge need --qi and --sensitive"
                .into(),
        );
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for name in &ready.roles.sensitive {
        let Ok(index) = released.index_of(name) else {
            continue;
        };
        let classes = Classes::of(released, &qis, index);
        let hierarchy = match ready.hierarchies.get(name) {
            Some(hierarchy) => {
                let bound = hierarchy.bind(name, &released.attributes()[index].column);
                Some(bound.map_err(|fault| vec![fault])?)
            }
            None => None,
        };
        found.push(ClassAttacks {
            attribute: name.clone(),
            classes: classes.rows.len() as u64,
            homogeneity: homogeneity(&classes),
            similarity: hierarchy.map(|hierarchy| similarity(&classes, &hierarchy)),
            skewness: skewness(&classes),
            background: background(&classes, request.exclude),
        });
    }
    Ok(found)
}

/// Notes cells that were not understood.
pub(super) fn tell_unread(frame: &Frame<'_>, views: &[usize], notes: &mut Vec<String>) {
    for &view in views {
        for (name, cells) in frame.not_understood(view) {
            let note = format!(
                "{cells} cells of \"{name}\" are not understood: nothing is claimed that would rest on them; a hierarchy of it may help (--hierarchy, or --project with the project of the release)"
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
}
