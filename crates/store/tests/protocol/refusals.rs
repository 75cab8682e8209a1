//! Bad requests of the list.

use super::*;

#[test]
fn bad_requests_of_the_list() {
    let server = server();
    let ask = "query=ASK%20%7B%7D";
    for (name, method, path, media, body, status) in [
        (
            "bad_query_method",
            "PUT",
            "/sparql?query=ASK%20%7B%7D",
            "",
            "",
            405,
        ),
        (
            "bad_query_method",
            "DELETE",
            "/sparql?query=ASK%20%7B%7D",
            "",
            "",
            405,
        ),
        (
            "bad_multiple_queries",
            "GET",
            "/sparql?query=ASK%20%7B%7D&query=ASK%20%7B%7D",
            "",
            "",
            400,
        ),
        (
            "bad_multiple_queries",
            "POST",
            "/sparql",
            FORM,
            "query=ASK%20%7B%7D&query=ASK%20%7B%7D",
            400,
        ),
        (
            "bad_query_wrong_media_type",
            "POST",
            "/sparql",
            "text/plain",
            "ASK {}",
            415,
        ),
        (
            "bad_query_missing_form_type",
            "POST",
            "/sparql",
            "",
            ask,
            415,
        ),
        (
            "bad_query_missing_direct_type",
            "POST",
            "/sparql",
            "",
            "ASK {}",
            415,
        ),
        (
            "bad_query_non_utf8",
            "POST",
            "/sparql",
            "application/sparql-query; charset=UTF-16",
            "ASK {}",
            400,
        ),
        (
            "bad_query_syntax",
            "GET",
            "/sparql?query=ASK%20%7B%20%3Fs%20%7D",
            "",
            "",
            400,
        ),
        (
            "bad_query_syntax",
            "POST",
            "/sparql",
            QUERY,
            "ASK { ?s }",
            400,
        ),
        (
            "bad_query_graph",
            "GET",
            "/sparql?query=ASK%20%7B%7D&default-graph-uri=no%20address",
            "",
            "",
            400,
        ),
        (
            "bad_update_get",
            "GET",
            "/sparql?update=CLEAR%20ALL",
            "",
            "",
            405,
        ),
        (
            "bad_multiple_updates",
            "POST",
            "/sparql",
            FORM,
            "update=CLEAR%20NAMED&update=CLEAR%20DEFAULT",
            400,
        ),
        (
            "query_and_update",
            "POST",
            "/sparql",
            FORM,
            "update=CLEAR%20NAMED&query=ASK%20%7B%7D",
            400,
        ),
        (
            "bad_update_wrong_media_type",
            "POST",
            "/sparql",
            "text/plain",
            "CLEAR NAMED",
            415,
        ),
        (
            "bad_update_missing_form_type",
            "POST",
            "/sparql",
            "",
            "update=CLEAR%20NAMED",
            415,
        ),
        (
            "bad_update_missing_direct_type",
            "POST",
            "/sparql",
            "",
            "CLEAR NAMED",
            415,
        ),
        (
            "bad_update_non_utf8",
            "POST",
            "/sparql",
            "application/sparql-update; charset=UTF-16",
            "CLEAR NAMED",
            400,
        ),
        (
            "bad_update_syntax",
            "POST",
            "/sparql",
            UPDATE,
            "CLEAR XYZ",
            400,
        ),
        (
            "bad_update_syntax",
            "POST",
            "/sparql",
            FORM,
            "update=CLEAR%20XYZ",
            400,
        ),
    ] {
        let reply = send(&server, method, path, media, body);
        assert_eq!(reply.status, status, "{name}: {}", reply.text);
        assert!(!reply.text.trim().is_empty(), "{name} says why");
    }
    // bad_update_dataset_conflict
    let using = format!(
        "/sparql?{}",
        graphs("using-named-graph-uri", &[1]).trim_start_matches('&')
    );
    for conflict in [
        format!("INSERT {{ <s> <p> 1 }} USING <{DATA}1.rdf> WHERE {{ ?s ?p ?o }}"),
        format!(
            "INSERT {{ <s> <p> 1 }} USING NAMED <{DATA}1.rdf> WHERE {{ GRAPH ?g {{ ?s ?p ?o }} }}"
        ),
        format!("WITH <{DATA}1.rdf> DELETE {{ ?s ?p ?o }} WHERE {{ ?s ?p ?o }}"),
    ] {
        assert_eq!(
            send(&server, "POST", &using, UPDATE, &conflict).status,
            400,
            "{conflict}"
        );
    }
    assert!(yes(&server.query(
        &format!("ASK {{ GRAPH <{DATA}1.rdf> {{ ?s ?p ?o }} }}"),
        None,
        "*/*"
    )));
}
