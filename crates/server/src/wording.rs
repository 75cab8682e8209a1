//! Sentences of the library name flags of the command line; a reader of the page is told where on the page it is.

use crate::language::Language;

/// What the command line says, and what the page says, in English.
const ENGLISH: &[(&str, &str)] = &[
    (
        "say what becomes of it: --id replaces it by a pseudonym, --drop leaves it out, --keep publishes it unchanged",
        "choose its role in step 2, Roles",
    ),
    (
        "say what becomes of it: --qi protects it, --drop leaves it out, --keep publishes it unchanged",
        "choose its role in step 2, Roles",
    ),
    (
        "say what becomes of each: --id replaces it by a pseudonym, --drop leaves it out, --keep publishes it unchanged",
        "choose the role of each in step 2, Roles",
    ),
    (
        "say what becomes of each: --qi protects it, --drop leaves it out, --keep publishes it unchanged",
        "choose the role of each in step 2, Roles",
    ),
    (
        ": --missing-values category, drop or suppress",
        " with \"Missing values\" in step 5",
    ),
    (
        "choose --missing-values category or drop instead of suppress",
        "choose another way for missing values in step 5",
    ),
    (
        "correct them, name them as missing with --missing, or set --type",
        "correct them in the file, or set its type to text in the project file:",
    ),
    ("name it with --qi", "choose it in step 2, Roles"),
    (
        "name them with --qi to have them measured",
        "choose some in step 2, Roles, to have them measured",
    ),
    ("name them with --qi", "choose some in step 2, Roles"),
    ("name it with --sensitive", "choose it in step 2, Roles"),
    ("name it with --target", "choose it in step 2, Roles"),
    (
        "name another with --target",
        "choose another target in step 2, Roles",
    ),
    (
        "name it with --id",
        "make it an identifier in step 2, Roles",
    ),
    (
        "name one with --id",
        "choose one identifier in step 2, Roles",
    ),
    (
        "need --qi and --sensitive",
        "need quasi-identifiers and sensitive columns (step 2, Roles)",
    ),
    (
        "(--max-suppression)",
        "(step 5, \"Rows that may be left out\")",
    ),
    (
        "raise --max-suppression",
        "raise \"Rows that may be left out\" in step 5",
    ),
    (
        "give one with --population-table",
        "give one with the requirement in step 5",
    ),
    (
        "replace it with --force",
        "tick \"Replace files of the same name\"",
    ),
    (
        "or --shuffle to put",
        "or tick \"Shuffle the rows\" in step 2 to put",
    ),
    ("; search all rows with --full", ""),
    ("; more with --suda-size", ""),
    ("; see --target-l", ""),
    (" (--control)", ""),
    (" (usage.target, or --target)", ""),
    (
        "; name those that single people out together (--qi)",
        "; choose some in step 2, Roles",
    ),
    (
        "; `bauta inspect` tells the reasons",
        "; step 2, Roles, tells the reasons",
    ),
    (
        "; run `bauta guide learn`, or run them",
        "; run them to know",
    ),
    (
        "give hierarchies (--hierarchy COL=FILE)",
        "give hierarchies in step 3, Hierarchies",
    ),
    (" (size = small)", ""),
    (" (--holdout FILE)", ""),
];

