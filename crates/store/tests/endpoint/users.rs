//! Users in a file that several processes change.

use std::sync::Barrier;

use bauta_store::access::{Role, Users};

fn names(users: &Users) -> Vec<String> {
    let mut names: Vec<String> = users.list().into_iter().map(|user| user.name).collect();
    names.sort();
    names
}

/// Issue 24, item 24: of two that were added at the same time, the one that was written first was lost.
#[test]
fn users_that_several_processes_add_at_once_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    // Both have read the file before one of them writes it.
    let (one, other) = (
        Users::open(folder.path()).unwrap(),
        Users::open(folder.path()).unwrap(),
    );
    let token = one.add("alice", Role::Dpo, true, None).unwrap();
    other.add("bob", Role::Analyst, false, None).unwrap();
    let again = Users::open(folder.path()).unwrap();
    assert_eq!(names(&again), ["alice", "bob"]);
    assert!(again.of_token(&token).is_some());
    assert!(
        other.remove("alice").unwrap(),
        "it was added by another one"
    );
    assert!(!one.remove("alice").unwrap());
    assert_eq!(names(&Users::open(folder.path()).unwrap()), ["bob"]);
    let ready = Barrier::new(8);
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (ready, folder) = (&ready, folder.path());
            scope.spawn(move || {
                let users = Users::open(folder).unwrap();
                ready.wait();
                let name = format!("user{number}");
                users.add(&name, Role::Developer, false, None).unwrap();
            });
        }
    });
    assert_eq!(Users::open(folder.path()).unwrap().list().len(), 9);
}
