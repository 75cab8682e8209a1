//! The rules: why an algorithm does not fit a context, and which answer would have to change.

use crate::Said;
use crate::context::{Context, Hierarchies, Nature, largest_k};
use crate::ontology::Algorithm;

/// Why an algorithm does not fit.
#[derive(Clone)]
pub(super) struct Objection {
    /// The part of the context that stands against it.
    pub part: &'static str,
    /// Why.
    pub reason: Said,
    /// What would have to change.
    pub change: Said,
}

fn objection(part: &'static str, reason: (String, String), change: (&str, &str)) -> Objection {
    Objection {
        part,
        reason: Said::new(reason.0, reason.1),
        change: Said::new(change.0, change.1),
    }
}

/// Everything that stands against an algorithm.
pub(super) fn objections(
    algorithm: &Algorithm,
    context: &Context,
    least_association: f64,
) -> Vec<Objection> {
    let rules = [
        type_wanted,
        size,
        usage,
        target,
        natures,
        hierarchies,
        interaction,
    ];
    let found = rules.iter().filter_map(|rule| rule(algorithm, context));
    found
        .chain(correlation(algorithm, context, least_association))
        .collect()
}

/// Whatever the algorithm, people may be too few for every k that keeps the ceiling.
pub(super) fn people(context: &Context) -> Option<Objection> {
    if !context.k.is_empty() {
        return None;
    }
    let (people, least) = (context.people, context.least_k);
    let (most, needed) = (largest_k(people), 2 * least);
    // A risk that the people can carry; below two people in a group everybody is found.
    let risk = (most > 1).then(|| 100_u64.div_ceil(most));
    let (en, fr) = match risk {
        Some(risk) => (
            format!(
                "tolerate a risk of {risk} % or more, or give a table of at least {needed} people"
            ),
            format!(
                "tolérer un risque de {risk} % ou plus, ou donner une table d'au moins {needed} personnes"
            ),
        ),
        None => (
            format!("give a table of at least {needed} people"),
            format!("donner une table d'au moins {needed} personnes"),
        ),
    };
    let reason = (
        format!("{people} people do not make two groups of {least}"),
        format!("{people} personnes ne font pas deux groupes de {least}"),
    );
    Some(objection("k", reason, (&en, &fr)))
}

/// Where a type of generalisation is wanted, it must be of that type.
fn type_wanted(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    let wanted = &context.generalization_type;
    let fits = wanted == "any" || algorithm.types.contains(wanted);
    (!fits).then(|| {
        let own = algorithm
            .types
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ");
        objection(
            "generalization-type",
            (
                format!("its generalisation is {own}, and {wanted} is wanted"),
                format!("sa généralisation est {own}, et {wanted} est souhaité"),
            ),
            (
                "allow any type of generalisation",
                "admettre tout type de généralisation",
            ),
        )
    })
}

/// On large tables, exhaustive searches are advised against.
fn size(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    (algorithm.small_data_only && context.size == "large").then(|| {
        let rows = context.rows;
        objection(
            "size",
            (
                format!("the literature advises it for small tables only, and {rows} rows count as large"),
                format!("les écrits le conseillent pour de petites tables seulement, et {rows} lignes comptent comme une grande"),
            ),
            ("call the table small (size = small), and accept the time it may take", "dire la table petite (size = small), et accepter la durée que cela peut prendre"),
        )
    })
}

/// It must be made for what the release is for, or for anything.
fn usage(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    let wanted = &context.usage.need;
    let fits = algorithm.usages.contains("any") || algorithm.usages.contains(wanted);
    (!fits).then(|| {
        let own = algorithm
            .usages
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ");
        objection(
            "usage",
            (
                format!("it was made for {own}, and the release is for {wanted}"),
                format!("il a été fait pour {own}, et la publication est pour {wanted}"),
            ),
            (
                "name another usage, such as classification of a target",
                "nommer un autre usage, comme le classement d'une cible (classification)",
            ),
        )
    })
}

