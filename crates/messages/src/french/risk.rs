//! French for the sentences of `bauta risk`.

/// English pattern and French pattern, `{}` for names and numbers.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    ("low risk", "risque faible"),
    ("medium risk", "risque moyen"),
    ("high risk", "risque élevé"),
    (
        "survey weights and households are looked at row by row; leave out --engine and --memory, or weight and household",
        "les poids de sondage et les ménages s'examinent ligne par ligne ; ôtez --engine et --memory, ou le poids et le ménage",
    ),
    (
        "only outliers need treatment",
        "seuls les cas isolés sont à traiter",
    ),
    ("the exact measures decide", "les mesures exactes décident"),
    (
        "the exact measures decide; expect to reduce quasi-identifiers",
        "les mesures exactes décident ; attendez-vous à réduire des quasi-identifiants",
    ),
    ("bad", "mauvais"),
    ("mediocre", "médiocre"),
    ("satisfactory", "satisfaisant"),
    ("very satisfactory", "très satisfaisant"),
    ("from weights", "d'après les poids"),
    ("from the sampling fraction", "d'après le taux de sondage"),
    (
        "by a super-population model",
        "par un modèle de superpopulation",
    ),
    ("from its table", "d'après sa table"),
    (
        "every class has at least {} rows and {} different sensitive values",
        "chaque classe a au moins {} lignes et {} valeurs sensibles différentes",
    ),
    (
        "every class has at least {} rows",
        "chaque classe a au moins {} lignes",
    ),
    (
        "{} of {} rows ({} %) are in classes of fewer than {} rows or {} different sensitive values",
        "{} lignes sur {} ({} %) sont dans des classes de moins de {} lignes ou {} valeurs sensibles différentes",
    ),
    (
        "{} of {} rows ({} %) are in classes of fewer than {} rows",
        "{} lignes sur {} ({} %) sont dans des classes de moins de {} lignes",
    ),
    (
        "{} rows ({} %) are alone: who knows them is certain to find them",
        "{} lignes ({} %) sont seules : qui les connaît est sûr de les retrouver",
    ),
    (
        "{} rows have a rare value or pair of values: treat them one by one",
        "{} lignes ont une valeur ou un couple de valeurs rare : traitez-les une à une",
    ),
    (
        "reduce \"{}\" first: without it the mean risk falls by {} %, and {} rows are alone instead of {}",
        "réduisez d'abord « {} » : sans lui, le risque moyen baisse de {} %, et {} lignes sont seules au lieu de {}",
    ),
    (
        "\"{}\" differs in every row: its diversity says nothing; give it in groups",
        "« {} » diffère à chaque ligne : sa diversité ne dit rien ; donnez-le par groupes",
    ),
    (
        "\"{}\" differs in every row: probably an identifier; leave it out, or name it with --id",
        "« {} » diffère à chaque ligne : sans doute un identifiant ; ôtez-le, ou nommez-le avec --id",
    ),
    (
        "\"{}\" has {} different values in all: no class can have {}; see --target-l",
        "« {} » a {} valeurs différentes en tout : aucune classe ne peut en avoir {} ; voyez --target-l",
    ),
    (
        "\"{}\" is missing in {} rows; missing counts as a value of its own",
        "« {} » manque à {} lignes ; l'absence compte comme une valeur à part",
    ),
    (
        "in {} classes the weights add up to less than the rows; the rows were taken instead",
        "dans {} classes, la somme des poids est inférieure au nombre de lignes ; celui-ci a été pris à sa place",
    ),
    (
        "the weights add up to {} people, the population has {}",
        "la somme des poids donne {} personnes, la population en a {}",
    ),
    (
        "sampling does not hide what quasi-identifiers determine: in classes of two or more, {} rows ({} %) share their \"{}\" with everybody like them",
        "le sondage ne cache pas ce que les quasi-identifiants déterminent : dans les classes de deux et plus, {} lignes ({} %) partagent leur « {} » avec tous leurs semblables",
    ),
    (
        "sampling protects only while nobody can guess who was drawn: keep the sampling rule to yourself",
        "le sondage ne protège que si nul ne peut deviner qui a été tiré : gardez la règle de tirage pour vous",
    ),
    (
        "sampling does not protect participants who tell that they took part: for them the prosecutor's risk counts",
        "le sondage ne protège pas les participants qui disent avoir pris part : pour eux, c'est le risque du procureur qui compte",
    ),
    (
        "{} quasi-identifiers are too many to look for special uniques",
        "{} quasi-identifiants sont trop pour chercher les uniques spéciaux",
    ),
    (
        "special uniques of up to {} attributes were looked for, to be quick; more with --suda-size",
        "les uniques spéciaux ont été cherchés jusqu'à {} attributs, pour faire vite ; davantage avec --suda-size",
    ),
    ("above 0 and at most 1", "supérieur à 0 et au plus 1"),
    (
        "a whole number, 1 or more, or a table",
        "un nombre entier, au moins 1, ou une table",
    ),
    (
        "the sampling fraction and the population say the same; give one of them",
        "le taux de sondage et la population disent la même chose ; donnez l'un des deux",
    ),
    (
        "weights and a population table say the same; give one of them",
        "les poids et une table de la population disent la même chose ; donnez l'un des deux",
    ),
    (
        "the weights \"{}\" are no numbers; name a column of numbers",
        "les poids « {} » ne sont pas des nombres ; nommez une colonne de nombres",
    ),
    (
        "the weights \"{}\" are missing in {} rows, first in data row {}; complete them, or leave these rows out",
        "les poids « {} » manquent à {} lignes, d'abord à la ligne de données {} ; complétez-les, ou ôtez ces lignes",
    ),
    (
        "the weights \"{}\" are missing in {} rows; complete them, or leave these rows out",
        "les poids « {} » manquent à {} lignes ; complétez-les, ou ôtez ces lignes",
    ),
    (
        "the weights \"{}\" are zero or negative in {} rows; a weight says how many people a row stands for",
        "les poids « {} » sont nuls ou négatifs à {} lignes ; un poids dit combien de personnes une ligne représente",
    ),
    (
        "the weights \"{}\" are zero or negative in {} rows, first in data row {}; a weight says how many people a row stands for",
        "les poids « {} » sont nuls ou négatifs à {} lignes, d'abord à la ligne de données {} ; un poids dit combien de personnes une ligne représente",
    ),
    (
        "the weights \"{}\" add up to less than the number of rows; a weight says how many people a row stands for",
        "la somme des poids « {} » est inférieure au nombre de lignes ; un poids dit combien de personnes une ligne représente",
    ),
    (
        "a population of {} is smaller than the table, which has {} rows; give the number of people that they were drawn from",
        "une population de {} est plus petite que la table, qui a {} lignes ; donnez le nombre de personnes parmi lesquelles elles ont été tirées",
    ),
    (
        "the population table has {} rows, fewer than the {} of the table; it must hold everybody",
        "la table de la population a {} lignes, moins que les {} de la table ; elle doit contenir tout le monde",
    ),
    (
        "{} classes, of {} rows in all, have fewer people in the population table than rows here; it must hold everybody, recoded alike",
        "{} classes, de {} lignes en tout, ont moins de personnes dans la table de la population que de lignes ici ; elle doit contenir tout le monde, recodé de même",
    ),
];
