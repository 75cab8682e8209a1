//! Opening tables: uploads, files below the root, and what is refused.

use bauta_server::Settings;
use serde_json::json;

use crate::client::{Bench, PEOPLE};

#[test]
fn a_bad_file_is_told_with_its_places() {
    let bench = Bench::new();
    let answer = bench.upload(
        "bad.csv",
        b"Name;Age\nAnn;30\nBob;31;more\nEve;32\n;x;y;z\n",
    );
    let mut told = answer.expect(400);
    assert!(
        told.as_object_mut().unwrap().remove("sheet").is_some(),
        "the file itself stands apart"
    );
    let faults = told["faults"].as_array().unwrap();
    assert_eq!(
        (faults[0]["row"].as_u64(), faults[1]["row"].as_u64()),
        (Some(3), Some(5)),
        "{told}"
    );
    assert_eq!(told["errors"].as_array().unwrap().len(), faults.len());
    let text = told.to_string();
    for absent in [
        "panicked",
        "src/",
        "Bob",
        "more",
        bench.server.folder().to_str().unwrap(),
    ] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert_eq!(bench.upload("people.exe", b"MZ").status, 400);
    assert_eq!(bench.upload("people.ods", b"no workbook").status, 400);
    assert_eq!(bench.upload("empty.csv", b"").status, 400);
    // Nothing of what was refused stays.
    assert_eq!(std::fs::read_dir(bench.server.folder()).unwrap().count(), 0);
}

#[test]
fn faults_are_told_in_french() {
    let bench = Bench::new();
    let bearer = bench.bearer();
    let headers = [
        ("authorization", bearer.as_str()),
        ("accept-language", "fr-CH,fr;q=0.9"),
    ];
    let told = bench
        .raw("GET", "/api/v1/datasets/d99", &headers, b"")
        .expect(404);
    assert_eq!(
        told["errors"][0],
        "ce jeu de données n'existe pas ; rouvrez le fichier"
    );
    let english = bench.get("/datasets/d99").expect(404);
    assert_eq!(
        english["errors"][0],
        "there is no such dataset; open the file again"
    );
    let asked = bench.get("/datasets/d99?lang=fr").expect(404);
    assert_eq!(asked["errors"], told["errors"]);
}

#[test]
fn an_upload_over_the_limit_is_refused_and_leaves_nothing() {
    let bench = Bench::with(&Settings {
        upload_bytes: 1000,
        ..Settings::default()
    });
    assert_eq!(bench.upload("people.csv", &[b'a'; 1001]).status, 413);
    assert_eq!(bench.upload("people.csv", &vec![b'a'; 70_000]).status, 413);
    assert_eq!(std::fs::read_dir(bench.server.folder()).unwrap().count(), 0);
    assert_eq!(bench.upload("people.csv", PEOPLE.as_bytes()).status, 201);
}

#[test]
fn files_below_the_root_are_opened_and_nothing_else() {
    let around = tempfile::tempdir().unwrap();
    let root = around.path().join("root");
    std::fs::create_dir_all(root.join("sub")).unwrap();
    std::fs::write(root.join("sub/people.csv"), PEOPLE).unwrap();
    std::fs::write(root.join("notes.bin"), "x").unwrap();
    std::fs::write(root.join(".hidden.csv"), "x").unwrap();
    std::fs::write(around.path().join("secret.csv"), PEOPLE).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(around.path().join("secret.csv"), root.join("link.csv")).unwrap();
    let bench = Bench::with(&Settings {
        root: Some(root),
        ..Settings::default()
    });
    let top = bench.get("/files").expect(200);
    assert_eq!(
        top,
        json!([{ "name": "sub", "path": "sub", "is_folder": true, "bytes": top[0]["bytes"] }])
    );
    assert_eq!(
        bench.get("/files?path=sub").expect(200)[0]["path"],
        "sub/people.csv"
    );
    let opened = bench
        .send("POST", "/datasets", &json!({ "path": "sub/people.csv" }))
        .expect(201);
    assert_eq!(opened["rows"], 6);
    let secret = around.path().join("secret.csv").display().to_string();
    for path in [
        "../secret.csv",
        "sub/../../secret.csv",
        "link.csv",
        secret.as_str(),
        "/etc/passwd",
        "sub/*.csv",
    ] {
        assert_eq!(
            bench
                .send("POST", "/datasets", &json!({ "path": path }))
                .status,
            404,
            "{path}"
        );
    }
    for path in ["..", "/", "sub/../..", "%2e%2e", "..%2f"] {
        assert_eq!(
            bench.get(&format!("/files?path={path}")).status,
            404,
            "{path}"
        );
    }
    let locators = ["sqlite:sub/people.db", "postgres://x@127.0.0.1/db#t", "-"];
    for path in locators {
        assert_eq!(
            bench
                .send("POST", "/datasets", &json!({ "path": path }))
                .status,
            404,
            "{path}"
        );
    }
    assert_eq!(
        Bench::new().get("/files").status,
        404,
        "without a root there are no files"
    );
}

