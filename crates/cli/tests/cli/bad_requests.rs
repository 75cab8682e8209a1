//! Requests that make no sense for a good table, and what the program says about them.

use crate::refusals::{SECRET, refused, refused_in_english};
use crate::support::{Folder, PEOPLE, ROLES};

/// The people, with a value that must not be shown.
fn folder() -> Folder {
    Folder::new()
        .with("people.csv", PEOPLE.replace("Sue", SECRET))
        .keeping_people()
}

/// What is asked of `anonymize people.csv`, and what is said: one entry a message.
const CASES: &[(&str, &[&str])] = &[
    (
        "--qi CPP,Agee --sensitive C.E. -k 3 -o o.csv",
        &[
            "no attribute \"CPP\"; did you mean \"CP\"?",
            "no attribute \"Agee\"; did you mean \"Age\"?",
        ],
    ),
    (
        "--qi CP,Age --sensitive Age -k 3 -o o.csv",
        &["attribute \"Age\" is given as quasi-identifier and as sensitive; keep one of them"],
    ),
    (
        "--qi CP,CP --sensitive C.E. -k 3 -o o.csv",
        &["\"CP\" is listed twice as quasi-identifier; name it once"],
    ),
    (
        "--qi CP,Age -k 0 -o o.csv",
        &["k is 0, but must be 1 or more; 1 hides nobody, 3 to 10 are usual"],
    ),
    (
        "--qi CP,Age -k 7 -o o.csv",
        &["k is 7, but must be between 1 and 6, the number of rows"],
    ),
    (
        "--qi CP,Age --sensitive C.E. -k 3 -l 9 -o o.csv",
        &["l is 9, but must be between 1 and 5, the number of different sensitive values"],
    ),
    (
        "--qi CP,Age -k 3 -l 2 -o o.csv",
        &["l-diversity needs at least one sensitive; name it with --sensitive"],
    ),
    (
        "--qi CP,Age -t 0.2 -o o.csv",
        &["t-closeness needs at least one sensitive; name it with --sensitive"],
    ),
    (
        "--qi CP,Age --sensitive C.E. -t 1.5 --entropy-l 6 --recursive 0,2 -o o.csv",
        &[
            "the l of entropy l-diversity is 6, but must be between 1 and 5, the number of different sensitive values",
            "the c of recursive diversity is 0, but must be a number above 0",
            "t is 1.5, but must be a distance from 0 to 1",
        ],
    ),
    (
        "--qi CP,Age --id Nom -o o.csv",
        &["nothing is asked for; give at least k"],
    ),
    (
        "--id Nom -k 3 -o o.csv",
        &["mondrian needs at least one quasi-identifier; name it with --qi"],
    ),
    (
        "--layout I=3,Q=3 -k 3 -o o.csv",
        &["layout is I=3,Q=3, but must be at most 4 columns in all"],
    ),
    (
        "--layout 1,2 -k 3 -o o.csv",
        &["layout is 1,2, but must be of the form I=1,Q=2"],
    ),
    (
        "--qi CP -k 3 --max-suppression 2 -o o.csv",
        &["max-suppression is 2, but must be a share from 0 to 1"],
    ),
    (
        "--qi CP --sensitive Age -k 3 --method bucketise -o o.csv",
        &["method cannot be \"bucketise\"; did you mean \"bucketize\"?"],
    ),
    (
        "--qi CP --sensitive Age -k 3 --median wieghted -o o.csv",
        &["median cannot be \"wieghted\"; did you mean \"weighted\"?"],
    ),
    (
        "--qi CP --sensitive Age -k 3 --partition random -o o.csv",
        &["a parameter of mondrian cannot be \"partition\"…possible: "],
    ),
    (
        "--qi CP --id Nom --pseudonym randm -k 3 -o o.csv",
        &["the way to make pseudonyms cannot be \"randm\"; did you mean \"random\"?"],
    ),
    (
        "--qi CP --id Nom --pseudonym-name Age -k 3 -o o.csv",
        &["an attribute is already called \"Age\"; choose another name for the pseudonym"],
    ),
    (
        "--qi CP --sensitive Age -k 3 --method bucketize -o o.csv",
        &["the number of outputs is 1, but must be 2"],
    ),
    (
        "--qi CP -k 3 -o o.csv p.csv",
        &["the number of outputs is 2, but must be 1"],
    ),
    (
        "--qi CP -k 3 -o people.csv",
        &["people.csv would overwrite the input or another output"],
    ),
    (
        "--qi CP -k 3 --force -o ./people.csv",
        &["./people.csv would overwrite the input or another output"],
    ),
    (
        "--qi CP --sensitive Age -k 3 --method bucketize -o o.csv ./o.csv",
        &["./o.csv would overwrite the input or another output"],
    ),
    (
        "--qi CP --id Nom -k 3 --mapping o.csv -o o.csv --force",
        &["o.csv would overwrite the input or another output"],
    ),
    (
        "--qi CP -k 3 --record people.csv --force -o o.csv",
        &["people.csv would overwrite the input or another output"],
    ),
    (
        "--qi CP -k 3 -o taken.csv",
        &["taken.csv exists already; choose another name, or replace it with --force"],
    ),
    (
        "--qi CP -k 3 --record taken.csv -o o.csv",
        &["taken.csv exists already"],
    ),
    (
        "--qi CP -k 3 -o o.docx",
        &["the format of o.docx is not known from its name; use a name that ends in one of .ods"],
    ),
    (
        "--qi CP -k 3 -o o.csv#Sheet",
        &["o.csv has no sheets; leave out the part behind #"],
    ),
    (
        "--qi CP -k 3 --keep-workbook -o o.ods",
        &["a workbook can be kept from .ods to .ods only; choose such names"],
    ),
    (
        "--qi CP -k 3 -o o.ods#[x]",
        &["a sheet cannot be called \"[x]\"; use at most 31 characters"],
    ),
    (
        "--qi CP -k 3 --type Agee=text -o o.csv",
        &["no attribute \"Agee\"; did you mean \"Age\"?"],
    ),
    (
        "--qi CP -k 3 --delimiter é -o o.csv",
        &["a delimiter is one ASCII character other than a quote or a line end"],
    ),
    (
        "--qi CP -k 3 --encoding utf8000 -o o.csv",
        &["the encoding \"utf8000\" is not known"],
    ),
];

