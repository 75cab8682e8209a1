//! What is said about edit rules, and its French.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "rule \"{}\", which {} rows would break",
        "règle « {} », que {} lignes enfreindraient",
    ),
    (
        "{} draws did not help; perturb less, leave an attribute of the rule out of --attributes, or correct the rule",
        "{} tirages n'y ont rien changé ; perturbez moins, ôtez de --attributes un attribut de la règle, ou corrigez la règle",
    ),
    (
        "{} cannot draw single rows again; perturb less, leave an attribute of the rule out of --attributes, or choose another method",
        "{} ne peut pas retirer au sort des lignes isolées ; perturbez moins, ôtez de --attributes un attribut de la règle, ou choisissez une autre méthode",
    ),
    (
        "correct the rule, or look at the labels of hierarchies: a group that is called as a value is taken for it",
        "corrigez la règle, ou revoyez les libellés des hiérarchies : un groupe qui porte le nom d'une valeur est pris pour elle",
    ),
    (
        "{} rows broke a rule and were drawn again, in {} rounds",
        "{} lignes enfreignaient une règle et ont été retirées au sort, en {} tours",
    ),
    (
        "{} rows kept their values: with every partner in reach a rule would be broken",
        "{} lignes ont gardé leurs valeurs : avec chaque partenaire possible, une règle serait enfreinte",
    ),
    (
        "rule \"{}\": {} rows of the input break it and are known to",
        "règle « {} » : {} lignes de l'entrée l'enfreignent, et cela est connu",
    ),
    (
        "rule \"{}\" is broken by {} rows of the input; correct them or the rule, or set broken-in-input = \"known\"",
        "la règle « {} » est enfreinte par {} lignes de l'entrée ; corrigez-les ou corrigez la règle, ou écrivez broken-in-input = \"known\"",
    ),
    (
        "rule \"{}\" is broken by {} rows of the input, first in data rows {}; correct them or the rule, or set broken-in-input = \"known\"",
        "la règle « {} » est enfreinte par {} lignes de l'entrée, d'abord aux lignes de données {} ; corrigez-les ou corrigez la règle, ou écrivez broken-in-input = \"known\"",
    ),
    (
        "rule \"{}\" is broken by {} rows of the input, in data rows {}; correct them or the rule, or set broken-in-input = \"known\"",
        "la règle « {} » est enfreinte par {} lignes de l'entrée, aux lignes de données {} ; corrigez-les ou corrigez la règle, ou écrivez broken-in-input = \"known\"",
    ),
    (
        "rules \"{}\" and \"{}\" contradict each other: where both apply, no value keeps both; correct one of them",
        "les règles « {} » et « {} » se contredisent : là où les deux s'appliquent, aucune valeur ne respecte les deux ; corrigez l'une d'elles",
    ),
    (
        "rule \"{}\" contradicts itself: where it applies, no value keeps it; correct it",
        "la règle « {} » se contredit : là où elle s'applique, aucune valeur ne la respecte ; corrigez-la",
    ),
    (
        "two rules are called \"{}\"; names must differ",
        "deux règles s'appellent « {} » ; les noms doivent différer",
    ),
    (
        "a rule speaks of \"{}\", an identifier, which is never released; take it out",
        "une règle parle de « {} », un identifiant, qui n'est jamais publié ; ôtez-le",
    ),
    (
        "rule \"{}\": \"{}\" holds numbers; compare it with numbers, without quotes",
        "règle « {} » : « {} » contient des nombres ; comparez-le à des nombres, sans guillemets",
    ),
    (
        "rule \"{}\": \"{}\" holds dates; compare it with dates such as 2020-01-31, without quotes",
        "règle « {} » : « {} » contient des dates ; comparez-le à des dates telles que 2020-01-31, sans guillemets",
    ),
    (
        "rule \"{}\": \"{}\" holds words; compare it with texts in quotes, by =, != or in",
        "règle « {} » : « {} » contient des mots ; comparez-le à des textes entre guillemets, par =, != ou in",
    ),
    (
        "rule \"{}\": \"{}\" and \"{}\" are of different kinds; compare numbers with numbers, dates with dates, words with words",
        "règle « {} » : « {} » et « {} » ne sont pas de même nature ; comparez des nombres à des nombres, des dates à des dates, des mots à des mots",
    ),
    (
        "rule \"{}\": \"{}\" and \"{}\" hold words, which have no order; compare them by = or !=",
        "règle « {} » : « {} » et « {} » contiennent des mots, qui n'ont pas d'ordre ; comparez-les par = ou !=",
    ),
    (
        "rule \"{}\": there is no attribute \"{}\"; did you mean \"{}\"? If \"{}\" is a text, put it in quotes",
        "règle « {} » : il n'y a pas d'attribut « {} » ; vouliez-vous dire « {} » ? Si « {} » est un texte, mettez-le entre guillemets",
    ),
    (
        "rule \"{}\": there is no attribute \"{}\"; if \"{}\" is a text, put it in quotes",
        "règle « {} » : il n'y a pas d'attribut « {} » ; si « {} » est un texte, mettez-le entre guillemets",
    ),
    (
        "rule \"{}\": there is no attribute \"{}\"; did you mean \"{}\"?",
        "règle « {} » : il n'y a pas d'attribut « {} » ; vouliez-vous dire « {} » ?",
    ),
    (
        "rule \"{}\": there is no attribute \"{}\"",
        "règle « {} » : il n'y a pas d'attribut « {} »",
    ),
    // What cannot be understood in a condition.
    (
        "rule \"{}\", {}, character {}: an attribute is expected",
        "règle « {} », {}, caractère {} : un attribut est attendu",
    ),
    (
        "rule \"{}\", {}, character {}: a comparison is expected: =, !=, <, <=, >, >=, in, not in, between, is missing",
        "règle « {} », {}, caractère {} : une comparaison est attendue : =, !=, <, <=, >, >=, in, not in, between, is missing",
    ),
    (
        "rule \"{}\", {}, character {}: a value is expected: a number, a date such as 2020-01-31, or a text in quotes",
        "règle « {} », {}, caractère {} : une valeur est attendue : un nombre, une date telle que 2020-01-31, ou un texte entre guillemets",
    ),
    (
        "rule \"{}\", {}, character {}: a number or a date such as 2020-01-31 is expected",
        "règle « {} », {}, caractère {} : un nombre ou une date telle que 2020-01-31 est attendu",
    ),
    (
        "rule \"{}\", {}, character {}: words have no order; give a number or a date, or compare by =, != or in",
        "règle « {} », {}, caractère {} : les mots n'ont pas d'ordre ; donnez un nombre ou une date, ou comparez par =, != ou in",
    ),
    (
        "rule \"{}\", {}, character {}: \"and\", \"or\" or the end is expected",
        "règle « {} », {}, caractère {} : « and », « or » ou la fin est attendu",
    ),
    (
        "rule \"{}\", {}, character {}: \"and\" is expected between the two bounds",
        "règle « {} », {}, caractère {} : « and » est attendu entre les deux bornes",
    ),
    (
        "rule \"{}\", {}, character {}: \"missing\" or \"not missing\" is expected after \"is\"",
        "règle « {} », {}, caractère {} : « missing » ou « not missing » est attendu après « is »",
    ),
    (
        "rule \"{}\", {}, character {}: \"in\" is expected after \"not\"",
        "règle « {} », {}, caractère {} : « in » est attendu après « not »",
    ),
    (
        "rule \"{}\", {}, character {}: a list in brackets is expected, such as [\"a\", \"b\"]",
        "règle « {} », {}, caractère {} : une liste entre crochets est attendue, telle que [\"a\", \"b\"]",
    ),
    (
        "rule \"{}\", {}, character {}: a comma or ] is expected",
        "règle « {} », {}, caractère {} : une virgule ou ] est attendu",
    ),
    (
        "rule \"{}\", {}, character {}: a closing parenthesis is expected",
        "règle « {} », {}, caractère {} : une parenthèse fermante est attendue",
    ),
    (
        "rule \"{}\", {}, character {}: parentheses are nested too deeply",
        "règle « {} », {}, caractère {} : les parenthèses sont trop imbriquées",
    ),
    (
        "rule \"{}\", {}, character {}: the quote is not closed",
        "règle « {} », {}, caractère {} : le guillemet n'est pas fermé",
    ),
    (
        "rule \"{}\", {}, character {}: this character has no meaning here",
        "règle « {} », {}, caractère {} : ce caractère n'a pas de sens ici",
    ),
    // Last, since others start and end alike.
    ("rule \"{}\"", "règle « {} »"),
];
