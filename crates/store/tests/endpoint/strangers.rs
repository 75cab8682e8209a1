//! What strangers do with tokens that they do not have, and what narrowed users may not.

use super::*;

/// Finding M4: after thirty wrong tokens of an address the right one from it was refused; behind a proxy everybody has one address.
#[test]
fn wrong_tokens_lock_nobody_out_who_has_a_right_one() {
    let server = Server::new(hospital());
    let mut refused = Vec::new();
    for at in 0..80 {
        for name in ["officer", "nobody"] {
            let token = format!("{name}.{at:064x}");
            refused.push(server.query("ASK {}", Some(&token), "*/*").status);
        }
    }
    assert!(refused.iter().all(|status| [401, 429].contains(status)));
    assert!(refused.contains(&429), "guessing is not slowed down");
    // The token was not seen before.
    for token in [&server.token, &server.narrow] {
        assert_eq!(server.query("ASK {}", Some(token), "*/*").status, 200);
    }
    // The last one again: it is wrong however often it comes.
    let last = format!("officer.{:064x}", 79);
    let again: Vec<u16> = (0..40)
        .map(|_| server.query("ASK {}", Some(&last), "*/*").status)
        .collect();
    assert!(again.iter().all(|status| [401, 429].contains(status)));
    assert_eq!(
        server.query("ASK {}", Some(&server.token), "*/*").status,
        200
    );
}

/// Finding M10: an officer who may see some graphs saw exact values of all in the status, published and audited.
#[test]
fn a_narrowed_officer_sees_no_change_of_other_graphs() {
    let server = Server::new(hospital());
    server.engine.insert(quads(&people())).unwrap();
    let token = Some(server.narrow_officer.as_str());
    for (method, path) in [
        ("GET", "/admin/status"),
        ("POST", "/admin/publish"),
        ("GET", "/admin/audit"),
    ] {
        let reply = server.send(method, path, token, &[], b"");
        assert_eq!(reply.status, 403, "{path}");
        assert!(!reply.text.contains("gout"), "{path}");
    }
    assert!(server.engine.last_release().is_none());
    let who = server.send("GET", "/admin/who", token, &[], b"").text;
    assert!(who.contains("\"publishes\":false"), "{who}");
}

/// A developer was listed as privileged, without effect.
#[test]
fn roles_that_are_never_privileged_are_not_declared_so() {
    use bauta_store::access::{Role, Users};
    let users = Users::none().unwrap();
    for role in [Role::Developer, Role::Public] {
        assert!(users.add("somebody", role, true, None).is_err());
        assert!(users.add("somebody", role, false, None).is_ok());
    }
}