/// The same in French.
const FRENCH: &[(&str, &str)] = &[
    (
        "dites ce qu'elle devient : --id la remplace par un pseudonyme, --drop l'écarte, --keep la publie telle quelle",
        "choisissez son rôle à l'étape 2, Rôles",
    ),
    (
        "dites ce qu'elle devient : --qi la protège, --drop l'écarte, --keep la publie telle quelle",
        "choisissez son rôle à l'étape 2, Rôles",
    ),
    (
        "dites ce que chacune devient : --id la remplace par un pseudonyme, --drop l'écarte, --keep la publie telle quelle",
        "choisissez le rôle de chacune à l'étape 2, Rôles",
    ),
    (
        "dites ce que chacune devient : --qi la protège, --drop l'écarte, --keep la publie telle quelle",
        "choisissez le rôle de chacune à l'étape 2, Rôles",
    ),
    (
        " : --missing-values category, drop ou suppress",
        " avec « Valeurs manquantes » à l'étape 5",
    ),
    (
        "choisissez --missing-values category ou drop plutôt que suppress",
        "choisissez autre chose pour les valeurs manquantes à l'étape 5",
    ),
    (
        "corrigez-les, déclarez-les manquantes avec --missing, ou posez --type",
        "corrigez-les dans le fichier, ou déclarez la colonne comme texte dans le fichier de projet :",
    ),
    (
        "nommez-les avec --qi pour qu'ils soient mesurés",
        "choisissez-en à l'étape 2, Rôles, pour qu'ils soient mesurés",
    ),
    ("nommez-les avec --qi", "choisissez-en à l'étape 2, Rôles"),
    ("nommez-le avec --qi", "choisissez-le à l'étape 2, Rôles"),
    (
        "nommez-le avec --sensitive",
        "choisissez-le à l'étape 2, Rôles",
    ),
    (
        "nommez-le avec --target",
        "choisissez-le à l'étape 2, Rôles",
    ),
    (
        "nommez-en une autre avec --target",
        "choisissez une autre cible à l'étape 2, Rôles",
    ),
    (
        "nommez-le avec --id",
        "faites-en un identifiant à l'étape 2, Rôles",
    ),
    (
        "nommez-en un avec --id",
        "choisissez un seul identifiant à l'étape 2, Rôles",
    ),
    (
        "exigent --qi et --sensitive",
        "exigent des quasi-identifiants et des colonnes sensibles (étape 2, Rôles)",
    ),
    (
        "(--max-suppression)",
        "(étape 5, « Lignes qui peuvent être omises »)",
    ),
    (
        "relevez --max-suppression",
        "relevez « Lignes qui peuvent être omises » à l'étape 5",
    ),
    (
        "donnez-la avec --population-table",
        "donnez-la avec l'exigence à l'étape 5",
    ),
    (
        "remplacez-le avec --force",
        "cochez « Remplacer les fichiers du même nom »",
    ),
    (
        "ou --shuffle pour mélanger",
        "ou cochez « Mélanger les lignes » à l'étape 2 pour mélanger",
    ),
    (" ; cherchez dans toutes avec --full", ""),
    (" ; davantage avec --suda-size", ""),
    (" ; voyez --target-l", ""),
    (" (--control)", ""),
    (" (usage.target, ou --target)", ""),
    (
        " ; nommez ceux qui, ensemble, désignent quelqu'un (--qi)",
        " ; choisissez-en à l'étape 2, Rôles",
    ),
    (
        " ; `bauta inspect` en dit les raisons",
        " ; l'étape 2, Rôles, en dit les raisons",
    ),
    (
        " ; lancez `bauta guide learn`, ou exécutez-les",
        " ; exécutez-les pour le savoir",
    ),
    (
        "donner des hiérarchies (--hierarchy COL=FICHIER)",
        "donner des hiérarchies à l'étape 3, Hiérarchies",
    ),
    (" (size = small)", ""),
    (" (--holdout FICHIER)", ""),
];

/// A sentence of the library as the page says it.
pub fn for_page(sentence: &str, language: Language) -> String {
    let sentence = column(&hierarchy(sentence, language), language);
    let pairs = if language.0 == "fr" { FRENCH } else { ENGLISH };
    let told = pairs
        .iter()
        .fold(sentence, |text, (flag, place)| text.replace(flag, place));
    settings(&told, language)
}

/// The way to a hierarchy, in whose middle the attribute stands.
fn hierarchy(sentence: &str, language: Language) -> String {
    let (first, place) = match language.0 {
        "fr" => (
            "donnez-la avec --hierarchy ",
            "construisez-la ou importez-la à l'étape 3, Hiérarchies",
        ),
        _ => (
            "give one with --hierarchy ",
            "build or import one in step 3, Hierarchies",
        ),
    };
    let last = "bauta hierarchy build";
    match (sentence.find(first), sentence.find(last)) {
        (Some(start), Some(end)) if start < end => {
            format!(
                "{}{place}{}",
                &sentence[..start],
                &sentence[end + last.len()..]
            )
        }
        _ => sentence.to_owned(),
    }
}

