//! What is said of engines.

pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "{} of {} rows are different in what counts; they were counted by the engine {}",
        "{} lignes sur {} diffèrent dans ce qui compte ; elles ont été comptées par le moteur {}",
    ),
    (
        "identifiers are left out: an engine makes keyed pseudonyms only (--pseudonym keyed-hash)",
        "les identifiants sont omis : un moteur ne fait que des pseudonymes à clé (--pseudonym keyed-hash)",
    ),
    (
        "pseudonyms were made row by row, by a keyed hash",
        "les pseudonymes ont été faits ligne par ligne, par un hachage à clé",
    ),
    (
        "rows are counted: no column says whose row each one is (--id, --person), so people with several rows were not looked for",
        "ce sont les lignes qui sont comptées : aucune colonne ne dit de qui est chacune (--id, --person), et les personnes qui en ont plusieurs n'ont pas été recherchées",
    ),
    (
        "every row is one person: {} rows, all different in {}",
        "chaque ligne est une personne : {} lignes, toutes différentes par {}",
    ),
    (
        "{} rows are of {} people, and an engine counts rows: a class of k rows may be of fewer people; keep one row of each person, or leave out --engine and --memory",
        "{} lignes concernent {} personnes, et un moteur compte les lignes : une classe de k lignes peut compter moins de personnes ; gardez une ligne par personne, ou ôtez --engine et --memory",
    ),
    (
        "{} rows are of {} people, and rows are counted here: the risk of a person with several rows is higher; leave out --engine and --memory, and bauta check --person counts people",
        "{} lignes concernent {} personnes, et ce sont les lignes qui sont comptées ici : le risque d'une personne qui en a plusieurs est plus élevé ; ôtez --engine et --memory, et bauta check --person compte les personnes",
    ),
    (
        "an engine cannot tell whether the order of the source names people; leave out --keep-order, or --engine and --memory",
        "un moteur ne peut pas dire si l'ordre de la source désigne des personnes ; ôtez --keep-order, ou bien --engine et --memory",
    ),
    (
        "identifiers are of a kind that cannot be read",
        "les identifiants sont d'un genre qui ne peut pas être lu",
    ),
    (
        "convert them to text first",
        "convertissez-les d'abord en texte",
    ),
    (
        "some rows have no value in any identifier",
        "des lignes n'ont aucune valeur d'identifiant",
    ),
    (
        "fill them in, or give each a pseudonym of its own with --missing-ids own",
        "complétez-les, ou donnez à chacune son propre pseudonyme avec --missing-ids own",
    ),
    (
        "a database makes no pseudonyms: its server would have to be told the key",
        "une base de données ne fait pas de pseudonymes : il faudrait donner la clé à son serveur",
    ),
    (
        "leave out --pseudonym keyed-hash, and identifiers are left out; or pseudonymise a copy with bauta pseudonymize",
        "retirez --pseudonym keyed-hash, et les identifiants sont omis ; ou pseudonymisez une copie avec bauta pseudonymize",
    ),
    (
        "executors make pseudonyms of texts, whole numbers and dates only, by hmac-sha-256 and the usual normalisation",
        "les exécuteurs ne font de pseudonymes qu'à partir de textes, de nombres entiers et de dates, par hmac-sha-256 et la normalisation habituelle",
    ),
    (
        "leave out --hash, --slow and --normalize, or choose --engine datafusion",
        "retirez --hash, --slow et --normalize, ou choisissez --engine datafusion",
    ),
    (
        "the executors have another key than this process",
        "les exécuteurs ont une autre clé que ce programme",
    ),
    (
        "start them with bauta executor --key-file and the same file",
        "lancez-les avec bauta executor --key-file et le même fichier",
    ),
    (
        "its executors make no pseudonyms; start them with bauta executor --key-file: executors of others do not know how, and ours need the key",
        "ses exécuteurs ne font pas de pseudonymes ; lancez-les avec bauta executor --key-file : ceux d'autres programmes ne savent pas, et les nôtres ont besoin de la clé",
    ),
    (
        "{} cannot be had on an engine yet; leave out --engine and --memory, or do without",
        "avec un moteur, ceci n'est pas encore possible ({}) ; retirez --engine et --memory, ou passez-vous-en",
    ),
    (
        "there is no such engine; name local, datafusion, ballista://host:port or postgres://user@host/db",
        "ce moteur n'existe pas ; nommez local, datafusion, ballista://hôte:port ou postgres://utilisateur@hôte/base",
    ),
    (
        "--memory is no size; write it as 500MB or 2GB",
        "--memory n'est pas une taille ; écrivez 500MB ou 2GB",
    ),
    (
        "this program was built without that engine; build it with --features cluster",
        "ce programme a été construit sans ce moteur ; construisez-le avec --features cluster",
    ),
    (
        "the data are not in that database; name them as postgres://user@host/db#table, or choose another engine",
        "les données ne sont pas dans cette base ; nommez-les postgres://utilisateur@hôte/base#table, ou choisissez un autre moteur",
    ),
    (
        "{} needs single rows, which stay in the engine; leave out --engine and --memory, or do without",
        "{} a besoin des lignes une à une, or elles restent dans le moteur ; retirez --engine et --memory, ou passez-vous-en",
    ),
    (
        "outliers are counted and not listed: rows have no number in an engine",
        "les cas isolés sont comptés et non listés : dans un moteur, les lignes n'ont pas de numéro",
    ),
    (
        "1: an engine writes one table (-o)",
        "1 : un moteur écrit une seule table (-o)",
    ),
    (
        "{} cannot be read in pieces",
        "{} ne peut pas être lu par morceaux",
    ),
    (
        "convert it to Parquet or CSV first, or leave out --memory and --engine",
        "convertissez-le d'abord en Parquet ou en CSV, ou retirez --memory et --engine",
    ),
    (
        "{} cannot be written in pieces",
        "{} ne peut pas être écrit par morceaux",
    ),
    (
        "name an output that ends in .parquet, or in .csv where the data are CSV",
        "nommez une sortie qui se termine par .parquet, ou par .csv si les données sont en CSV",
    ),
    (
        "{} has other columns than the first file",
        "{} n'a pas les mêmes colonnes que le premier fichier",
    ),
    (
        "name files that have the same columns",
        "nommez des fichiers qui ont les mêmes colonnes",
    ),
    (
        "no Parquet file was named",
        "aucun fichier Parquet n'a été nommé",
    ),
    (
        "the data have at least {} different combinations, more than --memory has room for; generalise the attributes with most values first, name fewer quasi-identifiers, or raise --memory",
        "les données ont au moins {} combinaisons différentes, plus que --memory n'en permet ; généralisez d'abord les attributs qui ont le plus de valeurs, nommez moins de quasi-identifiants, ou augmentez --memory",
    ),
    (
        "the distinct rows did not fit in memory: regions were cut in passes over the disk, and losses were not measured",
        "les lignes différentes ne tenaient pas en mémoire : les régions ont été découpées en plusieurs passes sur le disque, et les pertes n'ont pas été mesurées",
    ),
    (
        "the distinct rows did not fit in memory: regions were cut by what the engine {} counted, and losses were not measured",
        "les lignes différentes ne tenaient pas en mémoire : les régions ont été découpées d'après ce que le moteur {} a compté, et les pertes n'ont pas été mesurées",
    ),
    (
        "the cuts do not fit themselves",
        "les coupes ne vont pas ensemble",
    ),
    ("\"{}\" has too many values", "« {} » a trop de valeurs"),
    ("generalise it first", "généralisez-le d'abord"),
    (
        "the engine gave counts that cannot be understood",
        "le moteur a donné des nombres qui ne peuvent pas être compris",
    ),
    (
        "what is not released yet cannot be cut",
        "ce qui n'est pas encore publié ne peut pas être découpé",
    ),
    ("open the table itself", "ouvrez la table elle-même"),
    (
        "statistics before and after need single rows, which stay in the engine: they are left out of the report",
        "les statistiques avant et après demandent les lignes une à une, or elles restent dans le moteur : le rapport ne les donne pas",
    ),
    (
        "{} cannot be had here: the distinct rows do not fit in --memory; raise it, name fewer quasi-identifiers, or do without",
        "ceci n'est pas possible ici ({}) : les lignes différentes ne tiennent pas dans --memory ; augmentez-le, nommez moins de quasi-identifiants, ou passez-vous-en",
    ),
    (
        "step {}: {} looks at single rows, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} regarde les lignes une à une, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} looks at single rows, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} regarde les lignes une à une, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} puts single rows in groups and parts, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} met les lignes une à une dans des groupes et des parties, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} puts single rows in groups and parts, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} met les lignes une à une dans des groupes et des parties, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} draws for all rows together, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} tire pour toutes les lignes ensemble, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} draws for all rows together, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} tire pour toutes les lignes ensemble, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} exchanges values between rows, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} échange des valeurs entre lignes, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} exchanges values between rows, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} échange des valeurs entre lignes, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} puts near rows together, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} réunit des lignes proches, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} puts near rows together, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} réunit des lignes proches, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} hides cells of single rows, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} masque des cellules de lignes isolées, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} hides cells of single rows, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} masque des cellules de lignes isolées, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} rounds every row by chance, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} arrondit chaque ligne au hasard, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} rounds every row by chance, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} arrondit chaque ligne au hasard, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} computes from single rows, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} calcule à partir des lignes une à une, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} computes from single rows, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} calcule à partir des lignes une à une, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "step {}: {} cuts between rows that are alike, and rows stay in the engine; leave it out, or work on blocks or a sample",
        "étape {} : {} coupe entre des lignes semblables, or les lignes restent dans le moteur ; retirez-la, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "{} cuts between rows that are alike, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} coupe entre des lignes semblables, or les lignes restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "rows with missing quasi-identifiers are left out before anything is drawn, and an engine does not know the numbers of the others; choose --missing-values category or suppress, or leave such rows out of the data first",
        "les lignes aux quasi-identifiants manquants sont écartées avant tout tirage, et un moteur ne connaît pas le numéro des autres ; choisissez --missing-values category ou suppress, ou ôtez d'abord ces lignes des données",
    ),
    (
        "two samples cannot be drawn on an engine; draw one of the share that you want",
        "un moteur ne tire pas deux échantillons ; tirez-en un de la part voulue",
    ),
    (
        "a sample is drawn first on an engine; make it the first step, before anything else is drawn",
        "avec un moteur, l'échantillon se tire d'abord ; faites-en la première étape, avant tout autre tirage",
    ),
    (
        "{} draws for every row by its number, and the rows of a table in a database have none; write the table to Parquet files (bauta convert) and name these, or work on blocks or a sample",
        "{} tire pour chaque ligne selon son numéro, or les lignes d'une table de base de données n'en ont pas ; écrivez la table en fichiers Parquet (bauta convert) et nommez ceux-ci, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "\"{}\" has a role or is in a rule, so what {} draws for it would have to be counted, and an engine draws while it writes; name attributes that are only published, or work on blocks or a sample",
        "« {} » a un rôle ou figure dans une règle, donc ce que {} tire pour lui devrait être compté, or un moteur tire en écrivant ; nommez des attributs seulement publiés, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "\"{}\" is changed twice, and what is drawn cannot be changed again on an engine; change it once",
        "« {} » est modifié deux fois, or ce qui est tiré ne peut plus l'être avec un moteur ; modifiez-le une fois",
    ),
    (
        "its executors draw nothing; start them with bauta executor, of the same release: executors of others do not know how",
        "ses exécuteurs ne tirent rien ; démarrez-les avec bauta executor, de la même version : ceux d'autres programmes ne savent pas le faire",
    ),
    (
        "a recipe cannot be followed",
        "une recette ne peut pas être suivie",
    ),
    (
        "use one release on all machines",
        "employez une seule version sur toutes les machines",
    ),
    ("the sample has no row", "l'échantillon n'a aucune ligne"),
    ("draw a larger share", "tirez une plus grande part"),
    (
        "these attributes have too many values to be counted together",
        "ces attributs ont trop de valeurs pour être comptés ensemble",
    ),
    (
        "name fewer quasi-identifiers, or generalise those with most values first",
        "nommez moins de quasi-identifiants, ou généralisez d'abord ceux qui en ont le plus",
    ),
    (
        "the data changed while they were read",
        "les données ont changé pendant leur lecture",
    ),
    ("run it again", "relancez"),
];