#[test]
fn every_bad_request_is_refused_with_its_message() {
    for (request, says) in CASES {
        let folder = folder().with("taken.csv", "a,b\n1,2\n");
        refused(&folder, &format!("anonymize people.csv {request}"), 2, says);
    }
}

#[test]
fn a_file_or_folder_that_is_not_there_is_a_failure_of_files() {
    let folder = folder();
    let cases = [
        (
            format!("anonymize nothere.csv {ROLES} -o o.csv"),
            "nothere.csv: it does not exist; check the name",
        ),
        (
            format!("anonymize nothere.ods {ROLES} -o o.csv"),
            "nothere.ods: it does not exist; check the name",
        ),
        (
            format!("anonymize people.csv {ROLES} -o nowhere/o.csv"),
            "nowhere: it does not exist; check the name",
        ),
        (
            format!("anonymize people.csv {ROLES} -o people.csv/o.csv"),
            "people.csv/o.csv: a part of the path is a file",
        ),
        (
            format!("anonymize people.csv {ROLES} --hierarchy CP=no.csv -o o.csv"),
            "no.csv: it does not exist",
        ),
        ("run".to_owned(), "bauta.toml: it does not exist"),
        (
            "check nothere.parquet --qi a -k 2".to_owned(),
            "nothere.parquet: it does not exist",
        ),
        (
            "convert people.csv -o nowhere/o.ods".to_owned(),
            "nowhere: it does not exist",
        ),
        (
            "hierarchy show no.csv".to_owned(),
            "no.csv: it does not exist",
        ),
    ];
    for (line, says) in cases {
        refused(&folder, &line, 3, &[says]);
    }
}

