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
        "every class has at least {} people and {} different sensitive values",
        "chaque classe a au moins {} personnes et {} valeurs sensibles différentes",
    ),
    (
        "every class has at least {} people",
        "chaque classe a au moins {} personnes",
    ),
    (
        "{} of {} people ({} %) are in classes of fewer than {} people or {} different sensitive values",
        "{} personnes sur {} ({} %) sont dans des classes de moins de {} personnes ou {} valeurs sensibles différentes",
    ),
    (
        "{} of {} people ({} %) are in classes of fewer than {} people",
        "{} personnes sur {} ({} %) sont dans des classes de moins de {} personnes",
    ),
    (
        "{} people ({} %) are alone in a class: who knows them is certain to find them",
        "{} personnes ({} %) sont seules dans une classe : qui les connaît est sûr de les retrouver",
    ),
    (
        "reduce \"{}\" first: without it the mean risk falls by {} %",
        "réduisez d'abord « {} » : sans lui, le risque moyen baisse de {} %",
    ),
    (
        "sampling does not hide what quasi-identifiers determine: in classes of two or more, {} people ({} %) share their \"{}\" with everybody like them",
        "le sondage ne cache pas ce que les quasi-identifiants déterminent : dans les classes de deux ou plus, {} personnes ({} %) partagent leur « {} » avec toutes leurs semblables",
    ),
    (
        "\"{}\" shows which rows are one person's: people are compared by all their rows; to see the risk without it, leave it out (--drop)",
        "« {} » montre quelles lignes sont celles d'une même personne : les personnes sont comparées par toutes leurs lignes ; pour voir le risque sans cela, écartez-le (--drop)",
    ),
    (
        "the sensitive values of the original are counted by rows: name the columns that say whose its rows are with --id",
        "les valeurs sensibles de l'original sont comptées par lignes : nommez avec --id les colonnes qui disent de qui sont ses lignes",
    ),
    (
        "a person counts once in each class, and is matched on one row at a time",
        "une personne compte une fois dans chaque classe, et se compare une ligne à la fois",
    ),
    (
        "who is alone in the population is not estimated: a person with several rows may be in several classes, and estimators need each to be in one",
        "qui est seul dans la population n'est pas estimé : une personne qui a plusieurs lignes peut être dans plusieurs classes, or les estimateurs en veulent une par personne",
    ),
    (
        "people have several rows, and a table of the population is compared row by row; give the number of people instead, or keep one row of each person",
        "des personnes ont plusieurs lignes, or une table de la population se compare ligne par ligne ; donnez plutôt le nombre de personnes, ou gardez une ligne par personne",
    ),
    (
        "the weights \"{}\" differ between rows of one person; a weight says how many people a person stands for: give each person one, or keep one row of each person",
        "les poids « {} » diffèrent entre les lignes d'une même personne ; un poids dit combien de personnes une personne représente : donnez-en un à chacune, ou gardez une ligne par personne",
    ),
    (
        "a population of {} is smaller than the table, which has {} people; give the number of people that they were drawn from",
        "une population de {} est plus petite que la table, qui compte {} personnes ; donnez le nombre de personnes dont elles sont tirées",
    ),
    (
        "people have several rows, and the release does not say whose its rows are: name columns that identify rows in both tables with --match-by, or keep one row of each person",
        "des personnes ont plusieurs lignes, et la publication ne dit pas de qui sont les siennes : nommez avec --match-by des colonnes qui identifient les lignes des deux tables, ou gardez une ligne par personne",
    ),
    (
        "survey weights and households of the released rows are not known: their risk is not measured; --match-by names columns that identify rows in both",
        "les poids de sondage et les ménages des lignes publiées ne sont pas connus : leur risque n'est pas mesuré ; --match-by nomme des colonnes qui identifient les lignes des deux tables",
    ),
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
