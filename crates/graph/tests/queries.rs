//! The benchmark's fourteen questions have answers on a generated university, as on the benchmark's own.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

use bauta_graph::Graph;
use bauta_graph::generate::{NAMESPACE, Universities};
use bauta_graph::sparql::{Asked, parsed};

const D0: &str = "<http://www.Department0.University0.edu>";
const U0: &str = "<http://www.University0.edu>";

/// Each question in our words; classes and properties below count by paths, where the benchmark leaves that to a reasoner.
fn questions() -> [(u8, String); 14] {
    let at = |name: &str| format!("<http://www.Department0.University0.edu/{name}>");
    let a = "a/rdfs:subClassOf*";
    [
        (1, format!("?x a ub:GraduateStudent ; ub:takesCourse {} .", at("GraduateCourse0"))),
        (
            2,
            "?x a ub:GraduateStudent ; ub:memberOf ?z ; ub:undergraduateDegreeFrom ?y . ?z ub:subOrganizationOf ?y ."
                .into(),
        ),
        (3, format!("?x {a} ub:Publication ; ub:publicationAuthor {} .", at("AssistantProfessor0"))),
        (4, format!("?x {a} ub:Professor ; ub:worksFor {D0} ; ub:name ?n ; ub:emailAddress ?m ; ub:telephone ?t .")),
        (5, format!("?x {a} ub:Person ; ub:memberOf|ub:worksFor {D0} .")),
        (6, format!("?x {a} ub:Student .")),
        (7, format!("?x {a} ub:Student ; ub:takesCourse ?y . {} ub:teacherOf ?y .", at("AssociateProfessor0"))),
        (8, format!("?x {a} ub:Student ; ub:memberOf ?y ; ub:emailAddress ?m . ?y ub:subOrganizationOf {U0} .")),
        (9, format!("?x {a} ub:Student ; ub:advisor ?y ; ub:takesCourse ?z . ?y ub:teacherOf ?z .")),
        (10, format!("?x {a} ub:Student ; ub:takesCourse {} .", at("GraduateCourse0"))),
        (11, format!("?x a ub:ResearchGroup ; ub:subOrganizationOf+ {U0} .")),
        (12, format!("?x ub:headOf ?y . ?y ub:subOrganizationOf {U0} .")),
        (13, format!("?x ub:undergraduateDegreeFrom|ub:mastersDegreeFrom|ub:doctoralDegreeFrom {U0} .")),
        (14, "?x a ub:UndergraduateStudent .".into()),
    ]
}

/// Answers on the benchmark's own graph of one university (seed 0), as its authors publish them; 15 departments.
const PUBLISHED: [usize; 14] = [4, 0, 6, 34, 719, 7790, 67, 7790, 208, 4, 224, 15, 1, 5916];

/// How many answers each question has on a graph.
fn answers(graph: &Graph) -> Vec<usize> {
    let asked = Asked::new(graph);
    let prefixes = [
        ("ub".to_owned(), NAMESPACE.to_owned()),
        (
            "rdfs".to_owned(),
            "http://www.w3.org/2000/01/rdf-schema#".to_owned(),
        ),
    ];
    let rows = |(_, pattern): (u8, String)| {
        let query = parsed(
            &format!("SELECT DISTINCT ?x WHERE {{ {pattern} }}"),
            &prefixes,
        )
        .unwrap();
        asked.select(&query).unwrap().1.len()
    };
    questions().into_iter().map(rows).collect()
}

#[test]
fn the_fourteen_questions_have_answers() {
    let counts = answers(&Universities::new(1, 2).graph().unwrap());
    for (number, rows) in counts
        .iter()
        .enumerate()
        .map(|(place, rows)| (place + 1, rows))
    {
        // Degrees come from a pool of a thousand universities: from one university few or none studied at their own.
        assert!(
            *rows > 0 || matches!(number, 2 | 13),
            "question {number} has no answer"
        );
    }
    // Students are undergraduates and graduates, all of one university; all that take the first graduate course are graduates.
    assert!(counts[5] > counts[13], "{counts:?}");
    assert_eq!((counts[0], counts[5]), (counts[9], counts[7]));
}

#[test]
fn the_questions_have_as_many_answers_as_published() {
    let counts: Vec<Vec<usize>> = [1, 2, 3, 4]
        .map(|seed| answers(&Universities::new(1, seed).graph().unwrap()))
        .to_vec();
    let mean = |number: usize| {
        counts.iter().map(|own| own[number - 1] as f64).sum::<f64>() / counts.len() as f64
    };
    let published = |number: usize| PUBLISHED[number - 1] as f64;
    let departments = mean(12) / published(12);
    // Everybody and everything of a university grows with its departments.
    for number in [6, 8, 9, 11, 14] {
        let ratio = mean(number) / published(number) / departments;
        assert!(
            (0.75..=1.25).contains(&ratio),
            "question {number}: {} of {}",
            mean(number),
            published(number)
        );
    }
    // Whoever is in one department, or has to do with one course, does not.
    for (number, from, to) in [
        (1, 0.2, 4.0),
        (3, 0.8, 1.7),
        (4, 0.7, 1.1),
        (5, 0.6, 1.2),
        (7, 0.2, 2.5),
        (10, 0.2, 4.0),
    ] {
        let ratio = mean(number) / published(number);
        assert!(
            (from..=to).contains(&ratio),
            "question {number}: {} of {}",
            mean(number),
            published(number)
        );
    }
    // One student in a thousand has a degree of their own university: a handful at the most.
    assert!(mean(2) < 5.0 && mean(13) < 12.0, "{counts:?}");
}
