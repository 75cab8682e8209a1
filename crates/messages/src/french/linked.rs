//! What is said about several tables, and its French.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "where there are [[tables]], {} belongs to each of them; move it there",
        "là où il y a des [[tables]], {} appartient à chacune d'elles ; déplacez-le",
    ),
    (
        "shift-dates and shuffle are for a single table; leave them out of [pseudonyms]",
        "shift-dates et shuffle ne valent que pour une table seule ; ôtez-les de [pseudonyms]",
    ),
    (
        "{}: there is neither an [input] nor [[tables]]; say what to read",
        "{} : il n'y a ni [input] ni [[tables]] ; dites ce qu'il faut lire",
    ),
    (
        "this project has several tables; only bauta run does them together",
        "ce projet a plusieurs tables ; seul bauta run les traite ensemble",
    ),
    (
        "the links lead in a circle; a table cannot point to itself by others",
        "les liens tournent en rond ; une table ne peut pointer vers elle-même par d'autres",
    ),
    (
        "a table needs a name without a dot, for links to call it",
        "une table doit avoir un nom sans point, que les liens puissent citer",
    ),
    (
        "two tables are called \"{}\"; names must differ",
        "deux tables s'appellent « {} » ; les noms doivent différer",
    ),
    (
        "household-k and max-household-risk need household: the attribute that says who lives together",
        "household-k et max-household-risk exigent household : l'attribut qui dit qui vit ensemble",
    ),
    (
        "\"{}\" is a key, which becomes a pseudonym; take it out of the roles",
        "« {} » est une clé, qui devient un pseudonyme ; ôtez-le des rôles",
    ),
    (
        "the link \"{}\" must be written as table.attribute",
        "le lien « {} » doit s'écrire table.attribut",
    ),
    (
        "the link \"{}\" names no table of the project",
        "le lien « {} » ne nomme aucune table du projet",
    ),
    (
        "a link points to \"{}\", which is not the key of that table; declare it with key",
        "un lien pointe vers « {} », qui n'est pas la clé de cette table ; déclarez-la avec key",
    ),
    (
        "the key \"{}\" is missing in {} rows, first in data rows {}; fill it in",
        "la clé « {} » manque dans {} lignes, d'abord aux lignes de données {} ; complétez-la",
    ),
    (
        "the key \"{}\" is not unique: {} rows share theirs with others, first in data rows {}; correct them, or name another key",
        "la clé « {} » n'est pas unique : {} lignes partagent la leur avec d'autres, d'abord aux lignes de données {} ; corrigez-les, ou nommez une autre clé",
    ),
    (
        "\"{}\" points to no row of \"{}\" in {} rows, first in data rows {}; add the rows there, or leave these out",
        "« {} » ne pointe vers aucune ligne de « {} » dans {} lignes, d'abord aux lignes de données {} ; ajoutez-y les lignes, ou ôtez celles-ci",
    ),
    (
        "different values of the key \"{}\" become one pseudonym; leave out pseudonyms.normalize, or make them differ in more than spelling",
        "des valeurs différentes de la clé « {} » deviennent un seul pseudonyme ; ôtez pseudonyms.normalize, ou faites-les différer par plus que l'orthographe",
    ),
    (
        "a number above 0, at most 1",
        "un nombre supérieur à 0, d'au plus 1",
    ),
    // What was found.
    (
        "every row of \"{}\" finds its row of \"{}\"",
        "chaque ligne de « {} » trouve sa ligne de « {} »",
    ),
    (
        "the sensitive values of \"{}\" join by group only",
        "les valeurs sensibles de « {} » ne se joignent que par groupe",
    ),
    (
        "{}-anonymity of \"{}\" in the joined view",
        "{}-anonymat de « {} » dans la vue jointe",
    ),
    (
        " of \"{}\" in the joined view of \"{}\"",
        " de « {} » dans la vue jointe de « {} »",
    ),
    (
        "no household of \"{}\" is found with a chance above {}",
        "aucun ménage de « {} » n'est retrouvé avec une probabilité supérieure à {}",
    ),
    (
        "{} of {} rows of \"{}\" are too rare in the joined view",
        "{} des {} lignes de « {} » sont trop rares dans la vue jointe",
    ),
    (
        "\"{}\" is responsible: without it {} rows of \"{}\" would be; generalise its quasi-identifiers, cap its rows with max-rows, set rows-known = false, or leave it out",
        "« {} » en est responsable : sans elle, {} lignes de « {} » le seraient ; généralisez ses quasi-identifiants, plafonnez ses lignes avec max-rows, écrivez rows-known = false, ou ôtez-la",
    ),
];
