//! What is said of engines.

pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "{} of {} rows are different in what counts; they were counted by the engine {}",
        "{} lignes sur {} diffèrent dans ce qui compte ; elles ont été comptées par le moteur {}",
    ),
    (
        "identifiers are left out: an engine makes no pseudonyms yet",
        "les identifiants sont omis : un moteur ne fait pas encore de pseudonymes",
    ),
    (
        "{} cannot be had on an engine yet; leave out --engine and --memory, or do without",
        "avec un moteur, ceci n'est pas encore possible ({}) ; retirez --engine et --memory, ou passez-vous-en",
    ),
    (
        "{} looks at single rows, which stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample",
        "{} regarde les lignes une à une, or elles restent dans le moteur ; choisissez une méthode de généralisation, comme optimal ou mondrian, ou travaillez par blocs ou sur un échantillon",
    ),
    (
        "there is no such engine; name local, datafusion, ballista://host:port or postgres://user@host/db",
        "ce moteur n'existe pas ; nommez local, datafusion, ballista://hôte:port ou postgres://utilisateur@hôte/base",
    ),
    ("--memory is no size; write it as 500MB or 2GB", "--memory n'est pas une taille ; écrivez 500MB ou 2GB"),
    (
        "this program was built without that engine; build it with --features cluster",
        "ce programme a été construit sans ce moteur ; construisez-le avec --features cluster",
    ),
    (
        "the data are not in that database; name them as postgres://user@host/db#table, or choose another engine",
        "les données ne sont pas dans cette base ; nommez-les postgres://utilisateur@hôte/base#table, ou choisissez un autre moteur",
    ),
    ("1: an engine writes one table (-o)", "1 : un moteur écrit une seule table (-o)"),
    (
        "{} cannot be read in pieces; convert it to Parquet first, or leave out --memory and --engine",
        "{} ne peut pas être lu par morceaux ; convertissez-le d'abord en Parquet, ou retirez --memory et --engine",
    ),
    (
        "{} cannot be written in pieces; name an output that ends in .parquet",
        "{} ne peut pas être écrit par morceaux ; nommez une sortie qui se termine par .parquet",
    ),
    (
        "{} has other columns than the first file; name files that have the same columns",
        "{} n'a pas les mêmes colonnes que le premier fichier ; nommez des fichiers qui ont les mêmes colonnes",
    ),
    (
        "the data have {} different combinations, more than --memory has room for; generalise the attributes with most values first, name fewer quasi-identifiers, or raise --memory",
        "les données ont {} combinaisons différentes, plus que --memory n'en permet ; généralisez d'abord les attributs qui ont le plus de valeurs, nommez moins de quasi-identifiants, ou augmentez --memory",
    ),
    (
        "these attributes have too many values to be counted together; name fewer quasi-identifiers, or generalise those with most values first",
        "ces attributs ont trop de valeurs pour être comptés ensemble ; nommez moins de quasi-identifiants, ou généralisez d'abord ceux qui en ont le plus",
    ),
    ("the data changed while they were read; run it again", "les données ont changé pendant leur lecture ; relancez"),
];
