//! French for what synthetic tables and co-clusters say.

pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "attribute \"{}\" is an identifier, and a synthetic row is nobody's; leave it out with --drop {}",
        "l'attribut « {} » est un identifiant, et une ligne synthétique n'est à personne ; écartez-le avec --drop {}",
    ),
    (
        "no value of \"{}\" is shared by {} rows, as in an identifier or a free text; leave it out with --drop {}, or allow such values with --rare keep",
        "aucune valeur de « {} » n'est partagée par {} lignes, comme dans un identifiant ou un texte libre ; écartez-le avec --drop {}, ou admettez ces valeurs avec --rare keep",
    ),
    (
        "\"{}\" looks like an identifier, and a synthetic row is nobody's; leave it out with --drop {}, or say that it is none with --keep {}",
        "« {} » ressemble à un identifiant, et une ligne synthétique n'est à personne ; écartez-le avec --drop {}, ou dites que ce n'en est pas un avec --keep {}",
    ),
    (
        "the table has {} rows, fewer than k = {}: no cluster of so many rows can be made of it; ask for a smaller k",
        "la table a {} lignes, moins que k = {} : on ne peut pas en faire un cluster d'autant de lignes ; demandez un k plus petit",
    ),
    (
        "no column is left to draw",
        "il ne reste aucune colonne à tirer",
    ),
    (
        "a sensitive attribute has {} values in all, so no cluster can have {}",
        "un attribut sensible a {} valeurs en tout, aucun cluster ne peut donc en avoir {}",
    ),
    (
        "even a single cluster of all rows does not satisfy what is asked for",
        "même un seul cluster de toutes les lignes ne satisfait pas à ce qui est demandé",
    ),
    (
        "the search was ended by its time limit: another run may find another model",
        "la recherche a été arrêtée par sa limite de temps : une autre exécution peut trouver un autre modèle",
    ),
    (
        "the model comes from a file: that its clusters have so many rows is its word",
        "le modèle vient d'un fichier : on le croit sur parole quant aux effectifs de ses clusters",
    ),
    (
        "the model is of a table with other columns than this one",
        "le modèle est celui d'une table qui n'a pas les mêmes colonnes",
    ),
    (
        "column \"{}\" is of another kind or style in the model than in the table",
        "la colonne « {} » n'est pas du même type ou du même format dans le modèle et dans la table",
    ),
    (
        "a model file does not hold which rows are in a cluster, so l and t cannot be checked; learn the model anew",
        "un fichier de modèle ne dit pas quelles lignes sont dans un cluster, l et t ne peuvent donc pas être vérifiés ; réapprenez le modèle",
    ),
    (
        "{} is no model file of bauta, or is damaged",
        "{} n'est pas un fichier de modèle de bauta, ou est endommagé",
    ),
    (
        "{} is a model file of version {}, and this program reads version {}; learn the model anew",
        "{} est un fichier de modèle de version {}, et ce programme lit la version {} ; réapprenez le modèle",
    ),
    (
        "rule \"{}\" is broken by {} of {} synthetic rows; in the original by {}",
        "la règle « {} » est enfreinte par {} des {} lignes synthétiques ; dans l'original par {}",
    ),
    (
        "in the original \"{}\" determines \"{}\"; {} of {} synthetic rows contradict that",
        "dans l'original « {} » détermine « {} » ; {} des {} lignes synthétiques le contredisent",
    ),
    (
        "\"{}\" does not determine \"{}\": {} rows of the original have another value than the first row with the same \"{}\"; correct them, or leave out --determines",
        "« {} » ne détermine pas « {} » : {} lignes de l'original ont une autre valeur que la première ligne de même « {} » ; corrigez-les, ou omettez --determines",
    ),
    (
        "rule \"{}\" speaks of \"{}\", which is left out: synthetic rows cannot be held to it",
        "la règle « {} » porte sur « {} », qui est écarté : les lignes synthétiques ne peuvent pas y être soumises",
    ),
    (
        "rule \"{}\": {} of {} drawn rows broke it and were mended; no row that is written does",
        "règle « {} » : {} des {} lignes tirées l'enfreignaient et ont été corrigées ; aucune ligne écrite ne l'enfreint",
    ),
    (
        "{} of {} rows are lacking: of all rows that were drawn for them none satisfies what is asked of every row",
        "{} lignes sur {} manquent : parmi toutes celles tirées à leur place, aucune ne satisfait à ce qui est demandé à chaque ligne",
    ),
    (
        "\"{}\": {} values that fewer than {} rows have do not come up; the {} rows that have them ({} %) count as rows of other values",
        "« {} » : {} valeurs que moins de {} lignes ont ne sont pas tirées ; les {} lignes qui les ont ({} %) comptent comme lignes d'autres valeurs",
    ),
    (
        "there is one cluster of rows: columns are drawn independently of each other, and no link between them is kept; take --method trees, or a smaller k",
        "il n'y a qu'un cluster de lignes : les colonnes sont tirées indépendamment, et aucun lien entre elles n'est gardé ; prenez --method trees, ou un k plus petit",
    ),
    (
        "no row that was drawn keeps all rules; {} of {} break the rule \"{}\"",
        "aucune ligne tirée ne respecte toutes les règles ; {} sur {} enfreignent la règle « {} »",
    ),
    (
        "no row that was drawn satisfies what is asked of every row",
        "aucune ligne tirée ne satisfait à ce qui est demandé à chaque ligne",
    ),
    (
        "{} rows break the rule \"{}\"",
        "{} lignes enfreignent la règle « {} »",
    ),
    (
        "column \"{}\" does not follow from \"{}\"",
        "la colonne « {} » ne découle pas de « {} »",
    ),
    (
        "\"{}\" has no modality that is written as the one given with --given; bauta coclusters lists them",
        "« {} » n'a pas de modalité écrite comme celle donnée avec --given ; bauta coclusters les énumère",
    ),
    (
        "the shares given for \"{}\" must lie between 0 and 1 and add up to at most 1, and to 1 if every value has one",
        "les parts données pour « {} » doivent être entre 0 et 1 et faire au plus 1 en tout, et exactement 1 si chaque valeur en a une",
    ),
    (
        "the variables with fixed margins have more than {} combinations of values; fix fewer of them",
        "les variables à marges fixées ont plus de {} combinaisons de valeurs ; fixez-en moins",
    ),
    (
        "the fixed margins cannot hold together in this table: some of their values never occur with each other",
        "les marges fixées ne peuvent pas tenir ensemble dans cette table : certaines de leurs valeurs ne se rencontrent jamais",
    ),
    (
        "{} must have three columns: attribute, value, share (a number from 0 to 1)",
        "{} doit avoir trois colonnes : attribut, valeur, part (un nombre de 0 à 1)",
    ),
    ("rows", "lignes"),
    ("modalities", "modalités"),
];
