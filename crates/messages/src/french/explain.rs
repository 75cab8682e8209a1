//! What is said about explanations.

/// English patterns and their French.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "{} of {} rows are shown, evenly spread over the table",
        "{} lignes sur {} sont montrées, réparties régulièrement sur la table",
    ),
    (
        "\"{}\" has no hierarchy; one was made of its values",
        "« {} » n'a pas de hiérarchie ; une a été faite de ses valeurs",
    ),
    (
        "the table has {} rows, and an explanation shows every one of them; take some with --rows 20 ({} at most)",
        "la table a {} lignes, et une explication les montre toutes ; prenez-en quelques-unes avec --rows 20 ({} au plus)",
    ),
    (
        "a step of the project leaves rows out; explain it without its steps",
        "une étape du projet écarte des lignes ; expliquez-le sans ses étapes",
    ),
    (
        "{} does not explain itself step by step; `bauta explain` lists the methods that do, and `bauta methods {}` tells about this one",
        "{} ne s'explique pas pas à pas ; `bauta explain` liste les méthodes qui le font, et `bauta methods {}` présente celle-ci",
    ),
    (
        "the example has its own roles and hierarchies; leave out --qi, --sensitive, --hierarchy and the like, or name a table",
        "l'exemple a ses propres rôles et hiérarchies ; laissez --qi, --sensitive, --hierarchy et autres de côté, ou nommez une table",
    ),
    ("text, md or json", "text, md ou json"),
    (
        "a name that ends in .md, .html or .json",
        "un nom qui finit par .md, .html ou .json",
    ),
];
