//! Sentences about synthetic tables.

/// `(English, French)`.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "a file, or a share above 0 and below 1",
        "un fichier, ou une part au-dessus de 0 et en dessous de 1",
    ),
    (
        "the synthetic table and the original have no attribute in common",
        "la table synthétique et l'original n'ont aucun attribut en commun",
    ),
    (
        "\"{}\" is not in all tables and is left out of the evaluation",
        "« {} » n'est pas dans toutes les tables et n'est pas évalué",
    ),
    (
        "the synthetic table has no attribute \"{}\" to be predicted",
        "la table synthétique n'a pas d'attribut « {} » à prédire",
    ),
    (
        "--positive names values of one target; give that one with --target",
        "--positive nomme les valeurs d'une seule cible ; donnez-la avec --target",
    ),
    (
        "{} value(s) of --positive do not occur in \"{}\"",
        "{} valeur(s) de --positive ne figurent pas dans « {} »",
    ),
    (
        "no rows are known to have been kept out: models are tested on rows drawn from the original, which the synthetic table may know; distances and attacks have no comparison (--holdout FILE)",
        "aucune ligne n'est connue pour avoir été tenue à l'écart : les modèles sont testés sur des lignes tirées de l'original, que la table synthétique connaît peut-être ; distances et attaques sont sans comparaison (--holdout FICHIER)",
    ),
    (
        "every synthetic row is a copy of a real row: this is the table itself, or a sample of it",
        "chaque ligne synthétique est la copie d'une ligne réelle : c'est la table même, ou un échantillon",
    ),
    (
        "{} % of synthetic rows are equal to a real row, against {} % of the people kept out",
        "{} % des lignes synthétiques sont égales à une ligne réelle, contre {} % des personnes tenues à l'écart",
    ),
    (
        "{} % of synthetic rows are equal to a real row, no more than {} % of the people kept out and a margin",
        "{} % des lignes synthétiques sont égales à une ligne réelle, pas plus que {} % des personnes tenues à l'écart, à une marge près",
    ),
    (
        "{} % of synthetic rows are nearer to the original than to people kept out: rows are repeated",
        "{} % des lignes synthétiques sont plus proches de l'original que des personnes tenues à l'écart : des lignes sont répétées",
    ),
    (
        "{} % of synthetic rows are nearer to the original than to people kept out; 50 % is what copying nobody gives",
        "{} % des lignes synthétiques sont plus proches de l'original que des personnes tenues à l'écart ; ne copier personne donne 50 %",
    ),
    (
        "{} % of synthetic rows are equal to a real row",
        "{} % des lignes synthétiques sont égales à une ligne réelle",
    ),
    (
        "protection is not fully tested: nobody is known to have been kept out (--holdout FILE)",
        "la protection n'est pas entièrement testée : personne n'est connu pour avoir été tenu à l'écart (--holdout FICHIER)",
    ),
    (
        "tables of two attributes differ by {} % on average; a sample of the original would differ by {} %",
        "les tables à deux attributs diffèrent de {} % en moyenne ; un échantillon de l'original différerait de {} %",
    ),
    (
        "the values of \"{}\" must be words with commas between, or spans of at most {} whole numbers such as 0..120",
        "les valeurs de « {} » doivent être des mots séparés par des virgules, ou des suites d'au plus {} nombres entiers comme 0..120",
    ),
    (
        "differential privacy needs the values that \"{}\" can have, told by somebody who has not seen the rows; name them (--values {}=…) or give a hierarchy of it (--hierarchy {}=FILE)",
        "la confidentialité différentielle exige les valeurs que « {} » peut prendre, déclarées par quelqu'un qui n'a pas vu les lignes ; nommez-les (--values {}=…) ou donnez-en une hiérarchie (--hierarchy {}=FICHIER)",
    ),
    (
        "\"{}\" has values outside its declared domain; declare them too, or recode them first",
        "« {} » a des valeurs hors de son domaine déclaré ; déclarez-les aussi, ou recodez-les d'abord",
    ),
    (
        "the table has {} rows, fewer than k = {}: nothing of so many rows can be told; ask for a smaller k",
        "la table a {} lignes, moins que k = {} : rien ne peut être dit de tant de lignes ; demandez un k plus petit",
    ),
    (
        "each of the {} counts in the model is of at least {} rows; the least is of {}",
        "chacun des {} effectifs du modèle compte au moins {} lignes ; le plus petit en compte {}",
    ),
    (
        "the rule of k is a heuristic: it says how many rows a count is of, not what an attacker who knows much can infer; for a proof, use noisy tables (epsilon)",
        "la règle de k est une heuristique : elle dit combien de lignes fondent un effectif, non ce qu'un attaquant bien informé peut déduire ; pour une preuve, prenez les tables bruitées (epsilon)",
    ),
    (
        "the noise comes from the operating system: the same seed gives another table, as it must",
        "le bruit vient du système d'exploitation : la même graine donne une autre table, comme il se doit",
    ),
    (
        "the proof rests on domains (declared values) and kinds of columns that were not chosen by looking at the rows",
        "la preuve repose sur des domaines (les valeurs déclarées) et des types de colonnes choisis sans regarder les lignes",
    ),
    (
        "the number of rows is noisy too: the true one is not told",
        "le nombre de lignes est bruité lui aussi : le vrai n'est pas dit",
    ),
    (
        "ε-differential privacy with ε = {} for one row more or less, δ = 0",
        "confidentialité ε-différentielle avec ε = {} pour une ligne de plus ou de moins, δ = 0",
    ),
    (
        "above 0; 1 is usual, 10 protects little",
        "au-dessus de 0 ; 1 est courant, 10 protège peu",
    ),
    (
        "a share above 0 and below 1; 0.2 is usual",
        "une part au-dessus de 0 et en dessous de 1 ; 0.2 est courant",
    ),
    (
        "a noisy model needs at least two variables with two values each, and rows",
        "un modèle bruité exige au moins deux variables à deux valeurs chacune, et des lignes",
    ),
    (
        "--levels draws the rows that it keeps out; give a share with --holdout, such as 0.2",
        "--levels tire les lignes qu'il tient à l'écart ; donnez une part avec --holdout, comme 0.2",
    ),
    ("selective-naive-bayes", "Bayes naïf sélectif"),
    ("logistic-regression", "régression logistique"),
    ("random-forest", "forêt aléatoire"),
];
