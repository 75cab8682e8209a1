//! Differential privacy in words: what noise of a stated ε and δ guarantees, and what it does not.

use bauta_methods::DifferentialPrivacy;

/// What is guaranteed, in a line.
pub(super) fn line(language: &str, of: &DifferentialPrivacy) -> String {
    let (budget, names) = (budget(language, of), names(of));
    match language {
        "fr" => format!(
            "confidentialité différentielle ({budget}) de {names} d'une ligne : par construction"
        ),
        _ => format!(
            "differential privacy ({budget}) of {names} of a row: by how the noise is drawn"
        ),
    }
}

/// What is guaranteed and what is not, in sentences.
pub(super) fn sentences(language: &str, of: &DifferentialPrivacy) -> String {
    let noise = deviations(language, of);
    let delta = of.delta > 0.0;
    match language {
        "fr" => format!(
            "Quelles que soient les valeurs d'une ligne dans ces attributs, toutes ensemble, toute publication est au plus e^ε fois aussi \
             probable{} qu'avec n'importe quelles autres dans les bornes déclarées ; une valeur seule est protégée au moins autant. Cela ne dit rien des autres \
             attributs de la ligne, des valeurs manquantes, ni de qui est dans la table, et vaut pour chaque ligne : qui en a plusieurs est exposé par chacune. Aucune relecture des \
             lignes ne peut le vérifier : cela tient au tirage, fait par la bibliothèque OpenDP avec l'aléa du système. Écart type du bruit : {noise}.",
            if delta { ", à δ près," } else { "" }
        ),
        _ => format!(
            "Whatever values a row has in these attributes, all together, any release is at most e^ε times as likely{} as with any others within the \
             declared bounds; one value alone is protected at least as well. This says nothing about the row's other attributes, about missing values, or \
             about who is in the table, and it is said of each row: of somebody with several, each tells as much. No look at the rows can verify it: it rests on how the noise \
             is drawn, by the OpenDP library from the operating system's randomness. Standard deviation of the noise: {noise}.",
            if delta { ", and δ more," } else { "" }
        ),
    }
}

fn budget(language: &str, of: &DifferentialPrivacy) -> String {
    let number = |value: f64| {
        if language == "fr" {
            value.to_string().replace('.', ",")
        } else {
            value.to_string()
        }
    };
    if of.delta > 0.0 {
        format!("ε = {}, δ = {}", number(of.epsilon), number(of.delta))
    } else {
        format!("ε = {}", number(of.epsilon))
    }
}

fn names(of: &DifferentialPrivacy) -> String {
    of.attributes
        .iter()
        .map(|it| it.attribute.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn deviations(language: &str, of: &DifferentialPrivacy) -> String {
    let said = of.attributes.iter().map(|it| {
        format!(
            "{} {}",
            it.attribute,
            crate::kept::paper::figure(language, it.deviation)
        )
    });
    said.collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use bauta_methods::Protected;

    use super::*;

    #[test]
    fn both_languages_say_what_is_not_protected() {
        let age = Protected {
            attribute: "age".into(),
            deviation: 169.70,
        };
        let of = DifferentialPrivacy {
            mechanism: "gaussian",
            epsilon: 0.5,
            delta: 1e-6,
            attributes: vec![age],
        };
        assert_eq!(
            line("en", &of),
            "differential privacy (ε = 0.5, δ = 0.000001) of age of a row: by how the noise is drawn"
        );
        assert!(line("fr", &of).contains("ε = 0,5, δ = 0,000001"));
        assert!(sentences("en", &of).contains("nothing about the row's other attributes"));
        assert!(
            sentences("fr", &of).contains("ne dit rien des autres attributs")
                && sentences("fr", &of).contains("169,7")
        );
    }
}
