//! English patterns and their French, by what they speak of.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "k = 1 hides nobody: every row may be the only one of its kind; 3 to 10 are usual",
        "k = 1 ne cache personne : chaque ligne peut être seule de son espèce ; de 3 à 10 est usuel",
    ),
    // The request.
    (
        "nothing is asked for; give at least k, the rows of the smallest class (-k 3)",
        "rien n'est demandé ; donnez au moins k, le nombre de lignes de la plus petite classe (-k 3)",
    ),
    ("the report's name", "le nom du rapport"),
    (
        "a name that ends in .html, .md or .json",
        "un nom qui finit par .html, .md ou .json",
    ),
    ("the report's language", "la langue du rapport"),
    (
        "nothing to check; give at least one target, such as -k, -l or -t",
        "rien à vérifier ; donnez au moins un objectif, comme -k, -l ou -t",
    ),
    (
        "{} would overwrite the input or another output; choose another name",
        "{} écraserait l'entrée ou une autre sortie ; choisissez un autre nom",
    ),
    (
        "\"{}\" is listed twice as {}; name it once",
        "« {} » est cité deux fois comme {} ; citez-le une fois",
    ),
    (
        "an attribute is already called \"{}\"; choose another name for the pseudonym",
        "un attribut s'appelle déjà « {} » ; choisissez un autre nom pour le pseudonyme",
    ),
    (
        "standard output can hold the table or the JSON document, not both; write the table to a file, or leave out --json",
        "la sortie standard peut porter la table ou le document JSON, pas les deux ; écrivez la table dans un fichier, ou ôtez --json",
    ),
    (
        "the hierarchy of \"{}\" must be a CSV file, not {}",
        "la hiérarchie de « {} » doit être un fichier CSV, pas {}",
    ),
    (
        "how to build the hierarchy: {}",
        "façon de construire la hiérarchie : {}",
    ),
    (
        "nothing sensible can be proposed for \"{}\"; say how with --as, or write the file by hand",
        "rien d'utile ne peut être proposé pour « {} » ; dites comment avec --as, ou écrivez le fichier à la main",
    ),
    (
        "{} needs a target of numbers or dates, which \"{}\" is not; name another with --target",
        "{} exige une cible faite de nombres ou de dates, ce que « {} » n'est pas ; nommez-en une autre avec --target",
    ),
    (
        "{} searches no lattice; leave out --lattice, or choose optimal, incognito or samarati",
        "{} ne parcourt aucun treillis ; ôtez --lattice, ou choisissez optimal, incognito ou samarati",
    ),
    (
        "method optimal: a population can only be compared with values at one level each",
        "méthode optimal : une population ne se compare qu'à des valeurs d'un même niveau",
    ),
    (
        "method lsd-mondrian: the target is a number, and its cuts keep what predicts it",
        "méthode lsd-mondrian : la cible est un nombre, et ses coupes gardent ce qui la prédit",
    ),
    (
        "method infogain-mondrian: the target is a class, and its cuts keep what predicts it",
        "méthode infogain-mondrian : la cible est une classe, et ses coupes gardent ce qui la prédit",
    ),
    (
        "method k-member: clusters lose little, and the table is small enough for them",
        "méthode k-member : des grappes perdent peu, et la table est assez petite pour elles",
    ),
    (
        "method mondrian: it loses little, is quick at any size and fits every requirement",
        "méthode mondrian : elle perd peu, est rapide à toute taille et convient à toute exigence",
    ),
    (
        "a whole number, {} or more",
        "un nombre entier, au moins {}",
    ),
    (
        "a whole number from {} to {}",
        "un nombre entier de {} à {}",
    ),
    ("a number, {} or more", "un nombre, au moins {}"),
    ("a number from {} to {}", "un nombre de {} à {}"),
    (
        "names of quasi-identifiers, each at most as often as its hierarchy has levels",
        "noms de quasi-identifiants, chacun au plus autant de fois que sa hiérarchie a de niveaux",
    ),
    (
        "a quasi-identifier and a number from 0 to 3: attribute=2",
        "un quasi-identifiant et un nombre de 0 à 3 : attribut=2",
    ),
    (
        "a suppressed cell can be any value for k-anonymity only; leave out the other targets, or --suppressed any",
        "une case supprimée ne peut être toute valeur que pour le k-anonymat ; ôtez les autres objectifs, ou --suppressed any",
    ),
    (
        "before cells were suppressed, {} combinations of two or three quasi-identifiers had fewer than {} rows; {} rows were in one",
        "avant la suppression de cases, {} combinaisons de deux ou trois quasi-identifiants avaient moins de {} lignes ; {} lignes en faisaient partie",
    ),
    (
        "--suppressed any is for --scope cells with -k, without --subsets: a suppressed cell can be any value for k-anonymity of all quasi-identifiers only",
        "--suppressed any va avec --scope cells et -k, sans --subsets : une case supprimée ne peut être toute valeur que pour le k-anonymat de tous les quasi-identifiants",
    ),
    (
        "a suppressed cell counts as a value of its own",
        "une case supprimée compte comme une valeur à part",
    ),
    (
        "a suppressed cell counts as any value: k rows agree with every row, but an attacker who knows every value of a person may find a single row that fits",
        "une case supprimée compte comme toute valeur : k lignes s'accordent avec chaque ligne, mais un attaquant qui connaît toutes les valeurs d'une personne peut ne trouver qu'une seule ligne qui convient",
    ),
    (
        "{} cells of {} rows were suppressed",
        "{} cases de {} lignes ont été supprimées",
    ),
    (
        "\"{}\" at level {} leaves {} outliers",
        "« {} » au niveau {} laisse {} cas isolés",
    ),
    (
        "everything at its most general level leaves {} outliers",
        "tout à son niveau le plus général laisse {} cas isolés",
    ),
    (
        "allow more rows to be left out (--max-suppression), or ask for less",
        "permettez d'écarter plus de lignes (--max-suppression), ou demandez moins",
    ),
    (
        "{} quasi-identifiers are more than this method can count together",
        "{} quasi-identifiants sont plus que cette méthode ne peut compter ensemble",
    ),
    (
        "declare fewer quasi-identifiers, or use mondrian",
        "déclarez moins de quasi-identifiants, ou employez mondrian",
    ),
    (
        "looked at {} of {} combinations of levels; no other one loses less: this is proven",
        "{} combinaisons de niveaux examinées sur {} ; aucune autre ne perd moins : c'est prouvé",
    ),
    (
        "looked at {} of {} combinations of levels; none satisfies the requirements: this is proven",
        "{} combinaisons de niveaux examinées sur {} ; aucune ne satisfait les exigences : c'est prouvé",
    ),
    (
        "looked at {} of {} combinations of levels; {} are left: it is not proven that none satisfies the requirements",
        "{} combinaisons de niveaux examinées sur {} ; il en reste {} : il n'est pas prouvé qu'aucune ne satisfait les exigences",
    ),
    (
        "looked at {} of {} combinations of levels, then time was up (time-limit); {} are left, which lose at least {}: it is not proven that the one found, which loses {}, is the best",
        "{} combinaisons de niveaux examinées sur {}, puis le temps était écoulé (time-limit) ; il en reste {}, qui perdent au moins {} : il n'est pas prouvé que celle trouvée, qui perd {}, soit la meilleure",
    ),
    (
        "looked at {} of {} combinations of levels, then no more were allowed (checks); {} are left, which lose at least {}: it is not proven that the one found, which loses {}, is the best",
        "{} combinaisons de niveaux examinées sur {}, puis le nombre permis était atteint (checks) ; il en reste {}, qui perdent au moins {} : il n'est pas prouvé que celle trouvée, qui perd {}, soit la meilleure",
    ),
    (
        "looked at {} of {} combinations of levels, then the search found no way on; {} are left, which lose at least {}: it is not proven that the one found, which loses {}, is the best",
        "{} combinaisons de niveaux examinées sur {}, puis la recherche n'a plus trouvé de suite ; il en reste {}, qui perdent au moins {} : il n'est pas prouvé que celle trouvée, qui perd {}, soit la meilleure",
    ),
    ("the best loses {} ({})", "la meilleure perd {} ({})"),
    (
        "{} of {} combinations of levels satisfy the requirements; {} were counted, those of fewer quasi-identifiers included",
        "{} combinaisons de niveaux sur {} satisfont les exigences ; {} ont été comptées, celles de moins de quasi-identifiants comprises",
    ),
    (
        "more than {} combinations of levels are too many to find all that satisfy the requirements",
        "plus de {} combinaisons de niveaux sont trop pour trouver toutes celles qui satisfont les exigences",
    ),
    (
        "use optimal, which looks for the best one only, or declare fewer quasi-identifiers",
        "employez optimal, qui ne cherche que la meilleure, ou déclarez moins de quasi-identifiants",
    ),
    (
        "{} steps leave {} outliers",
        "{} pas laissent {} cas isolés",
    ),
    (
        "labels of groups that a hierarchy has, or attribute=label",
        "étiquettes de groupes d'une hiérarchie, ou attribut=étiquette",
    ),
    (
        "between 1 and {}, the number of rows",
        "entre 1 et {}, le nombre de lignes",
    ),
    (
        "between 1 and {}, the number of different sensitive values",
        "entre 1 et {}, le nombre de valeurs sensibles différentes",
    ),
    (
        "{} does nothing without {}; give {}, or leave it out",
        "{} ne fait rien sans {} ; donnez {}, ou ôtez-le",
    ),
    (
        "{} needs {}; give it as well",
        "{} a besoin de {} ; donnez-le aussi",
    ),
    (
        "a population table does nothing without {} or {}; give one of them, or leave it out",
        "une table de population ne fait rien sans {} ni {} ; donnez l'un d'eux, ou ôtez-la",
    ),
    (
        "{} needs a table of the population; give one with --population-table",
        "{} a besoin d'une table de la population ; donnez-la avec --population-table",
    ),
    (
        "the population table has no attribute \"{}\"",
        "la table de la population n'a pas d'attribut « {} »",
    ),
    (
        "the population table has {} missing values of \"{}\", first in data row {}; fill them in, or leave these rows out",
        "la table de la population a {} valeurs manquantes de « {} », d'abord à la ligne de données {} ; complétez-les, ou ôtez ces lignes",
    ),
    (
        "the hierarchy of \"{}\" lacks values of the population table; add a line for each",
        "la hiérarchie de « {} » n'a pas toutes les valeurs de la table de la population ; ajoutez une ligne pour chacune",
    ),
    (
        "{} is about who has the same quasi-identifiers, and {} leaves them as they are; choose a method that generalises",
        "{} porte sur qui a les mêmes quasi-identifiants, et {} les laisse tels quels ; choisissez une méthode qui généralise",
    ),
    (
        "{} needs a method that takes one level of each hierarchy, such as datafly or samarati; {} does not",
        "{} a besoin d'une méthode qui prend un niveau de chaque hiérarchie, comme datafly ou samarati ; {} ne le fait pas",
    ),
    // Evaluating and comparing.
    (
        "the release has no attribute \"{}\": everything about it is lost",
        "la publication n'a pas d'attribut « {} » : tout ce qui le concerne est perdu",
    ),
    (
        "models were not trained: \"{}\" has too many different values, or only one",
        "aucun modèle n'a été entraîné : « {} » a trop de valeurs différentes, ou une seule",
    ),
    (
        "models were not trained: too few rows tell \"{}\"",
        "aucun modèle n'a été entraîné : trop peu de lignes disent « {} »",
    ),
    (
        "released rows could not be matched with original ones: models were tested on rows that they may have seen",
        "les lignes publiées n'ont pu être rapprochées des lignes d'origine : les modèles ont été testés sur des lignes peut-être déjà vues",
    ),
    (
        "above 0, at most 1; 0.01 to 0.1 are usual",
        "plus de 0, au plus 1 ; 0.01 à 0.1 sont courants",
    ),
    (
        "1 or more; 2 or 3 are usual",
        "1 ou plus ; 2 ou 3 sont courants",
    ),
    (
        "nothing to compare; give methods, or a plan with candidates",
        "rien à comparer ; donnez des méthodes, ou un plan avec des candidats",
    ),
    (
        "\"{}\" is no candidate; write a method and its parameters as mondrian:median=nearest",
        "« {} » n'est pas un candidat ; écrivez une méthode et ses paramètres comme mondrian:median=nearest",
    ),
    (
        "a name that ends in .html or .svg",
        "un nom qui finit par .html ou .svg",
    ),
    ("the plot's name", "le nom du graphique"),
    (
        "the attribute of an importance",
        "l'attribut d'une importance",
    ),
    ("of the form I=1,Q=2", "de la forme I=1,Q=2"),
    (
        "at most {} columns in all, one of them sensitive",
        "au plus {} colonnes en tout, dont une sensible",
    ),
    ("the number of outputs", "le nombre de sorties"),
    (
        "{}: {} publishes {} table(s), each to a place of its own (-o)",
        "{} : {} publie {} table(s), chacune à sa place (-o)",
    ),
    ("method", "la méthode"),
    ("a parameter of {}", "un paramètre de {}"),
    ("a hierarchy's attribute", "l'attribut d'une hiérarchie"),
    (
        "the way to make pseudonyms",
        "la façon de faire les pseudonymes",
    ),
    (
        "a workbook can be kept from .ods to .ods only; choose such names, or leave out --keep-workbook",
        "un classeur ne peut être gardé que de .ods à .ods ; choisissez de tels noms, ou ôtez --keep-workbook",
    ),
    // Names of places.
    (
        "the database address names no table",
        "l'adresse de la base ne nomme pas de table",
    ),
    (
        "add it at the end: postgres://user@host/db#schema.table",
        "ajoutez-la à la fin : postgres://user@host/db#schema.table",
    ),
    ("{} has no sheets", "{} n'a pas de feuilles"),
    ("leave out the part behind #", "ôtez ce qui suit #"),
    (
        "the format of {} is not known from its name",
        "le format de {} ne se voit pas à son nom",
    ),
    (
        "use a name that ends in one of {}",
        "prenez un nom qui finit par l'un de {}",
    ),
    (
        "choose a file that ends in one of {}",
        "choisissez un fichier qui finit par l'un de {}",
    ),
    ("{} cannot be used here", "{} ne peut pas servir ici"),
    ("no file matches {}", "aucun fichier ne correspond à {}"),
    ("check the folder", "vérifiez le dossier"),
    ("{} has no sheet \"{}\"", "{} n'a pas de feuille « {} »"),
    (
        "did you mean \"{}\"? its sheets are {}",
        "vouliez-vous dire « {} » ? ses feuilles sont {}",
    ),
    ("its sheets are {}", "ses feuilles sont {}"),
    (
        "sheet \"{}\" of {} is empty",
        "la feuille « {} » de {} est vide",
    ),
    (
        "a header row and at least one row are needed",
        "il faut une ligne d'en-tête et au moins une ligne",
    ),
    (
        "{} cannot hold {} rows of {} columns: a sheet has at most {} rows below the header and {} columns",
        "{} ne peut pas contenir {} lignes de {} colonnes : une feuille a au plus {} lignes sous l'en-tête et {} colonnes",
    ),
    (
        "write to a .csv or .parquet file instead",
        "écrivez plutôt dans un fichier .csv ou .parquet",
    ),
    (
        "a sheet cannot be called \"{}\"",
        "une feuille ne peut pas s'appeler « {} »",
    ),
    (
        "use at most {} characters, none of []*?:/\\, and no ' at an end",
        "prenez au plus {} caractères, aucun de []*?:/\\, et pas de ' à un bout",
    ),
    (
        "the database has no table \"{}\"",
        "la base n'a pas de table « {} »",
    ),
    ("{} has no table \"{}\"", "{} n'a pas de table « {} »"),
    ("{} has no table", "{} n'a pas de table"),
    ("{} has {} tables: {}", "{} a {} tables : {}"),
    ("name one: {}", "nommez-en une : {}"),
    ("it has {}", "il y a {}"),
    // Workbooks.
    ("the file is empty", "le fichier est vide"),
    (
        "check that it was copied completely",
        "vérifiez qu'il a été copié en entier",
    ),
    (
        "it is protected by a password, or an old binary workbook (.xls)",
        "il est protégé par un mot de passe, ou c'est un ancien classeur binaire (.xls)",
    ),
    (
        "open it in a spreadsheet program and save it as .xlsx or .ods without a password",
        "ouvrez-le dans un tableur et enregistrez-le en .xlsx ou .ods sans mot de passe",
    ),
    (
        "it is not a workbook: the content is not what the name says",
        "ce n'est pas un classeur : le contenu n'est pas ce que dit le nom",
    ),
    (
        "check the file; a text file should end in .csv",
        "vérifiez le fichier ; un fichier texte devrait finir par .csv",
    ),
    (
        "the file is damaged or incomplete",
        "le fichier est abîmé ou incomplet",
    ),
    (
        "copy it again, or open it in a spreadsheet program and save it again",
        "copiez-le à nouveau, ou ouvrez-le dans un tableur et enregistrez-le à nouveau",
    ),
    (
        "it is protected by a password",
        "il est protégé par un mot de passe",
    ),
    (
        "open it in a spreadsheet program and save a copy without a password",
        "ouvrez-le dans un tableur et enregistrez une copie sans mot de passe",
    ),
    (
        "the file is damaged ({}: {})",
        "le fichier est abîmé ({} : {})",
    ),
    (
        "open it in a spreadsheet program and save it again",
        "ouvrez-le dans un tableur et enregistrez-le à nouveau",
    ),
    (
        "it unpacks to more than the limit on unpacked bytes",
        "décompressé, il dépasse la limite d'octets",
    ),
    (
        "check where the file comes from, or save the sheet as .csv, which is not packed",
        "vérifiez d'où vient le fichier, ou enregistrez la feuille en .csv, qui n'est pas compressé",
    ),
    (
        "the server does not encrypt, and only sslmode=disable in the address sends data and password unencrypted; let the server encrypt, or say that on a network that nobody else reads",
        "le serveur ne chiffre pas, et seul sslmode=disable dans l'adresse envoie données et mot de passe en clair ; faites chiffrer le serveur, ou dites-le sur un réseau que personne d'autre ne lit",
    ),
    (
        "the server's certificate is for another name; use the name that it is for",
        "le certificat du serveur est fait pour un autre nom ; utilisez celui-là",
    ),
    (
        "the server's certificate has expired; ask who runs the server for a new one",
        "le certificat du serveur a expiré ; demandez-en un nouveau à qui tient le serveur",
    ),
    (
        "the server's certificate is not trusted; name a file with the certificate that vouches for it in the address: sslrootcert=FILE",
        "le certificat du serveur n'est pas reconnu ; nommez dans l'adresse un fichier avec le certificat qui en répond : sslrootcert=FICHIER",
    ),
    (
        "the server and this program cannot agree on how to encrypt; ask who runs the server",
        "le serveur et ce programme ne s'accordent pas sur le chiffrement ; demandez à qui tient le serveur",
    ),
    (
        "the database address has an sslmode that there is not",
        "l'adresse de la base a un sslmode qui n'existe pas",
    ),
    (
        "write disable, prefer, require or verify-full",
        "écrivez disable, prefer, require ou verify-full",
    ),
    (
        "it holds no certificate that can be read",
        "il ne contient aucun certificat lisible",
    ),
    (
        "give sslrootcert a file of certificates in PEM form",
        "donnez à sslrootcert un fichier de certificats au format PEM",
    ),
    (
        "its {} kB would take more than {} MB of memory",
        "ses {} ko prendraient plus de {} Mo de mémoire",
    ),
    (
        "check where the file comes from; if it is sound, save the table as .csv, which is not packed",
        "vérifiez d'où vient le fichier ; s'il est sain, enregistrez la table en .csv, qui n'est pas compressé",
    ),
    (
        "a row holds more than 64 MB of text",
        "une ligne contient plus de 64 Mo de texte",
    ),
    (
        "shorten that text, or read a view that leaves its column out",
        "raccourcissez ce texte, ou lisez une vue sans sa colonne",
    ),
    (
        "its rows take more work to compute than its size allows, as those of an endless view do",
        "calculer ses lignes demande plus de travail que sa taille ne le permet, comme celles d'une vue sans fin",
    ),
    (
        "check the view, or store its rows in a table and read that",
        "vérifiez la vue, ou enregistrez ses lignes dans une table et lisez celle-ci",
    ),
    (
        "{} holds a single text of more than {} MB",
        "{} contient un texte de plus de {} Mo",
    ),
    (
        "shorten that cell, or check where the file comes from",
        "raccourcissez cette cellule, ou vérifiez d'où vient le fichier",
    ),
    (
        "sheet \"{}\" has {} or more rows of {} columns, above the limit of {} cells",
        "la feuille « {} » a au moins {} lignes de {} colonnes, au-delà de la limite de {} cellules",
    ),
    (
        "delete the rows and columns that are not needed, or save the sheet as .csv",
        "supprimez les lignes et colonnes inutiles, ou enregistrez la feuille en .csv",
    ),
    (
        "it is not an OpenDocument spreadsheet: content.xml is missing",
        "ce n'est pas un classeur OpenDocument : content.xml manque",
    ),
    (
        "it is not an Excel workbook: xl/workbook.xml is missing",
        "ce n'est pas un classeur Excel : xl/workbook.xml manque",
    ),
    (
        "it is an OpenDocument file",
        "c'est un fichier OpenDocument",
    ),
    ("it is an Excel workbook", "c'est un classeur Excel"),
    (
        "give it a name that ends in .ods",
        "donnez-lui un nom qui finit par .ods",
    ),
    (
        "give it a name that ends in .xlsx",
        "donnez-lui un nom qui finit par .xlsx",
    ),
    ("it has no sheet", "il n'a pas de feuille"),
    // CSV.
    (
        "a delimiter is one ASCII character other than a quote or a line end, such as ; or , or |",
        "un séparateur est un caractère ASCII, ni guillemet ni fin de ligne, comme ; ou , ou |",
    ),
    (
        "the encoding \"{}\" is not known; use utf-8, windows-1252, latin1, utf-16le, utf-16be or another label of the WHATWG list",
        "l'encodage « {} » n'est pas connu ; prenez utf-8, windows-1252, latin1, utf-16le, utf-16be ou un autre de la liste WHATWG",
    ),
    (
        "this is a workbook or a zip archive, not CSV",
        "c'est un classeur ou une archive zip, pas du CSV",
    ),
    (
        "if it is a workbook, rename it to .ods or .xlsx",
        "si c'est un classeur, renommez-le en .ods ou .xlsx",
    ),
    (
        "this is a Parquet file, not CSV",
        "c'est un fichier Parquet, pas du CSV",
    ),
    (
        "this is binary data, not CSV",
        "ce sont des données binaires, pas du CSV",
    ),
    (
        "this is a web page, not CSV",
        "c'est une page web, pas du CSV",
    ),
    (
        "download the table itself",
        "téléchargez la table elle-même",
    ),
    (
        "save it as CSV text, or name its encoding with --encoding",
        "enregistrez-le en texte CSV, ou nommez son encodage avec --encoding",
    ),
    (
        "line {} holds a zero byte: this is binary data or damaged",
        "la ligne {} contient un octet nul : ce sont des données binaires ou abîmées",
    ),
    (
        "line {} is not valid {}",
        "la ligne {} n'est pas en {} valide",
    ),
    (
        "correct it, or name the file's encoding with --encoding, for example windows-1252",
        "corrigez-la, ou nommez l'encodage du fichier avec --encoding, par exemple windows-1252",
    ),
    (
        "the quote that opens a cell in line {} is never closed",
        "le guillemet qui ouvre une cellule à la ligne {} n'est jamais fermé",
    ),
    (
        "close it, or write \"\" for a quote inside a quoted cell",
        "fermez-le, ou écrivez \"\" pour un guillemet dans une cellule entre guillemets",
    ),
    // Other files and databases.
    (
        "this is not a Parquet file, or it is damaged",
        "ce n'est pas un fichier Parquet, ou il est abîmé",
    ),
    ("make it again", "refaites-le"),
    (
        "this is no SQLite database, or it is encrypted",
        "ce n'est pas une base SQLite, ou elle est chiffrée",
    ),
    ("check the file", "vérifiez le fichier"),
    ("the database is damaged", "la base est abîmée"),
    ("restore it from a copy", "restaurez-la d'une copie"),
    ("the disk is full", "le disque est plein"),
    (
        "the database cannot be opened; check the path and its permissions",
        "la base ne peut pas être ouverte ; vérifiez le chemin et ses droits",
    ),
    // Roles, and why they are proposed.
    ("identifier", "identifiant"),
    ("quasi-identifier", "quasi-identifiant"),
    ("sensitive", "sensible"),
    ("insensitive", "non sensible"),
    (
        "\"{}\" is free text: k-anonymity cannot protect it, and names may stand in it; leave it out, or replace it by a pseudonym",
        "« {} » est du texte libre : le k-anonymat ne peut pas le protéger, et des noms peuvent s'y trouver ; écartez-le, ou remplacez-le par un pseudonyme",
    ),
    (
        "\"{}\" is sensitive, but almost every row has a value of its own: whoever knows the value finds the row; publish ranges or classes of it",
        "« {} » est sensible, mais presque chaque ligne a sa propre valeur : qui connaît la valeur trouve la ligne ; publiez-en des tranches ou des classes",
    ),
    (
        "\"{}\" would be published as it is, but helps to single people out; leave it out if nobody needs it",
        "« {} » serait publié tel quel, mais aide à isoler des personnes ; écartez-le si personne n'en a besoin",
    ),
    (
        "combinations were searched in {} of {} rows, drawn at random; search all rows with --full",
        "les combinaisons ont été cherchées dans {} lignes sur {}, tirées au sort ; cherchez dans toutes avec --full",
    ),
    (
        "there are more combinations than can be counted; {} that seemed most dangerous were",
        "il y a plus de combinaisons qu'on ne peut en compter ; les {} qui semblaient les plus dangereuses l'ont été",
    ),
    // Notes.
    (
        "{} Parquet files were read, in the order of their names",
        "{} fichiers Parquet ont été lus, dans l'ordre de leurs noms",
    ),
    (
        "read as {}: delimiter {}, encoding {}",
        "lu comme {} : séparateur {}, encodage {}",
    ),
    (
        "{} rows with missing quasi-identifiers were left out",
        "{} lignes aux quasi-identifiants manquants ont été écartées",
    ),
    (
        "{} rows repeat the identifiers of an earlier row and share its pseudonym",
        "{} lignes répètent les identifiants d'une ligne précédente et partagent son pseudonyme",
    ),
    (
        "the correspondence table names people: keep it apart from the release",
        "la table de correspondance nomme des personnes : gardez-la à part de la publication",
    ),
    (
        "a pseudonymised table is not anonymous: check the risk of its other attributes",
        "une table pseudonymisée n'est pas anonyme : vérifiez le risque de ses autres attributs",
    ),
    (
        "{} classes are not in the population table: check that it holds everybody, recoded alike",
        "{} classes ne sont pas dans la table de la population : vérifiez qu'elle contient tout le monde, recodée de même",
    ),
    // Answers.
    (
        "all {} rows in one region",
        "les {} lignes dans une seule région",
    ),
    (
        "all rows in one group",
        "toutes les lignes dans un seul groupe",
    ),
    (
        "ask for less, or add rows: no generalisation of this table can reach it",
        "demandez moins, ou ajoutez des lignes : aucune généralisation de cette table n'y parvient",
    ),
    (
        "use --partition diverse, or ask for less",
        "prenez --partition diverse, ou demandez moins",
    ),
    (
        "the sensitive attribute has too few different values; ask for less",
        "l'attribut sensible a trop peu de valeurs différentes ; demandez moins",
    ),
    ("{} of {} rows left out", "{} lignes sur {} écartées"),
    ("at most {} rows left out", "au plus {} lignes écartées"),
    ("at least one row", "au moins une ligne"),
    (
        "ask for less, or fill in the missing values",
        "demandez moins, ou complétez les valeurs manquantes",
    ),
    (
        "{} of {} named steps were not taken: what is asked for held before, or the value could not be generalised then",
        "{} des {} étapes nommées n'ont pas été faites : ce qui est demandé était déjà satisfait, ou la valeur ne pouvait pas être généralisée alors",
    ),
    (
        "raise --max-suppression, or fill in the missing values",
        "relevez --max-suppression, ou complétez les valeurs manquantes",
    ),
    (
        "{} classes of {} rows in all",
        "{} classes de {} lignes en tout",
    ),
    (
        "ask for less, or generalise more",
        "demandez moins, ou généralisez davantage",
    ),
];
