//! What engines say: files, clusters, databases.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "whoever reaches this process can read the data: give --tls-cert, --tls-key and --tls-ca, or --plain where the network is private",
        "qui atteint ce processus peut lire les données : donnez --tls-cert, --tls-key et --tls-ca, ou --plain si le réseau est privé",
    ),
    (
        "certificates are three files: give --tls-cert, --tls-key and --tls-ca",
        "les certificats sont trois fichiers : donnez --tls-cert, --tls-key et --tls-ca",
    ),
    (
        "the cluster is asked over TLS, and there is no certificate",
        "la grappe est interrogée par TLS, et il n'y a pas de certificat",
    ),
    (
        "name three files by BAUTA_TLS_CERT, BAUTA_TLS_KEY and BAUTA_TLS_CA",
        "nommez trois fichiers par BAUTA_TLS_CERT, BAUTA_TLS_KEY et BAUTA_TLS_CA",
    ),
    (
        "{} is no PEM file of that kind",
        "{} n'est pas un fichier PEM de cette sorte",
    ),
    ("name another file", "nommez un autre fichier"),
    // Requests.
    ("no column is asked for", "aucune colonne n'est demandée"),
    ("name at least one", "nommez-en au moins une"),
    (
        "column \"{}\" is asked for twice",
        "la colonne « {} » est demandée deux fois",
    ),
    ("name it once", "nommez-la une fois"),
    (
        "the data have no column \"{}\"",
        "les données n'ont pas de colonne « {} »",
    ),
    (
        "the look-up table of {} does not fit",
        "la table de correspondance de {} ne convient pas",
    ),
    ("count the data again", "comptez de nouveau les données"),
    (
        "{} cannot be read by this engine",
        "{} ne peut pas être lu par ce moteur",
    ),
    (
        "use Parquet or CSV files, or --engine local",
        "employez des fichiers Parquet ou CSV, ou --engine local",
    ),
    (
        "{} is no address of files",
        "{} n'est pas une adresse de fichiers",
    ),
    (
        "name a path, or s3://bucket/path",
        "donnez un chemin, ou s3://bucket/chemin",
    ),
    ("no file is at {}", "aucun fichier ne se trouve à {}"),
    (
        "check the folder and the name",
        "vérifiez le dossier et le nom",
    ),
    (
        "{} has other columns than the files before it",
        "{} a d'autres colonnes que les fichiers qui le précèdent",
    ),
    (
        "leave it out, or write it again",
        "écartez-le, ou écrivez-le de nouveau",
    ),
    (
        "{} is written in {}, not in UTF-8",
        "{} est écrit en {}, pas en UTF-8",
    ),
    (
        "convert it first with bauta convert, or use --engine local",
        "convertissez-le d'abord avec bauta convert, ou employez --engine local",
    ),
    (
        "{} has lines above its header",
        "{} a des lignes au-dessus de son en-tête",
    ),
    (
        "{} has columns without a name, or two of one name",
        "{} a des colonnes sans nom, ou deux du même nom",
    ),
    (
        "give each a name of its own",
        "donnez à chacune un nom à elle",
    ),
    (
        "{} is no name of an output",
        "{} n'est pas un nom de sortie",
    ),
    ("name a file without *", "nommez un fichier sans *"),
    (
        "{} is no address of a cluster",
        "{} n'est pas l'adresse d'une grappe",
    ),
    (
        "write ballista://host:port, where bauta scheduler runs",
        "écrivez ballista://hôte:port, là où tourne bauta scheduler",
    ),
    (
        "the rows do not leave the database, but {} is elsewhere",
        "les lignes ne quittent pas la base de données, or {} est ailleurs",
    ),
    (
        "name a table of the same database: postgres://…#table",
        "nommez une table de la même base : postgres://…#table",
    ),
    (
        "the output is in another database than the data",
        "la sortie est dans une autre base de données que les données",
    ),
    (
        "write both addresses alike",
        "écrivez les deux adresses de la même façon",
    ),
    (
        "others than its owner may use the file {}",
        "d'autres que son propriétaire peuvent se servir du fichier {}",
    ),
    ("forbid it: chmod 600", "interdisez-le : chmod 600"),
    (
        "there is no strong key in {}",
        "il n'y a pas de clé forte dans {}",
    ),
    (
        "make one with bauta key new",
        "faites-en une avec bauta key new",
    ),
    (
        "this program was built without clusters; build one with: cargo build --release --features cluster",
        "ce programme a été construit sans grappes ; construisez-le avec : cargo build --release --features cluster",
    ),
    // Engines that fail.
    (
        "it needs more memory than it may use; raise --memory (on a cluster: that of the executors), or ask for fewer or coarser columns",
        "il lui faut plus de mémoire qu'il n'en a le droit ; relevez --memory (sur une grappe : celle des exécuteurs), ou demandez des colonnes moins nombreuses ou plus grossières",
    ),
    (
        "no scheduler answers there; start it with bauta scheduler, or correct host and port",
        "aucun ordonnanceur n'y répond ; lancez-le avec bauta scheduler, ou corrigez l'hôte et le port",
    ),
    (
        "the connection was lost before the work was done; see that scheduler and executors run, and start again: nothing was written",
        "la connexion a été perdue avant la fin du travail ; vérifiez que l'ordonnanceur et les exécuteurs tournent, et recommencez : rien n'a été écrit",
    ),
    (
        "no executor does the work; start some with bauta executor, and start again: nothing was written",
        "aucun exécuteur ne fait le travail ; lancez-en avec bauta executor, et recommencez : rien n'a été écrit",
    ),
    (
        "no executor has joined the scheduler; start some with bauta executor --scheduler",
        "aucun exécuteur n'a rejoint l'ordonnanceur ; lancez-en avec bauta executor --scheduler",
    ),
    (
        "what answers there is no scheduler of Ballista; correct host and port",
        "ce qui y répond n'est pas un ordonnanceur de Ballista ; corrigez l'hôte et le port",
    ),
    (
        "the name of this host is not known; correct it",
        "le nom de cet hôte est inconnu ; corrigez-le",
    ),
    (
        "the scheduler is of another version; use one release on all machines",
        "l'ordonnanceur est d'une autre version ; employez la même sur toutes les machines",
    ),
    (
        "a row has another number of cells than the header; correct the file (bauta inspect tells which row)",
        "une ligne n'a pas autant de cellules que l'en-tête ; corrigez le fichier (bauta inspect dit laquelle)",
    ),
    (
        "the file has bytes that are not UTF-8; convert it first with bauta convert",
        "le fichier a des octets qui ne sont pas de l'UTF-8 ; convertissez-le d'abord avec bauta convert",
    ),
    (
        "a file is not there; on a cluster every machine must see it: use a folder that all share, or an s3:// address",
        "un fichier n'est pas là ; sur une grappe chaque machine doit le voir : employez un dossier partagé, ou une adresse s3://",
    ),
    ("it failed ({})", "il a échoué ({})"),
    (
        "no scheduler answers; start it with bauta scheduler, or correct --scheduler",
        "aucun ordonnanceur ne répond ; lancez-le avec bauta scheduler, ou corrigez --scheduler",
    ),
    (
        "it ended; its log says more",
        "il s'est arrêté ; son journal en dit plus",
    ),
    (
        "it broke off; its log says more",
        "il s'est interrompu ; son journal en dit plus",
    ),
    (
        "the system gives no threads for it",
        "le système ne lui donne pas de fils d'exécution",
    ),
    (
        "the bucket or the object is not there; check the address",
        "le bucket ou l'objet n'est pas là ; vérifiez l'adresse",
    ),
    (
        "the store refuses; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the rights of this user",
        "le stockage refuse ; vérifiez AWS_ACCESS_KEY_ID et AWS_SECRET_ACCESS_KEY, et les droits de cet utilisateur",
    ),
    (
        "the store does not answer, or refuses; check AWS_ENDPOINT, AWS_REGION and the network",
        "le stockage ne répond pas, ou refuse ; vérifiez AWS_ENDPOINT, AWS_REGION et le réseau",
    ),
    (
        "more combinations than memory has room for; ask for fewer or coarser columns",
        "plus de combinaisons que la mémoire n'en peut contenir ; demandez des colonnes moins nombreuses ou plus grossières",
    ),
];
