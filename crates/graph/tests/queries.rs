//! The benchmark's fourteen questions have answers on a generated university, as on the benchmark's own.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up fails")]

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

#[test]
fn the_fourteen_questions_have_answers() {
    let graph = Universities::new(1, 2).graph().unwrap();
    let asked = Asked::new(&graph);
    let prefixes = [
        ("ub".to_owned(), NAMESPACE.to_owned()),
        ("rdfs".to_owned(), "http://www.w3.org/2000/01/rdf-schema#".to_owned()),
    ];
    let mut counts = Vec::new();
    for (number, pattern) in questions() {
        let query = parsed(&format!("SELECT DISTINCT ?x WHERE {{ {pattern} }}"), &prefixes).unwrap();
        let rows = asked.select(&query).unwrap().1.len();
        // Degrees come from a pool of a thousand universities: from one university few or none studied at their own.
        assert!(rows > 0 || matches!(number, 2 | 13), "question {number} has no answer");
        counts.push(rows);
    }
    // Students are undergraduates and graduates; one head a department; all that take the first course are graduates.
    assert!(counts[5] > counts[13] && counts[5] > 7000, "{counts:?}");
    assert!((15..=25).contains(&counts[11]), "{counts:?}");
    assert_eq!(counts[0], counts[9]);
}
