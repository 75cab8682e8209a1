//! How one person is drawn: each attribute by weights that depend on those before it.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

/// From the lowest to the highest.
pub(super) const EDUCATION: [&str; 8] = [
    "None",
    "Primary",
    "Lower secondary",
    "Vocational",
    "Upper secondary",
    "Bachelor",
    "Master",
    "Doctorate",
];

/// Occupations with the lowest and highest education (index) and the yearly pay in euros that are usual for them.
pub(super) const OCCUPATIONS: [(&str, usize, usize, u64); 24] = [
    ("Farmer", 2, 4, 24_000),
    ("Gardener", 1, 3, 20_000),
    ("Baker", 2, 3, 22_000),
    ("Carpenter", 2, 3, 25_000),
    ("Electrician", 3, 4, 27_000),
    ("Plumber", 3, 3, 28_000),
    ("Factory worker", 0, 3, 21_000),
    ("Warehouse worker", 0, 3, 20_000),
    ("Driver", 0, 3, 23_000),
    ("Cleaner", 0, 2, 16_000),
    ("Cook", 1, 3, 21_000),
    ("Shop assistant", 2, 4, 19_000),
    ("Hairdresser", 3, 3, 18_000),
    ("Secretary", 3, 5, 23_000),
    ("Accountant", 4, 6, 36_000),
    ("Bank clerk", 4, 6, 34_000),
    ("Police officer", 4, 5, 31_000),
    ("Nurse", 5, 5, 32_000),
    ("Care assistant", 2, 4, 20_000),
    ("Teacher", 5, 7, 33_000),
    ("Engineer", 6, 7, 52_000),
    ("Physician", 7, 7, 82_000),
    ("Lawyer", 6, 7, 64_000),
    ("Researcher", 7, 7, 45_000),
];

/// Those who do not work for pay.
pub(super) const AT_HOME: [&str; 4] = ["Child", "Student", "Unemployed", "Retired"];

/// From the first answer of a form to the last.
pub(super) const MARITAL: [&str; 5] = [
    "Never married",
    "Married",
    "Civil union",
    "Divorced",
    "Widowed",
];

/// Diagnoses with weights for the young (under 30), the middle (30 to 59), the old, and the factor in percent for women and men.
const DIAGNOSES: [(&str, [u32; 3], [u32; 2]); 20] = [
    ("Influenza", [240, 140, 110], [100, 100]),
    ("Hypertension", [6, 110, 300], [95, 105]),
    ("Back pain", [40, 170, 130], [100, 110]),
    ("Asthma", [120, 50, 30], [105, 95]),
    ("Diabetes type 2", [3, 60, 150], [85, 115]),
    ("Diabetes type 1", [12, 9, 6], [95, 105]),
    ("Depression", [60, 110, 70], [140, 60]),
    ("Anxiety disorder", [80, 90, 40], [140, 60]),
    ("Fracture", [110, 50, 80], [90, 110]),
    ("Appendicitis", [40, 15, 4], [95, 105]),
    ("Gastritis", [50, 60, 50], [100, 100]),
    ("Migraine", [60, 70, 15], [150, 50]),
    ("Coronary heart disease", [1, 35, 160], [70, 130]),
    ("Stroke", [1, 15, 90], [90, 110]),
    ("Breast cancer", [1, 25, 40], [199, 1]),
    ("Prostate cancer", [0, 12, 60], [0, 200]),
    ("Lung cancer", [0, 14, 45], [70, 130]),
    ("HIV infection", [6, 10, 3], [50, 150]),
    ("Hepatitis", [6, 10, 8], [90, 110]),
    ("Dementia", [0, 2, 120], [120, 80]),
];

#[rustfmt::skip]
const WOMEN: [&str; 24] = [
    "Marie", "Jeanne", "Léa", "Chloé", "Camille", "Nathalie", "Isabelle", "Sylvie", "Catherine", "Françoise",
    "Monique", "Fatima", "Inès", "Sarah", "Julie", "Sophie", "Céline", "Aurélie", "Émilie", "Manon", "Louise",
    "Alice", "Zoé", "Yasmine",
];