#[test]
fn a_folder_that_may_not_be_written_is_a_failure_of_files() {
    // The kernel's own folder takes no file of anybody, root included.
    let folder = folder();
    for name in ["/sys/o.csv", "/sys/o.ods", "/sys/o.xlsx", "/sys/o.parquet"] {
        let run = folder
            .run(&format!("anonymize people.csv {ROLES} -o {name}"))
            .exits(3)
            .says(&[name, "permission denied"]);
        assert_eq!(run.errors().len(), 1, "{run}");
    }
}

#[test]
fn hierarchies_that_are_wrong_are_told_by_line() {
    let cases: [(&str, &[&str]); 6] = [
        (
            "18000;Cher;*\n69000;Rhône;*\n",
            &[
                "the hierarchy of \"CP\" lacks 4 of its values, first in data row 3, 4, 5, 6; add a line for each",
            ],
        ),
        (
            "18000;Zanzibar77;*\n69000;Rhône\n18500;x;y;z\n",
            &[
                "\"CP\", line 2: 2 levels where the first line has 3",
                "\"CP\", line 3: 4 levels where the first line has 3",
            ],
        ),
        (
            "18000;Zanzibar77;A\n18500;Zanzibar77;B\n",
            &["\"CP\" is not a tree: the group of lines 1 and 2 at level 1"],
        ),
        (
            "18000;Cher;*\n18000;Cher;*\n",
            &["\"CP\": lines 1 and 2 start with the same value; keep one"],
        ),
        ("", &["the hierarchy of \"CP\" is empty"]),
        (
            "18000;Cher;A\n18500;Cher;B\n18000;x;C\n",
            &[
                "lines 1 and 3 start with the same value",
                "\"CP\" is not a tree",
            ],
        ),
    ];
    for (hierarchy, says) in cases {
        let folder = folder().with("cp.csv", hierarchy);
        refused(
            &folder,
            &format!("anonymize people.csv {ROLES} --hierarchy CP=cp.csv -o o.csv"),
            2,
            says,
        );
        refused(
            &folder,
            "hierarchy check cp.csv --data people.csv --column CP",
            2,
            says,
        );
    }
    let folder = folder().with("nom.csv", "a;*\n");
    let says = ["a hierarchy's attribute cannot be \"Nom\"…possible: CP, Age, C.E."];
    refused(
        &folder,
        &format!("anonymize people.csv {ROLES} --hierarchy Nom=nom.csv -o o.csv"),
        2,
        &says,
    );
    refused(
        &folder,
        &format!("anonymize people.csv {ROLES} --hierarchy C.E.=nom.csv -o o.csv"),
        2,
        &["the hierarchy of \"C.E.\" lacks 5"],
    );
}

#[test]
fn all_faults_of_a_run_are_told_together() {
    let folder = folder()
        .with("cp.csv", "18000;Cher;*\n69000;Rhône\n")
        .with("taken.csv", "");
    // In the roles, the targets, the method, the outputs and a hierarchy.
    let request =
        "--qi CP,Agee,Nom --id Nom -k 0 --method mondrain --hierarchy CP=cp.csv -o taken.csv";
    let says = [
        "no attribute \"Agee\"",
        "\"Nom\" is given as identifier and as quasi-identifier",
        "k is 0",
        "method cannot be \"mondrain\"",
        "\"CP\", line 2: 2 levels where the first line has 3",
        "taken.csv exists already",
    ];
    refused(
        &folder,
        &format!("anonymize people.csv {request}"),
        2,
        &says,
    );
    // In the data and the request.
    let folder = folder.with("bad.csv", format!("Nom,CP,CP,Age\n{SECRET},1,2\n"));
    let request = "--qi CP,Agee --sensitive C.E. -k 0 --median no -o a.csv b.csv";
    let says = [
        "columns 2 and 3 are both called \"CP\"",
        "no attribute \"Agee\"",
        "no attribute \"C.E.\"",
        "k is 0",
        "median cannot be \"no\"",
        "the number of outputs is 2",
    ];
    refused(&folder, &format!("anonymize bad.csv {request}"), 2, &says);
    // In the request and a file that cannot be read.
    let folder = folder.with("bad.ods", "no workbook");
    let request = "--qi CP -k 0 -o a.docx";
    let says = [
        "k is 0",
        "the format of a.docx is not known",
        "bad.ods: it is not a workbook",
    ];
    refused(&folder, &format!("anonymize bad.ods {request}"), 2, &says);
}

