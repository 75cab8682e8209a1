//! No cell value and no key in anything that is said: messages, notes, reports, records, JSON, project files.

use crate::support::Folder;

/// Values that stand nowhere else, so that they are found wherever they leak. Every column has some that only one row has.
fn table() -> String {
    let mut text = "name,mail,town,age,job,illness\n".to_owned();
    for row in 0..40 {
        let (town, age, job) = (
            ["Zqtown", "Zqville", "Zqburg"][row % 3],
            7_100_000 + row * 13,
            ["zqcook", "zqnurse"][row % 2],
        );
        let illness = ["zqflu", "zqcough", "zqasthma"][row / 2 % 3];
        text += &format!("Zqname{row},zq{row}@example.org,{town},{age},{job},{illness}\n");
    }
    text.replace("Zqname7,", "Zqonly,")
        .replace("zqcook,zqcough", "zqcook,zqrare")
}

/// What must not be found anywhere but in data.
fn leaks(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| {
            word.to_lowercase().starts_with("zq")
                || word.starts_with("71000")
                || word.starts_with("71001")
        })
        .map(str::to_owned)
        .collect()
}

fn folder() -> Folder {
    let folder = Folder::new().with("people.csv", table());
    folder.run("key new secret.key").ok();
    folder
}

const ROLES: &str = "--id name,mail --qi town,age,job --sensitive illness";

/// Everything a careful office does on one table, in both languages.
#[test]
fn a_full_run_says_no_value_and_no_key() {
    let folder = folder();
    let key = folder.text("secret.key");
    let secret: Vec<&str> = key
        .lines()
        .filter(|line| !line.starts_with('#') && line.len() > 20)
        .collect();
    assert_eq!(secret.len(), 1, "a key of one line");
    for language in ["en", "fr"] {
        let lines = [
            "inspect people.csv".to_owned(),
            "inspect people.csv --json".to_owned(),
            format!("init people.csv -o {language}.toml"),
            format!("risk people.csv --qi town,age,job --sensitive illness --report risk-{language}.html"),
            "risk people.csv --qi town,age,job --sensitive illness --population 1000 --json".to_owned(),
            format!(
                "anonymize people.csv {ROLES} -k 3 --pseudonym keyed-hash --key secret.key -o data-{language}.csv --report report-{language}.html --record record-{language}.json"
            ),
            format!(
                "anonymize people.csv {ROLES} -k 3 --pseudonym random -o data2-{language}.csv --report report-{language}.md --json"
            ),
            format!("check data-{language}.csv --person Pseudo --qi town,age,job --sensitive illness -k 30"),
            format!("evaluate people.csv data-{language}.csv --qi town,age,job --sensitive illness"),
            format!(
                "attack data-{language}.csv --qi town,age,job --sensitive illness --original people.csv --attacks 50"
            ),
            format!(
                "attack data-{language}.csv --qi town,age,job --sensitive illness --original people.csv --attacks 50 --json"
            ),
            "compare people.csv --qi town,age,job --sensitive illness -k 3 --method mondrian --method bucketize"
                .to_owned(),
        ];
        for line in lines {
            let run = folder.run(&format!("{line} --lang {language}"));
            assert!([0, 1].contains(&run.status), "{run}");
            for said in [&run.out, &run.err] {
                assert_eq!(leaks(said), Vec::<String>::new(), "{run}");
                assert!(!said.contains(secret[0]), "{run}");
            }
        }
    }
    for name in folder.names().iter().filter(|name| {
        !name.starts_with("data") && !["people.csv", "secret.key"].contains(&name.as_str())
    }) {
        let text = folder.text(name);
        assert_eq!(leaks(&text), Vec::<String>::new(), "{name}");
        assert!(!text.contains(secret[0]), "{name}");
    }
    for name in folder
        .names()
        .iter()
        .filter(|name| name.starts_with("data"))
    {
        let text = folder.text(name);
        assert!(
            !text.contains(secret[0]) && !text.contains("Zqname") && !text.contains("@example"),
            "{name}"
        );
    }
}

/// What is wrong is told by place.
#[test]
fn faults_say_where_and_never_what() {
    let folder = folder().with(
        "broken.csv",
        table().replace("7100130", "zqbad").replace("7100143", ""),
    );
    for line in [
        "anonymize broken.csv --id name,mail --qi town,age,job --sensitive illness -k 3 -o out.csv",
        "risk broken.csv --qi town,age --weight age",
        "risk people.csv --qi town,job --weight illness",
        "anonymize people.csv --qi town,age,job --sensitive illness -k 3 --method datafly -o out.csv",
        "anonymize people.csv --qi town,age --sensitive illness -k 3 --method recode --attributes town --groups A=b -o out.csv",
        "anonymize people.csv --qi town,age --sensitive illness -k 3 --method noise --attributes town -o out.csv",
        "pseudonymize people.csv --id mail --method format-preserving --key secret.key -o out.csv",
        "pseudonymize people.csv --id name --method sequential -o out.csv",
        "hierarchy build people.csv --column town --as 'type = \"dates\"' -o h.csv",
    ] {
        for language in ["en", "fr"] {
            let run = folder.run(&format!("{line} --lang {language}"));
            for said in [&run.out, &run.err] {
                assert_eq!(leaks(said), Vec::<String>::new(), "{run}");
            }
        }
    }
}
