//! Bodies that are not of their format.

use super::*;

/// Issue 24, item 24: answers and logs quoted addresses of the data.
#[test]
fn bodies_that_cannot_be_read_are_not_quoted() {
    let server = Server::new(Context::open());
    let bodies = [
        (
            "application/rdf+xml",
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"SECRETIRI x\"/></rdf:RDF>",
        ),
        (
            "text/turtle",
            "<http://e/a> <http://e/b> <http://e/c> .\n<http://e/a> <http://e/b> <SECRETIRI x> .",
        ),
        (
            "application/n-triples",
            "<SECRETIRI x> <http://e/b> <http://e/c> .\n",
        ),
    ];
    for (media, body) in bodies {
        let headers = [("content-type", media)];
        let reply = server.send(
            "PUT",
            "/store?default",
            Some(&server.token),
            &headers,
            body.as_bytes(),
        );
        assert_eq!(reply.status, 400, "{media}");
        assert!(
            reply.text.contains("this is not valid") && !reply.text.contains("SECRET"),
            "{}",
            reply.text
        );
        assert_eq!(
            reply.text.contains("line 2, column"),
            media == "text/turtle"
        );
    }
}
