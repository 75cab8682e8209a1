//! What masking techniques say, and its French.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    // Named attributes.
    (
        "{} changes the attributes that it is told to; name at least {} with --{}",
        "{} modifie les attributs qu'on lui indique ; nommez-en au moins {} avec --{}",
    ),
    (
        "\"{}\" is named twice in --{}; name it once",
        "« {} » est nommé deux fois dans --{} ; nommez-le une fois",
    ),
    (
        "\"{}\" is an identifier, which is never released; take it out of --{}",
        "« {} » est un identifiant, qui n'est jamais publié ; ôtez-le de --{}",
    ),
    (
        "{} needs numbers or dates, which \"{}\" is not; take it out of --{}, or say how to read it with --type {}=decimal",
        "{} exige des nombres ou des dates, ce que « {} » n'est pas ; ôtez-le de --{}, ou indiquez comment le lire avec --type {}=decimal",
    ),
    (
        "--{} needs one value for all attributes, or one for each: {}",
        "--{} demande une valeur pour tous les attributs, ou une pour chacun : {}",
    ),
    ("a {} for \"{}\"", "une valeur de type {} pour « {} »"),
    (
        "{} leaves missing values as they are; choose --missing-values category or drop instead of suppress",
        "{} laisse les valeurs manquantes telles quelles ; choisissez --missing-values category ou drop plutôt que suppress",
    ),
    // Answers and notes.
    ("the table after {}", "la table après {}"),
    (
        "mask more, ask for less, or choose a method that generalises until it holds, such as mondrian",
        "masquez davantage, demandez moins, ou choisissez une méthode qui généralise jusqu'à satisfaction, comme mondrian",
    ),
    (
        "\"{}\": {} rows lay beyond the limit",
        "« {} » : {} lignes étaient au-delà de la limite",
    ),
    ("a number above 0", "un nombre supérieur à 0"),
    // Recoding.
    (
        "recode knows no groups for \"{}\"; declare them with --groups, or give a hierarchy with --hierarchy {}=FILE",
        "recode ne connaît pas de groupes pour « {} » ; déclarez-les avec --groups, ou donnez une hiérarchie avec --hierarchy {}=FICHIER",
    ),
    (
        "at most {}, the height of the hierarchy of \"{}\"",
        "au plus {}, la hauteur de la hiérarchie de « {} »",
    ),
    (
        "{} values of \"{}\" are in no group or in several, first in data row {}; every value needs exactly one, or other=* for the rest",
        "{} valeurs de « {} » ne sont dans aucun groupe ou dans plusieurs, d'abord à la ligne de données {} ; chaque valeur doit être dans un seul, ou autre=* pour le reste",
    ),
    // Suppression and sampling.
    (
        "suppress does not know what to leave out; name it with --attributes",
        "suppress ne sait pas quoi supprimer ; nommez-le avec --attributes",
    ),
    (
        "--scope {} suppresses until something holds; say what, such as -k 3",
        "--scope {} supprime jusqu'à satisfaire un objectif ; dites lequel, par exemple -k 3",
    ),
    (
        "--attributes are left out with --scope attributes only",
        "--attributes ne sont supprimés qu'avec --scope attributes",
    ),
    (
        "every cell suppressed in {} of {} strata",
        "toutes les cellules supprimées dans {} strates sur {}",
    ),
    (
        "join small strata, or ask for less",
        "réunissez les petites strates, ou demandez moins",
    ),
    (
        "what is asked for holds in each of the {} strata by itself, whose own values are not suppressed",
        "ce qui est demandé est satisfait dans chacune des {} strates prise seule, dont les valeurs propres ne sont pas supprimées",
    ),
    (
        "--strata is for --scope cells, without --subsets and with suppressed cells as a value of their own",
        "--strata s'emploie avec --scope cells, sans --subsets et avec les cellules supprimées comptées comme une valeur à part",
    ),
    (
        "\"{}\" is no quasi-identifier; k holds within strata that an attacker may know: give --qi {} as well",
        "« {} » n'est pas un quasi-identifiant ; k est satisfait dans des strates qu'un attaquant peut connaître : donnez aussi --qi {}",
    ),
    (
        "every quasi-identifier is in --strata, so that no cell may be suppressed; leave one out",
        "tous les quasi-identifiants sont dans --strata, si bien qu'aucune cellule ne peut être supprimée ; ôtez-en un",
    ),
    (
        "every row or cell suppressed",
        "toutes les lignes ou cellules supprimées",
    ),
    (
        "generalise first, or ask for less",
        "généralisez d'abord, ou demandez moins",
    ),
    (
        "{} of {} rows were drawn (sampling fraction {})",
        "{} lignes tirées sur {} (taux de sondage {})",
    ),
    // Swapping, post-randomisation, noise.
    (
        "ranks need numbers or dates, which \"{}\" is not; swap it with --swapping targeted or random",
        "les rangs exigent des nombres ou des dates, ce que « {} » n'est pas ; échangez-le avec --swapping targeted ou random",
    ),
    (
        "{} pairs of rows exchanged values, {} rows at risk found no partner",
        "{} paires de lignes ont échangé leurs valeurs, {} lignes à risque n'ont pas trouvé de partenaire",
    ),
    (
        "a matrix is for one attribute; name one with --attributes, or choose --transition invariant",
        "une matrice vaut pour un seul attribut ; nommez-en un avec --attributes, ou choisissez --transition invariant",
    ),
    (
        "--matrix and --transition given belong together; give both or neither",
        "--matrix et --transition given vont ensemble ; donnez les deux ou aucun",
    ),
    (
        "--matrix for \"{}\": \"{}\" is no value of it",
        "--matrix pour « {} » : « {} » n'en est pas une valeur",
    ),
    (
        "--matrix for \"{}\": each line must be value:value=chance,…",
        "--matrix pour « {} » : chaque ligne doit être valeur:valeur=probabilité,…",
    ),
    (
        "--matrix for \"{}\": each entry must be value=chance",
        "--matrix pour « {} » : chaque entrée doit être valeur=probabilité",
    ),
    (
        "--matrix for \"{}\": a chance must be a number from 0 to 1",
        "--matrix pour « {} » : une probabilité est un nombre de 0 à 1",
    ),
    (
        "--matrix for \"{}\": the line of \"{}\" sums to {}, but must sum to 1",
        "--matrix pour « {} » : la somme de la ligne « {} » est {}, elle doit être 1",
    ),
    (
        "--matrix for \"{}\": {} of its values have no line; give one for each",
        "--matrix pour « {} » : {} de ses valeurs n'ont pas de ligne ; donnez-en une pour chacune",
    ),
    (
        "rotation needs complete rows, but \"{}\" has {} missing values; leave such rows out, or choose --noise correlated",
        "la rotation exige des lignes complètes, mais « {} » a {} valeurs manquantes ; écartez ces lignes, ou choisissez --noise correlated",
    ),
    // Noise of a stated ε.
    (
        "--{} is for --noise laplace and gaussian",
        "--{} ne vaut que pour --noise laplace et gaussian",
    ),
    (
        "{} noise needs an ε above 0; say how much the release may tell of one row with --epsilon, such as 1",
        "le bruit {} exige un ε supérieur à 0 ; dites avec --epsilon combien la publication peut révéler d'une ligne, par exemple 1",
    ),
    (
        "laplace noise has no δ; leave out --delta, or choose --noise gaussian",
        "le bruit laplace n'a pas de δ ; ôtez --delta, ou choisissez --noise gaussian",
    ),
    (
        "gaussian noise needs a δ above 0 and below 1, far below one by the number of rows; say it with --delta, such as 0.000001",
        "le bruit gaussian exige un δ supérieur à 0 et inférieur à 1, bien plus petit que l'inverse du nombre de lignes ; donnez-le avec --delta, par exemple 0.000001",
    ),
    (
        "--bounds speaks of \"{}\", which is not in --attributes",
        "--bounds parle de « {} », qui n'est pas dans --attributes",
    ),
    (
        "noise of a stated ε needs the bounds of \"{}\", from what is known of such data: bounds read from the table would tell of its people; give them with --bounds \"{}=LOW..HIGH\"",
        "le bruit d'ε donné exige les bornes de « {} », d'après ce qu'on sait de telles données : lues dans la table, elles en révéleraient les personnes ; donnez-les avec --bounds \"{}=BAS..HAUT\"",
    ),
    (
        "LOW..HIGH for \"{}\", the low one below the high one, such as 0..120",
        "BAS..HAUT pour « {} », le bas inférieur au haut, comme 0..120",
    ),
    (
        "no noise comes to this ε and δ; ask for a larger --epsilon or --delta",
        "aucun bruit n'atteint cet ε et ce δ ; demandez un --epsilon ou un --delta plus grand",
    ),
    (
        "values outside the declared bounds, if there are any, were taken as the nearest bound; how many is not told, because ε does not cover it",
        "les valeurs hors des bornes déclarées, s'il y en a, ont été prises comme la borne la plus proche ; leur nombre n'est pas dit, car ε ne le couvre pas",
    ),
    (
        "\"{}\": a value is kept with a chance of {} on average: what is drawn from the table's frequencies may be the value itself",
        "« {} » : une valeur est gardée avec une probabilité de {} en moyenne : ce qui est tiré selon les fréquences de la table peut être la valeur même",
    ),
    (
        "this noise comes from the operating system's randomness and not from the seed: another run with the same settings gives another release",
        "ce bruit vient de l'aléa du système et non de la graine : une autre exécution avec les mêmes réglages donne une autre publication",
    ),
    // Suppression for every few quasi-identifiers.
    (
        "--subsets is for --scope cells with -k and nothing else: other targets speak of whole classes",
        "--subsets ne vaut que pour --scope cells avec -k seul : les autres objectifs parlent de classes entières",
    ),
    (
        "small enough for at most {} combinations, of attributes without too many values",
        "tel qu'il y ait au plus {} combinaisons, d'attributs sans trop de valeurs",
    ),
    (
        "subsets say for which quasi-identifiers k must hold; give -k as well",
        "les sous-ensembles disent pour quels quasi-identifiants k doit valoir ; donnez aussi -k",
    ),
    (
        "a control is for the attacks in the report; give --report as well",
        "un témoin sert aux attaques du rapport ; donnez aussi --report",
    ),
    (
        "the attacks of bauta attack cannot be made on this release: they are left out of the report",
        "les attaques de bauta attack ne peuvent être faites sur cette publication : elles sont absentes du rapport",
    ),
    (
        "the sizes of subsets cannot be read; give the largest size by itself, which has the k of -k, and smaller ones with a k of their own, such as --subsets 3,2=10,1=20",
        "les tailles des sous-ensembles ne peuvent être lues ; donnez la plus grande seule, dont le k est celui de -k, et les plus petites avec leur propre k, par exemple --subsets 3,2=10,1=20",
    ),
    (
        "subsets must be of at least 1 quasi-identifier",
        "les sous-ensembles doivent compter au moins 1 quasi-identifiant",
    ),
    (
        "there are {} quasi-identifiers, fewer than subsets are asked to have: k must hold for all of them together",
        "il y a {} quasi-identifiants, moins que les sous-ensembles demandés : k doit valoir pour tous à la fois",
    ),
    // Micro-aggregation, anatomy, slicing, derivation.
    (
        "all rows in one bucket",
        "toutes les lignes dans un seul paquet",
    ),
    (
        "the sensitive attribute has too few different values, or --linked ties it to too much; ask for less",
        "l'attribut sensible a trop peu de valeurs différentes, ou --linked le lie à trop d'attributs ; demandez moins",
    ),
    ("column groups: {}", "groupes de colonnes : {}"),
    (
        "--grouping {} needs one attribute of numbers or dates; name it with --by",
        "--grouping {} demande un seul attribut de nombres ou de dates ; nommez-le avec --by",
    ),
    (
        "groups can be formed on {} attributes at most; name fewer with --by",
        "on peut former des groupes sur {} attributs au plus ; nommez-en moins avec --by",
    ),
    (
        "classes need quasi-identifiers; name them with --qi",
        "les classes exigent des quasi-identifiants ; nommez-les avec --qi",
    ),
    (
        "groups cannot be formed on \"{}\": {} values are missing, first in data row {}; leave such rows out, or name other attributes with --by",
        "impossible de former des groupes sur « {} » : {} valeurs manquent, d'abord à la ligne de données {} ; écartez ces lignes, ou nommez d'autres attributs avec --by",
    ),
    ("{} groups", "{} groupes"),
    (
        "{} groups, the smallest of {} rows",
        "{} groupes, le plus petit de {} lignes",
    ),
    (
        "{} % of the numbers' variation lies inside groups and is lost",
        "{} % de la variation des nombres est à l'intérieur des groupes et se perd",
    ),
    (
        "the most frequent sensitive value has {} of {} rows",
        "la valeur sensible la plus fréquente a {} lignes sur {}",
    ),
    (
        "--derive {} needs {} attributes in their order, see bauta methods derive; name them with --attributes",
        "--derive {} demande {} attributs dans leur ordre, voir bauta methods derive ; nommez-les avec --attributes",
    ),
    (
        "--derive {} needs numbers, which \"{}\" is not",
        "--derive {} exige des nombres, ce que « {} » n'est pas",
    ),
    (
        "--derive {} needs dates, which \"{}\" is not",
        "--derive {} exige des dates, ce que « {} » n'est pas",
    ),
    (
        "an attribute is already called \"{}\"; choose another with --as-name",
        "un attribut s'appelle déjà « {} » ; choisissez un autre nom avec --as-name",
    ),
    (
        "{} rows have an event before the birth; their age is missing",
        "{} lignes ont un événement avant la naissance ; leur âge est manquant",
    ),
];