#[test]
fn other_commands_tell_all_their_faults_too() {
    let folder = folder()
        .with("taken.csv", "")
        .with("bad.csv", format!("Nom,CP\n{SECRET}\n"));
    let twice = "\"CP\" is given as quasi-identifier and as sensitive";
    refused(
        &folder,
        "check people.csv --qi CP,Agee --sensitive CP -k 0",
        2,
        &["no attribute \"Agee\"", twice, "k is 0"],
    );
    refused(
        &folder,
        "check people.csv",
        2,
        &[
            "a check needs at least one quasi-identifier",
            "nothing to check",
        ],
    );
    refused(
        &folder,
        "check bad.csv --qi CPP -k 1",
        2,
        &["row 2 has 1 cells", "no attribute \"CPP\""],
    );
    let says = [
        "no attribute \"Nm\"",
        "the way to make pseudonyms",
        "taken.csv exists already",
    ];
    refused(
        &folder,
        "pseudonymize people.csv --id Nm --method sequence -o taken.csv",
        2,
        &says,
    );
    refused(
        &folder,
        "pseudonymize people.csv --id Nom --mapping o.csv -o o.csv",
        2,
        &["o.csv would overwrite"],
    );
    refused(
        &folder,
        "convert people.csv -o people.csv --force",
        2,
        &["people.csv would overwrite the input"],
    );
    refused(
        &folder,
        "convert people.csv -o taken.csv",
        2,
        &["taken.csv exists already"],
    );
    refused(
        &folder,
        "inspect bad.csv",
        2,
        &["row 2 has 1 cells where the header has 2"],
    );
    refused(
        &folder,
        "hierarchy build people.csv --column Agee -o h.csv",
        2,
        &["no attribute \"Agee\"; did you mean"],
    );
    refused(
        &folder,
        "methods mondrain",
        2,
        &["method cannot be \"mondrain\"; did you mean \"mondrian\"?"],
    );
    refused(
        &folder,
        "init people.csv -o taken.csv",
        2,
        &["taken.csv exists already"],
    );
}

#[test]
fn wrong_arguments_are_told_by_the_parser() {
    let folder = folder();
    let people = "anonymize people.csv --qi CP -o o.csv";
    let cases = [
        (
            format!("{people} -k -1"),
            "invalid value '-1' for '-k <K>': it must be a whole number, 1 or more",
        ),
        (
            format!("{people} -k three"),
            "invalid value 'three' for '-k <K>': it must be a whole number, 1 or more",
        ),
        (
            format!("{people} -k 3 --missing-values perhaps"),
            "expected refuse, category, drop or suppress",
        ),
        (
            format!("{people} -k 3 --type CP=number"),
            "the kind must be one of text",
        ),
        (format!("{people} -k 3 --hierarchy CP"), "expected COL=FILE"),
        (
            format!("{people} -k 3 --medain x"),
            "unexpected argument '--medain' found",
        ),
        (
            "anonymise people.csv".to_owned(),
            "unrecognized subcommand 'anonymise'",
        ),
        (
            "anonymize people.csv --qi CP -k 3".to_owned(),
            "required arguments were not provided",
        ),
    ];
    for (line, says) in cases {
        refused_in_english(&folder, &line, 2, &[says]);
    }
}

#[test]
fn a_table_and_json_do_not_share_standard_output() {
    let folder = folder();
    let says = "standard output can hold the table or the JSON document, not both";
    for line in [
        format!("anonymize people.csv {ROLES} -o - --json"),
        "convert people.csv -o - --json".to_owned(),
    ] {
        let run = folder.run(&line).exits(2).says(&[says]);
        assert_eq!(run.json()["error"]["status"], 2);
    }
    let request = "anonymize people.csv --qi CP --sensitive Age -k 3 --method bucketize -o - -";
    let run = folder
        .run(request)
        .exits(2)
        .says(&["- would overwrite the input or another output"]);
    assert_eq!(run.out, "");
}
