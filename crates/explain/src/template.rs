//! What the algorithms of a family have in common, and the titles of their template's slots.

use bauta_methods::trace::{Slot, Template};

use super::say::Say;
use super::told::FamilyTold;

/// A family in words.
pub(super) fn family(template: Template, say: Say) -> FamilyTold {
    let (id, (en_title, fr_title), (en, fr)) = match template {
        Template::TableRecoding => (
            "table-recoding",
            (
                "Recoding the table step by step",
                "Recodage de la table pas à pas",
            ),
            (
                "The table itself is changed at each step: choose the best candidate, recode, look whether people are hidden well enough, and go on or stop.",
                "La table elle-même change à chaque pas : choisir le meilleur candidat, recoder, regarder si les personnes sont assez bien cachées, et continuer ou s'arrêter.",
            ),
        ),
        Template::LatticeChoice => (
            "lattice-choice",
            ("Choosing in a lattice", "Choix dans un treillis"),
            (
                "The lattice holds all combinations of levels, from the original values at the bottom to the vaguest at the top. First a combination is chosen there, by counting; then the table is recoded once.",
                "Le treillis contient toutes les combinaisons de niveaux, des valeurs d'origine en bas aux plus vagues en haut. On y choisit d'abord une combinaison, en comptant ; puis la table est recodée une seule fois.",
            ),
        ),
        Template::Partitioning => (
            "partitioning",
            (
                "Cutting a space of several dimensions",
                "Découpage d'un espace à plusieurs dimensions",
            ),
            (
                "Rows are points of a space with a dimension for each quasi-identifier. The space is cut into regions as small as is safe; then each region's values become what the region covers.",
                "Les lignes sont des points d'un espace qui a une dimension par quasi-identifiant. L'espace est découpé en régions aussi petites qu'il est sûr ; puis les valeurs de chaque région deviennent ce qu'elle couvre.",
            ),
        ),
        Template::Separation => (
            "separation",
            ("Cutting the link", "Coupure du lien"),
            (
                "Values stay as they are. Rows are put in groups, and inside a group nobody can tell any more which sensitive value belongs to whom.",
                "Les valeurs restent comme elles sont. Les lignes sont mises en groupes, et dans un groupe on ne peut plus dire quelle valeur sensible appartient à qui.",
            ),
        ),
        Template::Aggregation => (
            "aggregation",
            (
                "Common values for neighbours",
                "Valeurs communes pour voisins",
            ),
            (
                "Rows that are alike are put in small groups, and all rows of a group get the same values.",
                "Les lignes qui se ressemblent sont mises en petits groupes, et toutes les lignes d'un groupe reçoivent les mêmes valeurs.",
            ),
        ),
    };
    FamilyTold {
        id,
        title: say.pick(en_title, fr_title).to_owned(),
        text: say.pick(en, fr).to_owned(),
    }
}

/// The title of a slot.
pub(super) fn slot_title(slot: Slot, template: Template, say: Say) -> String {
    let (en, fr) = match (slot, template) {
        (Slot::Inputs, _) => ("What you give", "Ce que vous donnez"),
        (Slot::Computed, _) => ("What is computed first", "Ce qui est calculé d'abord"),
        (Slot::Candidate, Template::Partitioning) => ("A possible cut", "Une coupe possible"),
        (Slot::Candidate, Template::LatticeChoice) => {
            ("A possible combination", "Une combinaison possible")
        }
        (Slot::Candidate, _) => ("A candidate", "Un candidat"),
        (Slot::Metric, _) => ("How the best one is found", "Comment on trouve le meilleur"),
        (Slot::Apply, _) => ("What is done with it", "Ce qu'on en fait"),
        (Slot::Stop, _) => ("When it stops", "Quand on s'arrête"),
        (Slot::Suppress, _) => ("What is suppressed", "Ce qui est supprimé"),
        (Slot::Deliver, _) => ("What you get", "Ce que vous recevez"),
    };
    say.pick(en, fr).to_owned()
}