#[rustfmt::skip]
const MEN: [&str; 24] = [
    "Jean", "Pierre", "Michel", "André", "Philippe", "Alain", "Nicolas", "Christophe", "Laurent", "Thomas", "Julien",
    "Mohamed", "Karim", "Lucas", "Hugo", "Louis", "Gabriel", "Arthur", "Éric", "David", "Daniel", "Bernard", "Yann",
    "Mehdi",
];

#[rustfmt::skip]
const SURNAMES: [&str; 40] = [
    "Martin", "Bernard", "Thomas", "Petit", "Robert", "Richard", "Durand", "Dubois", "Moreau", "Laurent", "Simon",
    "Michel", "Lefèvre", "Leroy", "Roux", "David", "Bertrand", "Morel", "Fournier", "Girard", "Bonnet", "Dupont",
    "Lambert", "Fontaine", "Rousseau", "Vincent", "Muller", "Faure", "Mercier", "Blanc", "Guérin", "Boyer", "Garnier",
    "Chevalier", "François", "Legrand", "Benali", "Nguyen", "Da Silva", "Le Gall",
];

/// People of each band of five years of age, in thousands; the last band is 95 to 99.
const PYRAMID: [u32; 20] = [
    350, 390, 420, 420, 390, 370, 400, 420, 430, 410, 450, 450, 430, 400, 380, 310, 200, 140, 80,
    25,
];

/// The day of the census is the last of 2023, so that the age is the difference of years.
const CENSUS_YEAR: i64 = 2023;

/// One person.
pub(super) struct Person {
    pub(super) given_name: &'static str,
    pub(super) surname: &'static str,
    pub(super) sex: &'static str,
    pub(super) birth_day: i32,
    pub(super) age: i64,
    pub(super) marital_status: &'static str,
    pub(super) education: &'static str,
    pub(super) occupation: &'static str,
    pub(super) household_size: i64,
    pub(super) income_cents: u64,
    pub(super) diagnosis: &'static str,
}

impl Person {
    pub(super) fn draw(rng: &mut ChaCha20Rng) -> Person {
        let age = 5 * weighted(rng, &PYRAMID) as i64 + rng.random_range(0..5);
        let woman = rng.random_range(0..1000) < 490 + 6 * (age - 60).max(0);
        let (first, given) = if woman { ("F", WOMEN) } else { ("M", MEN) };
        let marital = weighted(rng, &marital_weights(age, woman));
        let education = weighted(rng, &education_weights(age));
        let work = occupation(rng, age, education);
        Person {
            given_name: given[low(rng, given.len())],
            surname: SURNAMES[low(rng, SURNAMES.len())],
            sex: first,
            birth_day: birth_day(rng, age),
            age,
            marital_status: MARITAL[marital],
            education: EDUCATION[education],
            occupation: work.map_or_else(|home| AT_HOME[home], |paid| OCCUPATIONS[paid].0),
            household_size: household(rng, age, marital),
            income_cents: income(rng, age, woman, education, work),
            diagnosis: DIAGNOSES[weighted(rng, &diagnosis_weights(age, woman))].0,
        }
    }
}

/// An index, as often as its weight says.
fn weighted(rng: &mut ChaCha20Rng, weights: &[u32]) -> usize {
    let mut at = rng.random_range(0..weights.iter().sum());
    for (index, &weight) in weights.iter().enumerate() {
        if at < weight {
            return index;
        }
        at -= weight;
    }
    unreachable!("the draw is below the sum")
}

/// An index below `end`, low ones more often.
fn low(rng: &mut ChaCha20Rng, end: usize) -> usize {
    rng.random_range(0..end).min(rng.random_range(0..end))
}

fn birth_day(rng: &mut ChaCha20Rng, age: i64) -> i32 {
    let year = CENSUS_YEAR - age;
    let before = year - 1;
    // Days from 1970-01-01 to the first of the year, by the Gregorian calendar.
    let first = 365 * (year - 1970) + (before / 4 - before / 100 + before / 400)
        - (1969 / 4 - 1969 / 100 + 1969 / 400);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    (first + rng.random_range(0..365 + i64::from(leap))) as i32
}

