//! French about folders of triples.

pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "{} is no folder of triples",
        "{} n'est pas un dossier de triplets",
    ),
    (
        "make one with bauta graph convert GRAPH -o NAME.triples",
        "faites-en un par bauta graph convert GRAPHE -o NOM.triples",
    ),
    (
        "folders of triples have no named graphs, and this graph has; write .nq instead",
        "les dossiers de triplets n'ont pas de graphes nommés, et ce graphe en a ; écrivez plutôt en .nq",
    ),
    (
        "{}: the graph has named graphs, which folders of triples cannot hold; give one graph",
        "{} : le graphe a des graphes nommés, que les dossiers de triplets ne peuvent contenir ; donnez un seul graphe",
    ),
    (
        "graphs have no such engine; name local, datafusion or ballista://host:port",
        "les graphes n'ont pas ce moteur ; indiquez local, datafusion ou ballista://hôte:port",
    ),
    (
        "{} cannot be had on an engine; leave out --engine",
        "{} n'est pas possible sur un moteur ; omettez --engine",
    ),
    (
        "an engine writes a folder of triples; name the output NAME.triples",
        "un moteur écrit un dossier de triplets ; nommez la sortie NOM.triples",
    ),
    (
        "an engine reads one folder of triples; make it with bauta graph convert GRAPH -o NAME.triples",
        "un moteur lit un dossier de triplets, un seul ; faites-le par bauta graph convert GRAPHE -o NOM.triples",
    ),
    (
        "{} entities have several values of \"{}\"; an engine takes one; leave out --engine, or correct them",
        "{} entités ont plusieurs valeurs de « {} » ; un moteur n'en prend qu'une ; omettez --engine, ou corrigez-les",
    ),
    (
        "a quasi-identifier or a sensitive value is an entity itself or a blank node, which an engine does not rename; leave out --engine",
        "un quasi-identifiant ou une valeur sensible est une entité ou un nœud anonyme, ce qu'un moteur ne renomme pas ; omettez --engine",
    ),
    (
        "whether hidden links follow by {} is not looked at on an engine; name these properties as sensitive, set entailment = \"none\", or leave out --engine",
        "un moteur n'examine pas si des liens cachés découlent de {} ; déclarez ces propriétés sensibles, mettez entailment = \"none\", ou omettez --engine",
    ),
    (
        "{} of {} entities are different in what counts; they were counted by the engine {}",
        "{} des {} entités diffèrent en ce qui compte ; elles ont été comptées par le moteur {}",
    ),
    (
        "a triple has a term that is not in the folder; make the folder again with bauta graph convert",
        "un triplet a un terme qui n'est pas dans le dossier ; refaites le dossier par bauta graph convert",
    ),
    (
        "the engine gave other columns than were asked for",
        "le moteur a donné d'autres colonnes que celles demandées",
    ),
];
