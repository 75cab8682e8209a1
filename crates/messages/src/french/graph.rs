//! What is said about knowledge graphs, and its French.

/// `(English, French)`; the first that fits is taken.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    // Files.
    (
        "{}, line {}, column {}: this is not valid {}",
        "{}, ligne {}, colonne {} : ceci n'est pas du {} valide",
    ),
    (
        "{}: this is not valid {}",
        "{} : ceci n'est pas du {} valide",
    ),
    (
        "{}: {} malformed triples were left out, the first in line {}, column {}",
        "{} : {} triplets mal formés ont été laissés de côté, le premier ligne {}, colonne {}",
    ),
    (
        "{} has none of the endings .nt, .nq, .ttl, .trig, .rdf, .owl and .jsonld, with or without .gz or .zst, and is no folder of triples (.triples)",
        "{} n'a aucune des terminaisons .nt, .nq, .ttl, .trig, .rdf, .owl et .jsonld, avec ou sans .gz ou .zst, et n'est pas un dossier de triplets (.triples)",
    ),
    (
        "{} has no named graphs, and this graph has; write .nq, .trig or .jsonld instead",
        "{} n'a pas de graphes nommés, et ce graphe en a ; écrivez plutôt .nq, .trig ou .jsonld",
    ),
    (
        "the base address \"{}\" is not an absolute IRI",
        "l'adresse de base « {} » n'est pas un IRI absolu",
    ),
    (
        "the prefix \"{}\" does not stand for an absolute IRI",
        "le préfixe « {} » ne désigne pas un IRI absolu",
    ),
    // Queries.
    (
        "the query cannot be answered; look at its functions and services",
        "la requête ne peut recevoir de réponse ; regardez ses fonctions et services",
    ),
    (
        "only SELECT queries can be asked here",
        "seules des requêtes SELECT peuvent être posées ici",
    ),
    (
        "the query is not valid SPARQL: {}",
        "la requête n'est pas du SPARQL valide : {}",
    ),
    (
        "the query of [entities] selects nothing",
        "la requête de [entities] ne sélectionne rien",
    ),
    // The context.
    (
        "the context has version {}, and this program reads {}",
        "le contexte est de version {}, et ce programme lit la version {}",
    ),
    (
        "say who is protected by one of entities.class and entities.query",
        "dites qui est protégé par l'un de entities.class et entities.query",
    ),
    (
        "anatomy.max-posterior is {}, but must be above 0 and at most 1",
        "anatomy.max-posterior vaut {}, mais doit être supérieur à 0 et d'au plus 1",
    ),
    (
        "anatomy.l must be at least 1",
        "anatomy.l doit valoir au moins 1",
    ),
    (
        "k-anonymity.k must be at least 1",
        "k-anonymity.k doit valoir au moins 1",
    ),
    (
        "k-anonymity needs at least one [[quasi-identifiers]]",
        "k-anonymity exige au moins un [[quasi-identifiers]]",
    ),
    (
        "two quasi-identifiers are called \"{}\"; give one another name",
        "deux quasi-identifiants s'appellent « {} » ; donnez un autre nom à l'un d'eux",
    ),
    (
        "\"{}\" is neither an IRI nor a name with a prefix, such as ub:age",
        "« {} » n'est ni une IRI ni un nom à préfixe, comme ub:age",
    ),
    (
        "\"{}\" has a prefix that [prefixes] does not declare",
        "« {} » a un préfixe que [prefixes] ne déclare pas",
    ),
    // What the graph does not have.
    (
        "the graph has no instance of \"{}\" or of a class below it",
        "le graphe n'a aucune instance de « {} » ni d'une classe inférieure",
    ),
    (
        "the property \"{}\" does not occur in the graph; did you mean \"{}\"?",
        "la propriété « {} » n'apparaît pas dans le graphe ; vouliez-vous dire « {} » ?",
    ),
    (
        "the property \"{}\" does not occur in the graph",
        "la propriété « {} » n'apparaît pas dans le graphe",
    ),
    (
        "{} entities have several values of \"{}\"; set several-values = \"set\", or correct them",
        "{} entités ont plusieurs valeurs de « {} » ; écrivez several-values = \"set\", ou corrigez-les",
    ),
    (
        "{} entities have no \"{}\"; set missing-values = \"category\", or fill them in",
        "{} entités n'ont pas de « {} » ; écrivez missing-values = \"category\", ou complétez-les",
    ),
    (
        "{} entities have no \"{}\", and the release shows that they have none",
        "{} entités n'ont pas de « {} », et la publication montre qu'elles n'en ont pas",
    ),
    (
        "{} entities have no \"{}\"",
        "{} entités n'ont pas de « {} »",
    ),
    (
        "asked-level of \"{}\" is {}, and its hierarchy has {} levels",
        "asked-level de « {} » vaut {}, et sa hiérarchie a {} niveaux",
    ),
    (
        "{} does not generalise; choose a method such as mondrian or local",
        "{} ne généralise pas ; choisissez une méthode comme mondrian ou local",
    ),
    (
        "{} leaves rows out, which entities of a graph cannot be",
        "{} laisse des lignes de côté, ce que les entités d'un graphe ne peuvent être",
    ),
    (
        "there are {} entities, and {} must look alike",
        "il y a {} entités, et {} doivent se ressembler",
    ),
    (
        "the release has none of the entities that the context names",
        "la publication n'a aucune des entités que nomme le contexte",
    ),
    // Answers.
    (
        "all {} values of \"{}\" in one group",
        "les {} valeurs de « {} » en un seul groupe",
    ),
    (
        "{} % of the group have the most frequent value",
        "{} % du groupe ont la valeur la plus fréquente",
    ),
    (
        "groups of entities by \"{}\"",
        "des groupes d'entités selon « {} »",
    ),
    (
        "some entities have several values, and {} % of the members of a group have the same one",
        "des entités ont plusieurs valeurs, et {} % des membres d'un groupe ont la même",
    ),
    (
        "ask for a smaller l or a larger max-posterior, or choose anatomy.method = \"semantic\"",
        "demandez un l plus petit ou un max-posterior plus grand, ou choisissez anatomy.method = \"semantic\"",
    ),
    (
        "ask for a smaller l or a larger max-posterior, or leave the property out",
        "demandez un l plus petit ou un max-posterior plus grand, ou laissez la propriété de côté",
    ),
    ("a pool of {} entities", "un ensemble de {} entités"),
    ("{} entities that are alike", "{} entités semblables"),
    (
        "ask for a smaller k, or for classes of all entities together (scope = \"global\")",
        "demandez un k plus petit, ou des classes de toutes les entités ensemble (scope = \"global\")",
    ),
    (
        "the graph after all edits",
        "le graphe après toutes les modifications",
    ),
    (
        "{} hidden links follow from what is left, by {}",
        "{} liens cachés se déduisent de ce qui reste, par {}",
    ),
    (
        "a reasoner derives protected triples of {} from what is left",
        "un raisonneur déduit de ce qui reste des triplets protégés de {}",
    ),
    (
        "name the properties that are left and lead there among identifiers.properties, or leave them out of open",
        "déclarez les propriétés restantes qui y mènent parmi identifiers.properties, ou retirez-les de open",
    ),
    // What was verified.
    (
        "no entity is named by its IRI or one that extends it, be it as a graph, a predicate or in a literal",
        "aucune entité n'est nommée par son IRI ni par une IRI qui la prolonge, fût-ce comme graphe, comme prédicat ou dans un littéral",
    ),
    (
        "no entity is named by its IRI or one that extends it, as subject or object",
        "aucune entité n'est nommée par son IRI ni par une IRI qui la prolonge, comme sujet ou comme objet",
    ),
    (
        "no value of an identifier of an entity is left anywhere",
        "aucune valeur d'un identifiant d'une entité ne reste nulle part",
    ),
    (
        "no triple of an entity has a property that is not declared",
        "aucun triplet d'une entité n'a de propriété non déclarée",
    ),
    (
        "no named graph has a triple of an entity",
        "aucun graphe nommé n'a de triplet d'une entité",
    ),
    (
        "no reified statement tells a protected triple",
        "aucune déclaration réifiée ne dit un triplet protégé",
    ),
    (
        "no value of \"{}\" is certain of all members of its group",
        "aucune valeur de « {} » n'est certaine pour tous les membres de son groupe",
    ),
    (
        "no entity keeps an identifying or a sensitive property",
        "aucune entité ne garde de propriété identifiante ou sensible",
    ),
    (
        "the cardinalities of \"{}\" come to its links",
        "les effectifs de « {} » font le compte de ses liens",
    ),
    (
        "every value of \"{}\" is in a group of its entity",
        "chaque valeur de « {} » est dans un groupe de son entité",
    ),
    (
        "every group of \"{}\" has at least {} values",
        "chaque groupe de « {} » a au moins {} valeurs",
    ),
    (
        "no value of \"{}\" has a share above {} in its group",
        "aucune valeur de « {} » n'a une part supérieure à {} dans son groupe",
    ),
    (
        "quasi-identifiers are as they were",
        "les quasi-identifiants sont comme ils étaient",
    ),
    (
        "every entity is like at least {} others",
        "chaque entité est semblable à au moins {} autres",
    ),
    (
        "so small an epsilon has no noise that can be drawn; ask for a larger one",
        "un epsilon si petit n'a pas de bruit qui puisse être tiré ; demandez-en un plus grand",
    ),
    (
        "generalised values contain the original ones",
        "les valeurs généralisées contiennent les valeurs d'origine",
    ),
    (
        "every entity has the same links as at least {} others",
        "chaque entité a les mêmes liens qu'au moins {} autres",
    ),
    (
        "no hidden link follows by RDFS, owl:sameAs, inverse or other properties",
        "aucun lien caché ne se déduit par RDFS, owl:sameAs, des propriétés inverses ou d'autres",
    ),
    (
        "no hidden link follows by OWL 2 RL",
        "aucun lien caché ne se déduit par OWL 2 RL",
    ),
    (
        "{} needs a property that will be learnt from the release; name it as k-anonymity.target",
        "{} demande une propriété à apprendre de la publication ; nommez-la par k-anonymity.target",
    ),
    // Notes, and what contradicts itself.
    (
        "the property \"{}\" has several roles; give it one",
        "la propriété « {} » a plusieurs rôles ; donnez-lui-en un",
    ),
    (
        "the property \"{}\" is declared as {}, but {} (\"{}\") follows from it; declare it as that",
        "la propriété « {} » est déclarée comme {}, mais {} (« {} ») s'en déduit ; déclarez-la ainsi",
    ),
    (
        "\"{}\" is declared open, but \"{}\" follows from it: it is left out",
        "« {} » est déclarée ouverte, mais « {} » s'en déduit : elle est retirée",
    ),
    (
        "{} entities are not stated to be of \"{}\" or of a class below it; they are protected for what follows, or for a sensitive property",
        "il n'est pas dit de {} entités qu'elles soient de « {} » ou d'une classe inférieure ; elles sont protégées pour ce qui se déduit, ou pour une propriété sensible",
    ),
    (
        "{} resources have \"{}\" and are no entities: theirs stays as it is; widen entities.class if they are people",
        "{} ressources ont « {} » et ne sont pas des entités : la leur reste telle quelle ; élargissez entities.class si ce sont des personnes",
    ),
    (
        "{} resources are the same as entities by owl:sameAs, and were taken for them",
        "{} ressources sont les mêmes que des entités par owl:sameAs, et ont été prises pour elles",
    ),
    (
        "1 triple of an entity is left out, as its property is not declared; name it in open, or set others = \"open\"",
        "1 triplet d'une entité est retiré, sa propriété n'étant pas déclarée ; nommez-la dans open, ou écrivez others = \"open\"",
    ),
    (
        "1 triple is left out, as a protected triple follows from it",
        "1 triplet est retiré, car un triplet protégé s'en déduit",
    ),
    (
        "1 triple is left out, as it has an entity's IRI or an identifying value where no blank node can stand",
        "1 triplet est retiré, car il a l'IRI d'une entité ou une valeur identifiante là où un nœud anonyme ne peut être",
    ),
    (
        "1 entity has no \"{}\", and the release shows that it has none",
        "1 entité n'a pas de « {} », et la publication montre qu'elle n'en a pas",
    ),
    ("1 entity has no \"{}\"", "1 entité n'a pas de « {} »"),
    (
        "1 hidden link follows from what is left, by {}",
        "1 lien caché se déduit de ce qui reste, par {}",
    ),
    (
        "{} triples of entities are left out, as their properties are not declared; name them in open, or set others = \"open\"",
        "{} triplets d'entités sont retirés, leurs propriétés n'étant pas déclarées ; nommez-les dans open, ou écrivez others = \"open\"",
    ),
    (
        "{} triples are left out, as a protected triple follows from them",
        "{} triplets sont retirés, car un triplet protégé s'en déduit",
    ),
    (
        "{} triples are left out, as they have an entity's IRI or an identifying value where no blank node can stand",
        "{} triplets sont retirés, car ils ont l'IRI d'une entité ou une valeur identifiante là où un nœud anonyme ne peut être",
    ),
    (
        "the class of entities is left out: some are protected and not stated to be of it",
        "la classe des entités est retirée : certaines sont protégées sans qu'il soit dit qu'elles en sont",
    ),
    (
        "triples of entities are in the default graph of the release: in which named graph they were would single entities out",
        "les triplets des entités sont dans le graphe par défaut de la publication : le graphe nommé où ils étaient isolerait des entités",
    ),
    (
        "properties that are not declared stay as they are (others = \"open\"): {}; {} of {} entities are the only ones with their values of them",
        "les propriétés non déclarées restent telles quelles (others = \"open\") : {} ; {} des {} entités sont seules à avoir leurs valeurs",
    ),
    (
        "on an engine nothing is told of literals that have an entity's IRI or an identifying value in them, of reified statements, and of how many entities the properties that are not declared single out",
        "sur un moteur, rien n'est dit des littéraux qui contiennent l'IRI d'une entité ou une valeur identifiante, des déclarations réifiées, ni du nombre d'entités que les propriétés non déclarées isolent",
    ),
    (
        "more than what is declared is protected by the vocabulary, or makes entities ({}); an engine does not withhold it; leave out --engine",
        "le vocabulaire protège plus que ce qui est déclaré, ou en fait des entités ({}) ; un moteur ne le retire pas ; enlevez --engine",
    ),
    (
        "a value of an identifier is an IRI, which an engine does not rename; leave out --engine",
        "une valeur d'un identifiant est une IRI, ce qu'un moteur ne renomme pas ; enlevez --engine",
    ),
    (
        "neither groups nor classes were asked for: only identifiers change",
        "ni groupes ni classes n'ont été demandés : seuls les identifiants changent",
    ),
    // Policies.
    (
        "a policy's query must be SELECT with triple patterns only",
        "la requête d'une politique doit être un SELECT fait de motifs de triplets seulement",
    ),
    (
        "a policy's query has variables in place of blank nodes",
        "la requête d'une politique a des variables au lieu de nœuds anonymes",
    ),
    (
        "the policies are incompatible: every pattern of privacy query {} is needed by a utility query",
        "les politiques sont incompatibles : chaque motif de la requête de confidentialité {} sert à une requête d'utilité",
    ),
    (
        "there are {} sequences, and number {} is chosen",
        "il y a {} séquences, et la numéro {} est choisie",
    ),
    // Counts with noise.
    ("epsilon must be above 0", "epsilon doit être supérieur à 0"),
    (
        "at least one row of an entity must count",
        "au moins une ligne d'une entité doit compter",
    ),
    (
        "delta must be between 0 and 1",
        "delta doit être compris entre 0 et 1",
    ),
    (
        "the query has groups, and which of them occur must not be told by the data: declare the keys, or give a delta",
        "la requête a des groupes, et les données ne doivent pas dire lesquels existent : déclarez les clés, ou donnez un delta",
    ),
    (
        "keys and delta are for queries with GROUP BY",
        "les clés et delta sont pour des requêtes avec GROUP BY",
    ),
    (
        "every key must have one value for each variable of GROUP BY",
        "chaque clé doit avoir une valeur pour chaque variable de GROUP BY",
    ),
    (
        "only SELECT (COUNT(…) AS ?n) WHERE { ?x … } can be answered with noise, by GROUP BY or not: every pattern has ?x as its subject, without OPTIONAL, UNION, EXISTS, HAVING and paths",
        "seul SELECT (COUNT(…) AS ?n) WHERE { ?x … } peut recevoir une réponse bruitée, avec ou sans GROUP BY : chaque motif a ?x pour sujet, sans OPTIONAL, UNION, EXISTS, HAVING ni chemins",
    ),
    (
        "there is no ledger {}; say with --budget how much may be spent",
        "il n'y a pas de registre {} ; dites avec --budget combien peut être dépensé",
    ),
    (
        "a budget has an epsilon above 0 and a delta from 0 to below 1",
        "un budget a un epsilon supérieur à 0 et un delta d'au moins 0 et inférieur à 1",
    ),
    (
        "the ledger's budget is {} (delta {}) and cannot be changed",
        "le budget du registre est de {} (delta {}) et ne peut être changé",
    ),
    (
        "{}, line {}: this is no ledger of answers; nothing is answered with it",
        "{}, ligne {} : ceci n'est pas un registre de réponses ; rien n'est répondu avec lui",
    ),
    // University graphs.
    (
        "ask for at least one university",
        "demandez au moins une université",
    ),
    (
        "post codes have five digits: the last would be above 99999",
        "les codes postaux ont cinq chiffres : le dernier dépasserait 99999",
    ),
    (
        "\"{}\" is a property already; give the other one another name",
        "« {} » est déjà une propriété ; donnez un autre nom à l'autre",
    ),
];
