//! English patterns and their French: pseudonyms, keys and the correspondence table.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    // People with several rows.
    (
        "columns without a role are of a kind that cannot be looked at; give every column a role: --qi, --sensitive, --drop or --keep",
        "des colonnes sans rôle sont d'un type qui ne peut être examiné ; donnez un rôle à chaque colonne : --qi, --sensitive, --drop ou --keep",
    ),
    (
        "\"{}\" says whose row it is, and is empty in {} rows, which may be anybody's; complete them, or leave these rows out",
        "« {} » dit à qui est la ligne, et est vide dans {} lignes, qui peuvent être à n'importe qui ; complétez-les, ou écartez ces lignes",
    ),
    (
        "the table has no column {}, as a release that leaves it out: rows are taken to be of different people as far as the other columns tell",
        "la table n'a pas de colonne {}, comme une publication qui l'écarte : les lignes sont supposées être de personnes différentes pour autant que les autres colonnes le disent",
    ),
    (
        "the identifiers tell {} people apart and the list of persons {}: the released pseudonym would join rows that are not counted together; give --person the same columns as --id, or leave the identifiers out with --drop",
        "les identifiants distinguent {} personnes et la liste des personnes {} : le pseudonyme publié joindrait des lignes qui ne sont pas comptées ensemble ; donnez à --person les mêmes colonnes qu'à --id, ou écartez les identifiants avec --drop",
    ),
    (
        "{} rows are of {} people: k, risks and classes count people, not rows",
        "{} lignes concernent {} personnes : k, les risques et les classes comptent des personnes et non des lignes",
    ),
    (
        "people have several rows, and the size of buckets counts rows; keep one row of each person, or choose a method that generalises",
        "des personnes ont plusieurs lignes, or la taille des paquets compte des lignes ; gardez une ligne par personne, ou choisissez une méthode qui généralise",
    ),
    (
        "people have several rows, and {} counts rows; keep one row of each person, or ask for k-anonymity",
        "des personnes ont plusieurs lignes, or {} compte des lignes ; gardez une ligne par personne, ou demandez un k-anonymat",
    ),
    (
        "{}, where \"{}\" shows which rows are one person's: the smallest group of people with the same rows has {}",
        "{}, où « {} » montre quelles lignes sont celles d'une même personne : le plus petit groupe de personnes ayant les mêmes lignes en compte {}",
    ),
    (
        "publish without the pseudonym (name the column with --person instead of --id), or keep one row of each person",
        "publiez sans le pseudonyme (nommez la colonne avec --person au lieu de --id), ou gardez une ligne par personne",
    ),
    (
        "{}, with at least {} people in a class",
        "{}, avec au moins {} personnes par classe",
    ),
    (
        "ask for less, let more rows be left out, or keep one row of each person",
        "demandez moins, laissez écarter plus de lignes, ou gardez une ligne par personne",
    ),
    // Keys.
    (
        "{} needs a key; give its file with --key or in BAUTA_KEY_FILE (bauta key new FILE makes one)",
        "{} a besoin d'une clé ; donnez son fichier avec --key ou dans BAUTA_KEY_FILE (bauta key new FICHIER en crée une)",
    ),
    (
        "there is no file {}; correct the path (bauta key new makes a key file)",
        "il n'y a pas de fichier {} ; corrigez le chemin (bauta key new crée un fichier de clé)",
    ),
    (
        "the key file {} is empty; make a key with bauta key new",
        "le fichier de clé {} est vide ; créez une clé avec bauta key new",
    ),
    (
        "the key file {} is damaged: below its first line there must be 64 hexadecimal digits; take it from a copy",
        "le fichier de clé {} est abîmé : sous sa première ligne il faut 64 chiffres hexadécimaux ; reprenez-le d'une copie",
    ),
    (
        "others than its owner may use the file {}; forbid it: chmod 600",
        "d'autres que son propriétaire ont accès au fichier {} ; interdisez-le : chmod 600",
    ),
    (
        "the key in {} is too short or too regular to be a secret; make one of 32 random bytes with bauta key new",
        "la clé dans {} est trop courte ou trop régulière pour être un secret ; créez-en une de 32 octets aléatoires avec bauta key new",
    ),
    (
        "who has this key can link pseudonyms to people: keep it apart from the data, and keep a copy",
        "qui a cette clé peut relier les pseudonymes aux personnes : gardez-la à part des données, et gardez-en une copie",
    ),
    ("key fingerprint {}", "empreinte de la clé {}"),
    // The request.
    ("the hash", "la fonction de hachage"),
    ("a step of normalisation", "une étape de normalisation"),
    (
        "\"none\" leaves values as they are; leave it out, or the other steps of normalisation",
        "« none » laisse les valeurs telles quelles ; ôtez-le, ou ôtez les autres étapes de normalisation",
    ),
    (
        "only keyed-hash can be slow; leave out --slow, or use keyed-hash",
        "seul keyed-hash peut être lent ; ôtez --slow, ou employez keyed-hash",
    ),
    (
        "only keyed-hash has a choice of hashes; leave out --hash, or use keyed-hash",
        "seul keyed-hash laisse choisir la fonction de hachage ; ôtez --hash, ou employez keyed-hash",
    ),
    (
        "format-preserving encrypts one identifier, and {} are given; name one with --id, or use keyed-hash",
        "format-preserving chiffre un seul identifiant, or {} sont donnés ; nommez-en un avec --id, ou employez keyed-hash",
    ),
    (
        "format-preserving cannot make a pseudonym of nothing; leave out --missing-ids own, or use keyed-hash",
        "format-preserving ne peut pas créer un pseudonyme à partir de rien ; ôtez --missing-ids own, ou employez keyed-hash",
    ),
    (
        "\"{}\" is an identifier and will be gone; there is nothing to shift",
        "« {} » est un identifiant et disparaîtra ; il n'y a rien à décaler",
    ),
    (
        "\"{}\" is not a column of dates and cannot be shifted; correct its cells, or leave it out",
        "« {} » n'est pas une colonne de dates et ne peut pas être décalée ; corrigez ses cellules, ou ôtez-la",
    ),
    (
        "\"{}\" has dates that a shift would move out of the calendar; correct them",
        "« {} » a des dates qu'un décalage ferait sortir du calendrier ; corrigez-les",
    ),
    (
        "{} rows have no value in any identifier, first in data row {}; fill them in, or leave these rows out",
        "{} lignes n'ont aucune valeur d'identifiant, d'abord à la ligne de données {} ; complétez-les, ou ôtez ces lignes",
    ),
    (
        "{} rows have no value in any identifier, first in data row {}; fill them in, or give each a pseudonym of its own with --missing-ids own",
        "{} lignes n'ont aucune valeur d'identifiant, d'abord à la ligne de données {} ; complétez-les, ou donnez à chacune son propre pseudonyme avec --missing-ids own",
    ),
    (
        "{} values of \"{}\" have too few digits and letters to be encrypted in their format (NIST: at least 1 000 000 possible values), first in data row {}; use keyed-hash or random",
        "{} valeurs de « {} » ont trop peu de chiffres et de lettres pour être chiffrées dans leur format (NIST : au moins 1 000 000 de valeurs possibles), d'abord à la ligne de données {} ; employez keyed-hash ou random",
    ),
    (
        "{} values of \"{}\" have letters or digits other than A-Z and 0-9, which would stay readable, first in data row {}; add --normalize nfkc,accents, or use keyed-hash",
        "{} valeurs de « {} » ont des lettres ou des chiffres autres que A-Z et 0-9, qui resteraient lisibles, d'abord à la ligne de données {} ; ajoutez --normalize nfkc,accents, ou employez keyed-hash",
    ),
    (
        "the rows are in the order of \"{}\", which sequential pseudonyms would reveal; use random pseudonyms, or --shuffle to put the rows in random order first",
        "les lignes sont dans l'ordre de « {} », que des pseudonymes séquentiels révéleraient ; employez des pseudonymes aléatoires (random), ou --shuffle pour mélanger d'abord les lignes",
    ),
    (
        "the rows are in the order of \"{}\", which a release in the same order would reveal; leave out --keep-order",
        "les lignes sont dans l'ordre de « {} », qu'une publication dans le même ordre révélerait ; ôtez --keep-order",
    ),
    (
        "the rows keep the order of the source: somebody who has a list of the people in the same order can tell whose each row is",
        "les lignes gardent l'ordre de la source : quelqu'un qui a une liste des personnes dans le même ordre peut dire à qui est chaque ligne",
    ),
    (
        "how many people link with {} cannot be told: it was written before this was recorded, or has no people",
        "on ne peut pas dire combien de personnes se rattachent à {} : il a été écrit avant que cela ne soit noté, ou ne compte personne",
    ),
    (
        "{} of {} people that were compared link with {}",
        "{} des {} personnes comparées se rattachent à {}",
    ),
    (
        "only {} of {} people that were compared link with {}; check that the identifiers are the same and written alike (--normalize nfkc,case,space,dates), or ask for less with --least-linked",
        "seulement {} des {} personnes comparées se rattachent à {} ; vérifiez que les identifiants sont les mêmes et s'écrivent de la même façon (--normalize nfkc,case,space,dates), ou demandez moins avec --least-linked",
    ),
    (
        "--least-linked is about the record that --same-as names; give both, or leave it out",
        "--least-linked porte sur l'enregistrement que nomme --same-as ; donnez les deux, ou ôtez-le",
    ),
    (
        "a re-identification is logged with its reason; give one with --reason",
        "une réidentification est journalisée avec son motif ; donnez-le avec --reason",
    ),
    (
        "a re-identification is logged; say in which file with --log",
        "une réidentification est journalisée ; dites dans quel fichier avec --log",
    ),
    // The correspondence table.
    (
        "the correspondence table {} exists already, and who is who would be lost; choose another name, or replace it with --force-mapping",
        "la table de correspondance {} existe déjà, et l'on ne saurait plus qui est qui ; choisissez un autre nom, ou remplacez-la avec --force-mapping",
    ),
    (
        "the correspondence table would stand in the file of the data, {}; give it a file of its own",
        "la table de correspondance serait dans le fichier des données, {} ; donnez-lui un fichier à elle",
    ),
    (
        "there is no correspondence table to encrypt; name one with --mapping, or leave out its encryption",
        "il n'y a pas de table de correspondance à chiffrer ; nommez-la avec --mapping, ou ôtez son chiffrement",
    ),
    (
        "a correspondence table that ends in .age is encrypted; say for whom: --mapping-recipient or --mapping-passphrase",
        "une table de correspondance en .age est chiffrée ; dites pour qui : --mapping-recipient ou --mapping-passphrase",
    ),
    (
        "an encrypted correspondence table is CSV inside; choose a name that ends in .csv",
        "une table de correspondance chiffrée contient du CSV ; choisissez un nom en .csv",
    ),
    (
        "the correspondence table is encrypted for recipients or with a passphrase, not both; leave out one",
        "la table de correspondance est chiffrée pour des destinataires ou par une phrase secrète, pas les deux ; ôtez l'un des deux",
    ),
    (
        "\"{}\" is no recipient of age, which looks like age1…",
        "« {} » n'est pas un destinataire age, qui ressemble à age1…",
    ),
    (
        "the passphrase in {} is too short; 12 characters are the least",
        "la phrase secrète dans {} est trop courte ; il faut au moins 12 caractères",
    ),
    (
        "the correspondence table {} is encrypted; give --identity or --mapping-passphrase",
        "la table de correspondance {} est chiffrée ; donnez --identity ou --mapping-passphrase",
    ),
    (
        "{} cannot be decrypted with what was given",
        "{} ne peut pas être déchiffré avec ce qui a été donné",
    ),
    (
        "{} holds no identity of age; age-keygen makes such a file",
        "{} ne contient pas d'identité age ; age-keygen crée un tel fichier",
    ),
    // Records of earlier runs.
    (
        "{} is no record of pseudonyms; give the file that --record wrote",
        "{} n'est pas un enregistrement de pseudonymes ; donnez le fichier que --record a écrit",
    ),
    (
        "the method of pseudonyms differs from {}: {} there, {} here; the files would not link",
        "la méthode des pseudonymes diffère de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    (
        "the hash differs from {}: {} there, {} here; the files would not link",
        "la fonction de hachage diffère de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    (
        "the slow hash differs from {}: {} there, {} here; the files would not link",
        "le hachage lent diffère de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    (
        "the normalisation differs from {}: {} there, {} here; the files would not link",
        "la normalisation diffère de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    (
        "the number of identifiers differs from {}: {} there, {} here; the files would not link",
        "le nombre d'identifiants diffère de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    (
        "the key differs by its fingerprint from {}: {} there, {} here; the files would not link",
        "la clé diffère par son empreinte de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    (
        "the number of days of shifts differs from {}: {} there, {} here; the files would not link",
        "le nombre de jours des décalages diffère de {} : {} là-bas, {} ici ; les fichiers ne se relieraient pas",
    ),
    // The way back.
    (
        "the key undoes format-preserving encryption; give its file with --key",
        "la clé permet de déchiffrer format-preserving ; donnez son fichier avec --key",
    ),
    (
        "a hash cannot be undone, not with the key either: only the correspondence table tells who is behind it; give it with --mapping",
        "un hachage ne se défait pas, même avec la clé : seule la table de correspondance dit qui est derrière ; donnez-la avec --mapping",
    ),
    (
        "only the correspondence table tells who is behind a number; give it with --mapping",
        "seule la table de correspondance dit qui est derrière un nombre ; donnez-la avec --mapping",
    ),
    (
        "{} is no correspondence table with a last column \"{}\"; give its name with --name",
        "{} n'est pas une table de correspondance dont la dernière colonne est « {} » ; donnez son nom avec --name",
    ),
    (
        "this is no pseudonym of format-preserving encryption: too few digits and letters, or others than A-Z and 0-9",
        "ce n'est pas un pseudonyme du chiffrement format-preserving : trop peu de chiffres et de lettres, ou d'autres que A-Z et 0-9",
    ),
    ("nobody has this pseudonym", "personne n'a ce pseudonyme"),
    // Notes.
    (
        "{} persons have several rows; if there should be one each, people share their identifiers, as twins with a parent's number do",
        "{} personnes ont plusieurs lignes ; s'il en fallait une chacune, des personnes partagent leurs identifiants, comme des jumeaux sous le numéro d'un parent",
    ),
    (
        "{} spellings of identifiers became a person with another spelling by normalisation ({})",
        "{} graphies d'identifiants ont été réunies à la personne d'une autre graphie par la normalisation ({})",
    ),
    (
        "{} rows without any identifier got a pseudonym each, which links to nothing",
        "{} lignes sans aucun identifiant ont reçu chacune un pseudonyme, qui ne relie à rien",
    ),
    (
        "{} rows lack some of their identifiers; a missing one counts as a value",
        "{} lignes n'ont pas tous leurs identifiants ; une valeur manquante compte comme une valeur",
    ),
    (
        "identifier \"{}\" is a date not written as 2024-01-31; add dates to --normalize where another file writes it otherwise",
        "l'identifiant « {} » est une date qui n'est pas écrite comme 2024-01-31 ; ajoutez dates à --normalize si un autre fichier l'écrit autrement",
    ),
    (
        "sha512-base64 is weaker than keyed-hash: use it only where files with such pseudonyms exist",
        "sha512-base64 est plus faible que keyed-hash : à n'employer que s'il existe des fichiers avec de tels pseudonymes",
    ),
    (
        "the rows were shuffled by the system's secret source",
        "les lignes ont été mélangées par la source secrète du système",
    ),
    (
        "dates moved by 1 to {} days forward or back, by the same number for all rows of a person: {}",
        "dates décalées de 1 à {} jours en avant ou en arrière, du même nombre pour toutes les lignes d'une personne : {}",
    ),
];
