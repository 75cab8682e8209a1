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
        "no rows are known to have been kept out: models are tested on rows drawn from the original, which the synthetic table may know; attacks have no comparison (--holdout FILE)",
        "aucune ligne n'est connue pour avoir été tenue à l'écart : les modèles sont testés sur des lignes tirées de l'original, que la table synthétique connaît peut-être ; les attaques sont sans comparaison (--holdout FICHIER)",
    ),
    (
        "{} of the {} rows of --holdout equal a row of the original, where chance explains {} %: they are the same people, and the test would be void; compare with the rows that the synthetic table was made from (synthesize --keep-out 0.2=kept.csv,training.csv writes both parts)",
        "{} des {} lignes de --holdout sont égales à une ligne de l'original, alors que le hasard en explique {} % : ce sont les mêmes personnes, et le test serait sans valeur ; comparez avec les lignes dont la table synthétique est issue (synthesize --keep-out 0.2=temoins.csv,apprentissage.csv écrit les deux parties)",
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
        "{} % of synthetic rows are equal to a real row, no more than chance explains: {} % of the people kept out are",
        "{} % des lignes synthétiques sont égales à une ligne réelle, pas plus que ce que le hasard explique : {} % des personnes tenues à l'écart le sont",
    ),
    (
        "{} % of synthetic rows are equal to a real row, while {} % of the real rows are equal to another one",
        "{} % des lignes synthétiques sont égales à une ligne réelle, alors que {} % des lignes réelles sont égales à une autre",
    ),
    (
        "{} % of synthetic rows are equal to a real row, no more than chance explains: {} % of the real rows are equal to another one",
        "{} % des lignes synthétiques sont égales à une ligne réelle, pas plus que ce que le hasard explique : {} % des lignes réelles sont égales à une autre",
    ),
    (
        "whether membership can be inferred was not tested",
        "l'inférence d'appartenance n'a pas été testée",
    ),
    (
        "singling out, linkability and inference were not tested",
        "individualisation, corrélation et inférence n'ont pas été testées",
    ),
    (
        "these attacks know the synthetic table only; somebody who has the generator too may do better, which synthesize --shadow-models measures",
        "ces attaques ne connaissent que la table synthétique ; qui a aussi le générateur peut faire mieux, ce que mesure synthesize --shadow-models",
    ),
    (
        "membership can be inferred: an attack tells people who took part from others with an area under the curve of {} ({} to {}; 0.5 is guessing); at 1 % false alarms it recognises {} % of them ({} % to {} %)",
        "l'appartenance peut être inférée : une attaque distingue les personnes de l'original des autres avec une aire sous la courbe de {} ({} à {} ; 0,5 : au hasard) ; avec 1 % de fausses alertes, elle en reconnaît {} % ({} % à {} %)",
    ),
    (
        "membership can be inferred for some: the strongest of these attacks tells people who took part from others with an area under the curve of {} ({} to {}; 0.5 is guessing); at 1 % false alarms it recognises {} % of them ({} % to {} %)",
        "l'appartenance peut être inférée pour quelques personnes : la plus forte de ces attaques distingue les personnes de l'original des autres avec une aire sous la courbe de {} ({} à {} ; 0,5 : au hasard) ; avec 1 % de fausses alertes, elle en reconnaît {} % ({} % à {} %)",
    ),
    (
        "membership is not shown to be inferable: the strongest of these attacks tells people who took part from others with an area under the curve of {} ({} to {}; 0.5 is guessing); at 1 % false alarms it recognises {} % of them ({} % to {} %)",
        "rien ne montre que l'appartenance puisse être inférée : la plus forte de ces attaques distingue les personnes de l'original des autres avec une aire sous la courbe de {} ({} à {} ; 0,5 : au hasard) ; avec 1 % de fausses alertes, elle en reconnaît {} % ({} % à {} %)",
    ),
    (
        "people of the original are singled out more often than people kept out: risk {} % ({} % to {} %)",
        "les personnes de l'original sont isolées plus souvent que celles tenues à l'écart : risque {} % ({} % à {} %)",
    ),
    (
        "records of people of the original are linked more often than those of people kept out: risk {} % ({} % to {} %)",
        "les données des personnes de l'original sont reliées plus souvent que celles des personnes tenues à l'écart : risque {} % ({} % à {} %)",
    ),
    (
        "values of people of the original are inferred more often than those of people kept out: risk {} % ({} % to {} %)",
        "les valeurs des personnes de l'original sont déduites plus souvent que celles des personnes tenues à l'écart : risque {} % ({} % à {} %)",
    ),
    (
        "singling out, linkability and inference are not shown to succeed more often for people of the original than for people kept out",
        "rien ne montre qu'individualisation, corrélation et inférence réussissent plus souvent pour les personnes de l'original que pour celles tenues à l'écart",
    ),
    (
        "membership inference has no result: {} rows of the original and {} of the people kept out are unique, too few to tell",
        "l'inférence d'appartenance est sans résultat : {} lignes de l'original et {} des personnes tenues à l'écart sont uniques, trop peu pour conclure",
    ),
    (
        "shadow models tell nothing: too few rows are unique",
        "les modèles fantômes ne disent rien : trop peu de lignes sont uniques",
    ),
    (
        "--shadow-models learns models anew, and --model draws from a saved one; leave one of them out",
        "--shadow-models réapprend des modèles, et --model tire d'un modèle enregistré ; omettez l'un des deux",
    ),
    (
        "0, or a whole number, 20 or more; 100 is usual",
        "0, ou un nombre entier, 20 ou plus ; 100 est courant",
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
        "values come up as often as in the table, so that an attacker who knows everybody else can tell who took part; --draw independent hides that, and --shadow-models measures it",
        "les valeurs reviennent aussi souvent que dans la table, si bien qu'un attaquant qui connaît tous les autres peut savoir qui a participé ; --draw independent le cache, et --shadow-models le mesure",
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
        "the number of synthetic rows is noisy too; the record has the true one (original_rows): do not publish it",
        "le nombre de lignes synthétiques est bruité lui aussi ; le compte rendu contient le vrai (original_rows) : ne le publiez pas",
    ),
    (
        "each run on the same people spends its own ε, and they add up: no ledger is kept",
        "chaque tirage sur les mêmes personnes dépense son propre ε, et ils s'additionnent : aucun registre n'est tenu",
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
