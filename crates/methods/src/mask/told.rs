//! What masking techniques share: their usual parameter, and plans of replaced attributes.

use bauta_table::recoding::{Change, New, Recoding, Replaced};

use crate::contract::Outcome;
use crate::descriptor::{Needs, Text};
use crate::parameter::{Attributes, Parameter};

/// Nothing is needed of the table but what parameters name.
pub(super) const NOTHING: Needs = Needs {
    quasi_identifiers: 0,
    sensitive: 0,
    sensitive_at_most: usize::MAX,
    hierarchies: false,
};

/// The parameter that names numbers or dates.
pub(super) const MEASURABLE: Parameter<Attributes> = Parameter {
    name: "attributes",
    kind: Attributes {
        measurable: true,
        least: 1,
        changed: true,
    },
    default: "",
    help: Text {
        en: "attributes to change",
        fr: "attributs à modifier",
    },
};

/// The parameter that names attributes of any kind.
pub(super) const ANY: Parameter<Attributes> = Parameter {
    kind: Attributes {
        measurable: false,
        least: 1,
        changed: true,
    },
    ..MEASURABLE
};

/// A plan that changes attributes and keeps all rows.
pub(super) fn changed(changes: impl IntoIterator<Item = (usize, New)>) -> Outcome {
    let changes = changes
        .into_iter()
        .map(|(attribute, to)| Change { attribute, to })
        .collect();
    Outcome::Plan(Recoding::Replaced(Replaced {
        changes,
        ..Replaced::default()
    }))
}
