//! What models share about their bounds.

use bauta_table::Text;

/// How far rounding may put a number beyond a bound that it lies on.
pub(super) const SLACK: f64 = 1e-9;

/// What a share may be.
pub(super) const SHARE: Text = Text {
    en: "a share from 0 to 1",
    fr: "une part de 0 à 1",
};
/// What a risk of one row may be.
pub(super) const RISK: Text = Text {
    en: "a risk above 0, up to 1; 0.2 is that of a class of 5 rows",
    fr: "un risque supérieur à 0, jusqu'à 1 ; 0.2 est celui d'une classe de 5 lignes",
};
/// What a bound on a relative gain may be.
pub(super) const TWICE: Text = Text {
    en: "a number above 0; 1 lets a value be twice as frequent as in the table",
    fr: "un nombre supérieur à 0 ; 1 permet à une valeur d'être deux fois plus fréquente que dans la table",
};

/// The fewest rows of a class whose risk is at most so much.
pub(super) fn rows_for(risk: f64) -> u64 {
    (1.0 / risk * (1.0 - SLACK)).ceil().max(1.0) as u64
}
