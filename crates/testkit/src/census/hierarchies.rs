//! A hierarchy for each quasi-identifier of the census, as the lines of a hierarchy file.

use super::model::{AT_HOME, EDUCATION, MARITAL, OCCUPATIONS};
use super::places::{REGIONS, postcodes};

/// For each quasi-identifier its name and its lines `value, level 1, …, *`, the values of the census all covered.
pub fn census_hierarchies() -> Vec<(String, Vec<Vec<String>>)> {
    let sex = ["F", "M"].map(|value| line(&[value, "*"])).to_vec();
    [
        ("sex", sex),
        ("age", age()),
        ("postcode", postcode()),
        ("marital_status", marital()),
        ("education", education()),
        ("occupation", occupation()),
    ]
    .map(|(name, lines)| (name.to_owned(), lines))
    .to_vec()
}

fn line(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

fn age() -> Vec<Vec<String>> {
    let interval =
        |age: u32, width: u32| format!("[{},{}[", age / width * width, age / width * width + width);
    (0..100)
        .map(|age: u32| {
            vec![
                age.to_string(),
                interval(age, 5),
                interval(age, 10),
                interval(age, 20),
                "*".to_owned(),
            ]
        })
        .collect()
}

fn postcode() -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for (region, _, departments) in REGIONS {
        for &department in departments {
            let number = format!("{department:02}");
            lines.extend(
                postcodes(department)
                    .iter()
                    .map(|code| line(&[code.as_str(), number.as_str(), region, "*"])),
            );
        }
    }
    lines
}

fn marital() -> Vec<Vec<String>> {
    let group = |status: &str| match status {
        "Married" | "Civil union" => "In a couple",
        "Never married" => "Never in a couple",
        _ => "Once in a couple",
    };
    MARITAL
        .map(|status| line(&[status, group(status), "*"]))
        .to_vec()
}

fn education() -> Vec<Vec<String>> {
    let groups = [
        "Basic",
        "Basic",
        "Secondary",
        "Secondary",
        "Secondary",
        "Higher",
        "Higher",
        "Higher",
    ];
    let lines = EDUCATION.iter().zip(groups).map(|(&value, group)| {
        let half = if group == "Higher" {
            "With higher education"
        } else {
            "Without higher education"
        };
        line(&[value, group, half, "*"])
    });
    lines.collect()
}

fn occupation() -> Vec<Vec<String>> {
    let sector = |occupation: &str| match occupation {
        "Farmer" | "Gardener" => "Land",
        "Baker" | "Carpenter" | "Electrician" | "Plumber" => "Craft",
        "Factory worker" | "Warehouse worker" | "Driver" => "Industry and transport",
        "Cleaner" | "Cook" | "Shop assistant" | "Hairdresser" => "Services",
        "Secretary" | "Accountant" | "Bank clerk" | "Police officer" => "Office and order",
        "Nurse" | "Care assistant" | "Physician" => "Health",
        _ => "Knowledge",
    };
    let class = |sector: &str| match sector {
        "Land" | "Craft" | "Industry and transport" => "Manual work",
        "Services" | "Office and order" => "Services and offices",
        _ => "Health and knowledge",
    };
    let paid = OCCUPATIONS.iter().map(|&(value, ..)| {
        let sector = sector(value);
        line(&[value, sector, class(sector), "*"])
    });
    let home = AT_HOME.map(|value| {
        let group = if matches!(value, "Child" | "Student") {
            "Not yet at work"
        } else {
            "Not at work"
        };
        line(&[value, group, "Without work", "*"])
    });
    paid.chain(home).collect()
}
