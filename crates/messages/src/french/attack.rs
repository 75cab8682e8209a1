//! Sentences of attacks.

/// `(English, French)`.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "people have several rows, and the release does not say whose its rows are: linkage and classes are left out; --person or --match-by names a column of it that says so",
        "des personnes ont plusieurs lignes, et la publication ne dit pas de qui sont les siennes : le rapprochement et les classes sont omis ; --person ou --match-by nomme une de ses colonnes qui le dit",
    ),
    (
        "a reader of the release sees which rows are one person's: people are matched on all their rows",
        "un lecteur de la publication voit quelles lignes sont celles d'une même personne : les personnes sont comparées par toutes leurs lignes",
    ),
    (
        "a reader of the release does not see which rows are one person's: a person is matched on the row that fits the fewest people",
        "un lecteur de la publication ne voit pas quelles lignes sont celles d'une même personne : chacune est comparée par la ligne qui convient au moins de personnes",
    ),
    (
        "people have several rows, and it is not known whose the released rows are",
        "des personnes ont plusieurs lignes, et on ne sait pas de qui sont les lignes publiées",
    ),
    (
        "homogeneity, similarity, skewness and background knowledge are left out: people have several rows, and it is not known whose the released rows are",
        "l'homogénéité, la similarité, l'asymétrie et les connaissances préalables sont omises : des personnes ont plusieurs lignes, et on ne sait pas de qui sont les lignes publiées",
    ),
    (
        "people have several rows, and two releases are intersected row by row: a person's rows in one are not those in the other; keep one row of each person",
        "des personnes ont plusieurs lignes, or deux publications se croisent ligne par ligne : les lignes d'une personne dans l'une ne sont pas celles de l'autre ; gardez une ligne par personne",
    ),
    (
        "the control has {} people and the original {}: what singling out achieves on the control is scaled to {} people",
        "le témoin compte {} personnes et l'original {} : ce que l'individualisation obtient sur le témoin est ramené à {} personnes",
    ),
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
        "the order of the released rows is not proven to be that of the original: record linkage is judged by how many rows fit each person, and claims are not checked; --match-by names columns that say whose row it is",
        "rien ne prouve que les lignes publiées suivent l'ordre de l'original : le rapprochement de lignes est jugé au nombre de lignes compatibles avec chaque personne, sans vérification ; --match-by nomme des colonnes qui disent à qui est une ligne",
    ),
    (
        "{} people of the original fit no released row, and at most {} rows were left out: values were changed, or labels mean something else than they say; linkage says nothing about these people",
        "{} personnes de l'original ne conviennent à aucune ligne publiée, alors que {} lignes au plus ont été écartées : des valeurs ont été modifiées, ou des étiquettes veulent dire autre chose que ce qu'elles écrivent ; le rapprochement ne dit rien de ces personnes",
    ),
    (
        "{} cells of \"{}\" are not understood: nothing is claimed that would rest on them; a hierarchy of it may help (--hierarchy, or --project with the project of the release)",
        "{} cellules de « {} » ne sont pas comprises : rien n'est affirmé qui reposerait sur elles ; une hiérarchie peut aider (--hierarchy, ou --project avec le projet de la publication)",
    ),
    (
        "nothing can be said of any of the {} people",
        "on ne peut rien dire d'aucune des {} personnes",
    ),
    (
        "{} released cells are not understood, and an attacker who understands them learns more",
        "{} cellules publiées ne sont pas comprises, et un attaquant qui les comprend en apprend davantage",
    ),
    (
        "{} rows of the original have the same values in the columns of --match-by; name columns that identify rows",
        "{} lignes de l'original ont les mêmes valeurs dans les colonnes de --match-by ; nommez des colonnes qui identifient les lignes",
    ),
    (
        "{} rows of the release have the same values in the columns of --match-by; name columns that identify rows",
        "{} lignes de la publication ont les mêmes valeurs dans les colonnes de --match-by ; nommez des colonnes qui identifient les lignes",
    ),
    (
        "{} rows of the release have values in the columns of --match-by that no row of the original has; name columns that were released unchanged",
        "{} lignes de la publication ont dans les colonnes de --match-by des valeurs qu'aucune ligne de l'original n'a ; nommez des colonnes publiées sans changement",
    ),
    (
        "released rows are not matched with original ones, because their order is not proven to be kept: non-uniform entropy and untrue cells are not measured; --match-by names columns that identify rows in both",
        "les lignes publiées ne sont pas rapprochées de celles de l'original, car rien ne prouve que leur ordre est conservé : l'entropie non uniforme et les cellules inexactes ne sont pas mesurées ; --match-by nomme des colonnes qui identifient les lignes des deux tables",
    ),
    (
        "the control has {} rows and the original {}: what singling out achieves on the control is scaled to {} rows",
        "le témoin a {} lignes et l'original {} : le succès de l'individualisation sur le témoin est ramené à {} lignes",
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