/// It may need a target of one nature.
fn target(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    if algorithm.target == "none" || algorithm.target.is_empty() {
        return None;
    }
    let wanted = &algorithm.target;
    match &context.target {
        None => Some(objection(
            "target",
            (
                "it needs a target, and none is named".to_owned(),
                "il exige une cible, et aucune n'est nommée".to_owned(),
            ),
            ("name a target", "nommer une cible"),
        )),
        Some((name, nature)) if wanted != "any" && wanted != nature.id() => Some(objection(
            "target",
            (
                format!(
                    "it needs a {wanted} target, and \"{name}\" is {}",
                    nature.id()
                ),
                {
                    let french = if wanted == "continuous" {
                        Nature::Continuous
                    } else {
                        Nature::Categorical
                    };
                    let (wanted, nature) = (french.in_french(), nature.in_french());
                    format!("il exige une cible {wanted}, et « {name} » est de nature {nature}")
                },
            ),
            (
                "name a target of another nature",
                "nommer une cible d'une autre nature",
            ),
        )),
        Some(_) => None,
    }
}

/// It must accept every quasi-identifier's nature.
fn natures(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    let refused =
        |own: &&crate::context::QuasiIdentifier| !algorithm.accepts.contains(own.nature.id());
    let names: Vec<&str> = context
        .quasi_identifiers
        .iter()
        .filter(refused)
        .map(|own| own.name.as_str())
        .collect();
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        objection(
            "natures",
            (
                format!("it does not accept the nature of these quasi-identifiers: {names}"),
                format!("il n'accepte pas la nature de ces quasi-identifiants : {names}"),
            ),
            (
                "leave out or recode these quasi-identifiers",
                "retirer ou recoder ces quasi-identifiants",
            ),
        )
    })
}

/// Where it needs hierarchies, every quasi-identifier must have one or allow to build one.
fn hierarchies(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    let without = context
        .quasi_identifiers
        .iter()
        .filter(|own| own.hierarchy == Hierarchies::None);
    let names: Vec<&str> = without.map(|own| own.name.as_str()).collect();
    (algorithm.hierarchies == "all" && !names.is_empty()).then(|| {
        let names = names.join(", ");
        objection(
            "hierarchies",
            (
                format!("it needs a hierarchy of every quasi-identifier, and these have none and allow to build none: {names}"),
                format!("il exige une hiérarchie de chaque quasi-identifiant, et ceux-ci n'en ont pas et n'en laissent pas construire : {names}"),
            ),
            ("give hierarchies (--hierarchy COL=FILE)", "donner des hiérarchies (--hierarchy COL=FICHIER)"),
        )
    })
}

/// Who does not want to decide during the run cannot use what asks at each step.
fn interaction(algorithm: &Algorithm, context: &Context) -> Option<Objection> {
    (algorithm.automation == "semi-automatic" && !context.interaction).then(|| {
        objection(
            "interaction",
            (
                "it wants a person to decide at each step".to_owned(),
                "il veut qu'une personne décide à chaque pas".to_owned(),
            ),
            (
                "accept to decide during the run (interaction = true)",
                "accepter de décider pendant l'exécution (interaction = true)",
            ),
        )
    })
}

/// Cuts that follow a target need something that goes with it.
fn correlation(algorithm: &Algorithm, context: &Context, least: f64) -> Option<Objection> {
    let lacking =
        algorithm.correlated && context.target.is_some() && context.correlated(least).is_empty();
    lacking.then(|| {
        objection(
            "correlations",
            (
                format!("no quasi-identifier goes with the target (Cramér's V of {least} or more)"),
                format!(
                    "aucun quasi-identifiant n'est lié à la cible (V de Cramér de {least} ou plus)"
                ),
            ),
            ("name another target", "nommer une autre cible"),
        )
    })
}
