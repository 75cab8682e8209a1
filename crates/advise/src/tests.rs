//! The five steps on a small table, from answers to a chosen signature.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bauta_guide::context::Percent;
use bauta_guide::ontology::EMBEDDED;
use bauta_table::Silent;

use super::*;

fn request(rows: usize) -> (tempfile::TempDir, AdviceRequest) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.csv");
    std::fs::write(&path, people::csv(rows, true, 3)).unwrap();
    let mut project = Project::new(&path.display().to_string());
    project.roles.quasi_identifiers = ["age", "education", "sex"].map(str::to_owned).to_vec();
    let others = ["postcode", "marital", "occupation"];
    project.roles.insensitive = others.map(str::to_owned).to_vec();
    let usage = bauta_guide::ahp::Usage {
        need: "classification".into(),
        target: Some("income".into()),
    };
    let answers = Answers {
        risk: Some(Percent::whole(20)),
        suppression: Some(Percent::whole(10)),
        usage: Some(usage),
        ..Answers::default()
    };
    let request = AdviceRequest {
        project,
        answers,
        ontology: None,
        scales: None,
        weights: WeightMethod::Eigenvector,
    };
    (folder, request)
}

/// Names, parameters and families of all methods are in the ontology; what is said of hierarchies agrees with what methods need.
#[test]
fn descriptors_and_ontology_agree() {
    let embedded = EMBEDDED
        .iter()
        .find(|(name, _)| *name == "methods.ttl")
        .unwrap()
        .1;
    assert!(
        embedded == methods_turtle(),
        "methods.ttl is not what the methods say; run `cargo xtask golden`"
    );
    let algorithms = load_ontology(None).unwrap().algorithms().unwrap();
    for technique in bauta_methods::ALL {
        let d = technique.descriptor();
        let own = algorithms.iter().find(|own| own.named.id == d.id).unwrap();
        assert!(own.techniques.contains(d.family.name()), "{}", d.id);
        let names: Vec<&str> = own.parameters.iter().map(String::as_str).collect();
        let declared: std::collections::BTreeSet<&str> = d
            .parameters
            .iter()
            .map(|parameter| parameter.name())
            .collect();
        assert_eq!(names, declared.into_iter().collect::<Vec<_>>(), "{}", d.id);
        assert_eq!(own.named.label.fr, d.title.fr);
        if own.family.is_some() {
            assert_eq!(
                own.hierarchies == "all",
                d.needs.hierarchies,
                "{}: hierarchies",
                d.id
            );
            // mu-argus recodes whole attributes too, and then suppresses single cells.
            let full_domain = own.types.contains("full-domain") && d.id != "mu-argus";
            assert_eq!(
                full_domain,
                technique.is_full_domain(),
                "{}: full-domain",
                d.id
            );
        }
        // What searches a release by generalising is described, so that it can be suggested.
        assert_eq!(
            own.family.is_some(),
            d.family == bauta_methods::Family::Generalization,
            "{}: describe it in algorithms.ttl",
            d.id
        );
    }
    let strangers = algorithms
        .iter()
        .filter(|own| bauta_methods::find(&own.named.id).is_err());
    assert_eq!(strangers.count(), 0);
}

#[test]
fn five_steps_lead_to_a_release_with_its_argument() {
    let (folder, request) = request(600);
    let mut session = advise(&request, None, &Silent).unwrap();
    assert_eq!(
        (
            session.context.k.as_slice(),
            session.context.max_suppression.as_slice()
        ),
        (&[5, 7, 10][..], &[60, 30][..])
    );
    assert_eq!(session.context.size, "small");
    assert_eq!(session.context.distribution, "uniform");
    let picks: Vec<String> = ["mondrian", "datafly", "infogain-mondrian"]
        .iter()
        .map(|wanted| {
            let own = session
                .suggestion
                .suggested
                .iter()
                .find(|own| own.signature.algorithm == *wanted && own.signature.k == 5);
            own.unwrap().signature.id.clone()
        })
        .collect();
    session.pick(&picks).unwrap();
    session.run(None, &Silent).unwrap();
    let results = session.results.as_ref().unwrap();
    assert_eq!(results.measured.len(), 3);
    assert!(
        results
            .measured
            .iter()
            .all(|own| own.is_fit() && own.risk <= 0.2 && own.score.is_some()),
        "{results:#?}"
    );
    assert!(
        (results
            .measured
            .iter()
            .filter_map(|own| own.score)
            .sum::<f64>()
            - 1.0)
            .abs()
            < 1e-9
    );
    assert!(results.measured.iter().any(|own| own.pareto));
    session.choose(None).unwrap();
    // Taken up again from its file, it is the same.
    let file = folder.path().join("session.json");
    session.save(&file).unwrap();
    let again = Session::load(&file).unwrap();
    assert!(again.asks_the_same(&session) && again.choice == session.choice);
    let mut project = again.chosen_project(None).unwrap();
    project.output.tables = vec![folder.path().join("out.csv").display().to_string()];
    project.output.report = Some(folder.path().join("report.md").display().to_string());
    project.output.language = Some("fr".into());
    let Answer::Released(report) = again.export(&project, &Silent).unwrap() else {
        panic!("a release")
    };
    assert!(
        report
            .assessment
            .as_ref()
            .is_some_and(|measures| measures.privacy.k >= 5)
    );
    let page = std::fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(
        page.contains("Pourquoi cette publication") && page.contains("choisi parce que"),
        "{page}"
    );
    assert!(page.contains("Samarati") || !page.contains("Samarati écarté"));
}

/// A risk above the ceiling is not made up for by anything else.
#[test]
fn what_breaks_a_ceiling_is_never_scored() {
    let (_folder, request) = request(300);
    let mut session = advise(&request, None, &Silent).unwrap();
    session.pick(&session.usual_picks()).unwrap();
    // A stricter ceiling than the signatures were made for.
    session.context.risk = "0.5".parse().unwrap();
    session.run(None, &Silent).unwrap();
    let results = session.results.as_ref().unwrap();
    assert!(
        results
            .measured
            .iter()
            .all(|own| own.score.is_none() && !own.is_fit()),
        "{results:#?}"
    );
    assert!(results.measured.iter().any(|own| {
        own.beyond
            .iter()
            .any(|said| said.fr.contains("dépasse le plafond"))
    }));
    assert!(session.choose(None).is_err());
}

#[test]
fn learned_experiments_are_a_sound_ontology() {
    let grid = Grid {
        algorithms: vec!["mondrian".into(), "datafly".into(), "lsd-mondrian".into()],
        k: vec![3, 10],
        quasi_identifiers: vec![2],
        rows: vec![60],
        seed: 1,
    };
    let learned = learn(&grid, &Silent).unwrap();
    assert_eq!(learned.runs + learned.without, 12);
    let source = bauta_guide::ontology::SourceText {
        name: "learned.ttl".into(),
        text: learned.turtle,
    };
    let ontology = Ontology::with(&[source]).unwrap();
    assert!(ontology.check().is_empty(), "{:?}", ontology.check());
    assert!(learned.runs > 0);
    let bad = Grid {
        algorithms: vec!["mondriaan".into()],
        k: vec![0],
        quasi_identifiers: vec![9],
        rows: vec![3],
        seed: 1,
    };
    let Error::Faults(faults) = learn(&bad, &Silent).unwrap_err() else {
        panic!("faults")
    };
    assert_eq!(faults.len(), 4);
}