fn marital_weights(age: i64, woman: bool) -> [u32; 5] {
    match age {
        ..18 => [1, 0, 0, 0, 0],
        18..25 => [930, 20, 45, 5, 0],
        25..35 => [560, 220, 180, 38, 2],
        35..50 => [280, 460, 120, 132, 8],
        50..65 => [160, 570, 40, 190, 40],
        65..80 => [80, 610, 10, 140, if woman { 300 } else { 90 }],
        _ => [60, 380, 2, 60, if woman { 700 } else { 230 }],
    }
}

fn education_weights(age: i64) -> [u32; 8] {
    match age {
        ..6 => [1, 0, 0, 0, 0, 0, 0, 0],
        6..11 => [60, 40, 0, 0, 0, 0, 0, 0],
        11..15 => [5, 95, 0, 0, 0, 0, 0, 0],
        15..18 => [1, 20, 70, 9, 0, 0, 0, 0],
        18..25 => [10, 20, 70, 180, 450, 220, 50, 0],
        25..40 => [20, 20, 70, 230, 220, 230, 190, 20],
        40..60 => [30, 40, 110, 310, 190, 180, 125, 15],
        60..75 => [60, 130, 190, 290, 140, 110, 70, 10],
        _ => [120, 300, 230, 190, 80, 50, 26, 4],
    }
}

/// `Ok` an index of [`OCCUPATIONS`], `Err` one of [`AT_HOME`].
fn occupation(rng: &mut ChaCha20Rng, age: i64, education: usize) -> Result<usize, usize> {
    let [child, student, unemployed, retired] = match age {
        ..6 => [1000, 0, 0, 0],
        6..16 => [0, 1000, 0, 0],
        16..19 => [0, 900, 30, 0],
        19..26 => [0, 420, 110, 0],
        26..55 => [0, 12, 110 - 8 * education as u32, 4],
        55..62 => [0, 0, 90, 120],
        62..68 => [0, 0, 20, 780],
        _ => [0, 0, 0, 985],
    };
    let home = child + student + unemployed + retired;
    match weighted(
        rng,
        &[child, student, unemployed, retired, 1000 - home.min(1000)],
    ) {
        4 => Ok(()),
        at_home => Err(at_home),
    }?;
    let weight = |&(_, lowest, highest, _): &(_, usize, usize, _)| match education {
        e if (lowest..=highest).contains(&e) => 20,
        e if e > highest => 1,
        _ => 0,
    };
    Ok(weighted(rng, &OCCUPATIONS.each_ref().map(weight)))
}

fn household(rng: &mut ChaCha20Rng, age: i64, marital: usize) -> i64 {
    let weights = match (age, marital) {
        (..18, _) => [0, 90, 280, 400, 170, 60],
        (18..25, _) => [330, 260, 160, 150, 70, 30],
        (25..50, 1 | 2) => [10, 260, 270, 320, 110, 30],
        (_, 1 | 2) => [10, 740, 150, 70, 25, 5],
        (25..65, _) => [560, 220, 130, 60, 20, 10],
        _ => [820, 130, 35, 10, 4, 1],
    };
    1 + weighted(rng, &weights) as i64
}

/// A year's income in cents, skewed to the right as a product of three factors.
fn income(
    rng: &mut ChaCha20Rng,
    age: i64,
    woman: bool,
    education: usize,
    work: Result<usize, usize>,
) -> u64 {
    let usual = match work {
        Err(0) => return 0,
        Err(1) if age < 16 => return 0,
        Err(1) => 4_000,
        Err(2) => 9_000,
        Err(_) => 13_000 + 2_400 * education as u64,
        Ok(paid) => {
            OCCUPATIONS[paid].3 * (70 + (age.clamp(18, 60) as u64 - 18)) / 90
                * if woman { 92 } else { 100 }
                / 100
        }
    };
    let chance: u64 = (0..3).map(|_| rng.random_range(65..=145)).product();
    usual * chance / 10_000
}

fn diagnosis_weights(age: i64, woman: bool) -> [u32; 20] {
    let band = match age {
        ..30 => 0,
        30..60 => 1,
        _ => 2,
    };
    DIAGNOSES
        .each_ref()
        .map(|(_, by_age, by_sex)| by_age[band] * by_sex[usize::from(!woman)])
}