/// A project cannot name files of the machine, whatever it is for.
#[test]
fn a_project_reads_and_writes_nothing_elsewhere() {
    let bench = Bench::new();
    let id = bench.people();
    let elsewhere = tempfile::tempdir().unwrap();
    let target = elsewhere.path().join("out.csv").display().to_string();
    let start = |project| {
        bench.send(
            "POST",
            &format!("/datasets/{id}/jobs"),
            &json!({ "kind": "anonymize", "project": project }),
        )
    };
    let hierarchy = bench.project(&id, |it| it["hierarchies"] = json!({ "CP": "/etc/passwd" }));
    assert_eq!(start(hierarchy).status, 400);
    let population = bench.project(&id, |it| it["targets"]["population"] = json!("/etc/passwd"));
    assert_eq!(start(population).status, 400);
    let key = bench.project(&id, |it| it["pseudonyms"]["key-file"] = json!("../../key"));
    assert_eq!(start(key).status, 400);
    let outputs = bench.project(&id, |it| {
        it["output"] = json!({ "tables": [target], "record": target, "report": target });
        it["pseudonyms"]["mapping"] = json!(target);
        it["input"]["data"] = json!("/etc/passwd");
    });
    let done = bench.job(&id, &json!({ "kind": "anonymize", "project": outputs }));
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

#[test]
fn names_of_uploads_stay_in_their_folder() {
    let bench = Bench::new();
    let opened = bench
        .upload("../../people.csv", PEOPLE.as_bytes())
        .expect(201);
    assert_eq!(opened["name"], "people.csv");
    let id = opened["id"].as_str().unwrap();
    assert!(bench.server.folder().join(id).join("people.csv").is_file());
    assert_eq!(
        bench
            .ask("DELETE", &format!("/datasets/{id}"), "", b"")
            .status,
        204
    );
    assert!(!bench.server.folder().join(id).exists());
    assert_eq!(bench.get(&format!("/datasets/{id}")).status, 404);
}

#[test]
fn a_short_field_before_the_file_is_read_over() {
    let bench = Bench::new();
    let upload = |size: usize| {
        let body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n{}\r\n--edge\r\n\
             Content-Disposition: form-data; name=\"file\"; filename=\"people.csv\"\r\n\r\n{PEOPLE}\r\n--edge--\r\n",
            "a".repeat(size)
        );
        let kind = "multipart/form-data; boundary=edge";
        bench.ask("POST", "/datasets", kind, body.as_bytes()).status
    };
    assert_eq!(upload(1000), 201);
}

/// A project may name a cluster or a database to run on; the rows are here, and no address of a file is connected to.
#[test]
fn jobs_run_here_whatever_engine_a_project_names() {
    let bench = Bench::new();
    let id = bench.people();
    for kind in ["risk", "anonymize"] {
        let project = bench.project(&id, |project| {
            project["input"]["engine"] = json!("postgres://nobody@127.0.0.1:1/none");
            project["input"]["memory"] = json!("1MB");
        });
        let done = bench.job(&id, &json!({ "kind": kind, "project": project }));
        assert_eq!(done["state"], "done", "{kind}: {done}");
    }
}