/// What can be done about a column, whose name stands in quotes and after the flag.
fn column(sentence: &str, language: Language) -> String {
    let (open, close) = if language.0 == "fr" {
        ("« ", " »")
    } else {
        ("\"", "\"")
    };
    let Some((name, _)) = sentence
        .split_once(open)
        .and_then(|(_, rest)| rest.split_once(close))
    else {
        return sentence.to_owned();
    };
    let pairs = match language.0 {
        "fr" => [
            (
                format!("écartez-le avec --drop {name}"),
                "écartez-le sous « Colonnes à écarter »",
            ),
            (
                format!("dites que ce n'en est pas un avec --keep {name}"),
                "gardez-le tel quel à l'étape 2, Rôles",
            ),
            (
                format!("(--hierarchy {name}=FICHIER)"),
                "(étape 3, Hiérarchies, un fichier)",
            ),
            (
                format!("(--values {name}=…)"),
                "(sous « Valeurs que les colonnes peuvent prendre »)",
            ),
        ],
        _ => [
            (
                format!("leave it out with --drop {name}"),
                "leave it out under \"Columns to leave out\"",
            ),
            (
                format!("say that it is none with --keep {name}"),
                "give it the role \"Kept as is\" in step 2, Roles",
            ),
            (
                format!("(--hierarchy {name}=FILE)"),
                "(step 3, Hierarchies, a file)",
            ),
            (
                format!("(--values {name}=…)"),
                "(under \"Values that columns can have\")",
            ),
        ],
    };
    pairs
        .iter()
        .fold(sentence.to_owned(), |text, (flag, place)| {
            text.replace(flag, place)
        })
}

/// Flags that are left are settings of a technique, which the page shows by the same name.
fn settings(sentence: &str, language: Language) -> String {
    let mut parts = sentence.split("--");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|letter: char| !letter.is_ascii_lowercase() && letter != '-')
            .unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        told += &match (name, language.0) {
            ("", _) => format!("--{rest}"),
            (name, "fr") => format!("« {name} »{rest}"),
            (name, _) => format!("\"{name}\"{rest}"),
        };
    }
    told
}

#[cfg(test)]
mod tests {
    use bauta_table::{Fault, Role};

    use super::*;

    fn told(fault: Fault) -> [String; 2] {
        ["en", "fr"].map(|language| {
            let lines = bauta::Error::Faults(vec![fault.clone()])
                .lines(language)
                .join("\n");
            for_page(&lines, Language(if language == "fr" { "fr" } else { "en" }))
        })
    }

    #[test]
    fn no_flag_is_left_in_what_a_reader_of_the_page_is_told() {
        let attribute = || "post code".to_owned();
        let faults = [
            Fault::NoHierarchy { method: "optimal".into(), attribute: attribute() },
            Fault::NoneInRole { needs: "k-anonymity".into(), role: Role::QuasiIdentifier, flag: "--qi" },
            Fault::NoneInRole { needs: "l-diversity".into(), role: Role::Sensitive, flag: "--sensitive" },
            Fault::Undecided { attributes: vec![attribute()], like: Role::Identifier },
            Fault::Undecided { attributes: vec![attribute(), attribute()], like: Role::QuasiIdentifier },
            Fault::MissingValues { attribute: attribute(), role: Role::QuasiIdentifier, cells: 2, first_rows: vec![0] },
            Fault::Request("allow more rows to be left out (--max-suppression), or ask for less".into()),
            Fault::Request("k-map needs a table of the population; give one with --population-table".into()),
            Fault::Request("use --partition diverse, or ask for less".into()),
            Fault::Request(
                "\"post code\" looks like an identifier, and a synthetic row is nobody's; leave it out with --drop post code, or say that it is none with --keep post code".into(),
            ),
        ];
        for fault in faults {
            for line in told(fault) {
                assert!(
                    !line.contains("--") && !line.contains("bauta hierarchy"),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn the_place_on_the_page_is_told() {
        let [en, fr] = told(Fault::NoHierarchy {
            method: "optimal".into(),
            attribute: "age".into(),
        });
        assert!(
            en.ends_with("\"age\"; build or import one in step 3, Hierarchies"),
            "{en}"
        );
        assert!(
            fr.ends_with("« age » ; construisez-la ou importez-la à l'étape 3, Hiérarchies"),
            "{fr}"
        );
        assert_eq!(for_page("use --by", Language("en")), "use \"by\"");
        assert_eq!(for_page("a -- b", Language("fr")), "a -- b");
    }
}
