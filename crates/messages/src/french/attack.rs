//! Sentences of attacks.

/// `(English, French)`.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "there is nothing to attack with; give --qi and --sensitive, or --against, --original or --second",
        "il n'y a rien pour attaquer ; donnez --qi et --sensitive, ou --against, --original ou --second",
    ),
    (
        "a control needs the original that it is compared with; give --original",
        "un témoin suppose l'original auquel il se compare ; donnez --original",
    ),
    (
        "--on says how a file is linked; give the file with --against",
        "--on dit comment relier un fichier ; donnez le fichier avec --against",
    ),
    (
        "two files are joined: give --left and --right, or neither",
        "deux fichiers sont joints : donnez --left et --right, ou aucun des deux",
    ),
    (
        "\"{}\" is in --left and in --right; keep one of them",
        "« {} » est dans --left et dans --right ; n'en gardez qu'un",
    ),
    (
        "the release has no attribute \"{}\"; name one that it has, or leave it out",
        "la publication n'a pas d'attribut « {} » ; nommez-en un qu'elle a, ou ôtez-le",
    ),
    (
        "the second release has no attribute \"{}\"; name one that it has, or leave it out",
        "la seconde publication n'a pas d'attribut « {} » ; nommez-en un qu'elle a, ou ôtez-le",
    ),
    (
        "the original has no attribute \"{}\"; name one that it has, or leave it out",
        "l'original n'a pas d'attribut « {} » ; nommez-en un qu'il a, ou ôtez-le",
    ),
    (
        "the control has no attribute \"{}\"; name one that it has, or leave it out",
        "le témoin n'a pas d'attribut « {} » ; nommez-en un qu'il a, ou ôtez-le",
    ),
    (
        "the file given with --against has no attribute \"{}\"; name one that it has, or leave it out",
        "le fichier donné par --against n'a pas d'attribut « {} » ; nommez-en un qu'il a, ou ôtez-le",
    ),
    (
        "the release and the file about people have no attribute in common; say with --on which belong together",
        "la publication et le fichier de personnes n'ont aucun attribut en commun ; dites avec --on lesquels vont ensemble",
    ),
    (
        "the release and the original have no attribute in common",
        "la publication et l'original n'ont aucun attribut en commun",
    ),
    (
        "the two releases have no attribute in common by which their classes could be compared",
        "les deux publications n'ont aucun attribut en commun par lequel comparer leurs classes",
    ),
    (
        "an intersection needs a sensitive attribute that both releases have; name it with --sensitive",
        "une intersection suppose un attribut sensible présent dans les deux publications ; nommez-le avec --sensitive",
    ),
    (
        "\"{}\" is a number in one table and words in another: they cannot be compared; give a hierarchy (--hierarchy {}=FILE), or leave it out",
        "« {} » est un nombre dans une table et des mots dans une autre : ils ne se comparent pas ; donnez une hiérarchie (--hierarchy {}=FICHIER), ou ôtez-le",
    ),
    ("1 or more; 2000 are usual", "1 ou plus ; 2000 est courant"),
    (
        "above 0 and below 1; 0.95 is usual",
        "entre 0 et 1 exclus ; 0.95 est courant",
    ),
    (
        "from 0 to below 1; 0.05 is usual",
        "de 0 à moins de 1 ; 0.05 est courant",
    ),
    (
        "homogeneity, similarity, skewness and background knowledge need --qi and --sensitive",
        "homogénéité, similarité, asymétrie et connaissances préalables exigent --qi et --sensitive",
    ),
    (
        "which released row is whose cannot be told from their order: claims of record linkage are counted, not checked; --truth names an identifier that tells",
        "l'ordre des lignes ne dit pas quelle ligne publiée est à qui : les rapprochements de lignes sont comptés, pas vérifiés ; --truth nomme un identifiant qui le dit",
    ),
    (
        "{} cells of \"{}\" are not understood and count as *; a hierarchy of it may help",
        "{} cellules de « {} » ne sont pas comprises et comptent comme * ; une hiérarchie peut aider",
    ),
    (
        "the control has fewer rows than the original: singling out is tried on {} rows of each",
        "le témoin a moins de lignes que l'original : l'individualisation est essayée sur {} lignes de chacun",
    ),
    (
        "no control: success is compared with guessing; people who are not in the original (--control) would also show what the release tells about everybody",
        "pas de témoin : le succès est comparé au hasard ; des personnes absentes de l'original (--control) montreraient aussi ce que la publication dit de tout le monde",
    ),
    (
        "{} of {} control rows are equal to a row of the original; if they are the same people, risks come out too low",
        "{} des {} lignes témoins sont égales à une ligne de l'original ; si ce sont les mêmes personnes, les risques sont sous-estimés",
    ),
];
