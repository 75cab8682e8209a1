//! A skewed map of France: regions, their departments, and a few postcodes in each.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

/// Regions with their departments by number, and the region's weight. Corsica has the postcodes of the former department 20.
pub(super) const REGIONS: [(&str, u32, &[u8]); 13] = [
    (
        "Auvergne-Rhône-Alpes",
        80,
        &[1, 3, 7, 15, 26, 38, 42, 43, 63, 69, 73, 74],
    ),
    (
        "Bourgogne-Franche-Comté",
        28,
        &[21, 25, 39, 58, 70, 71, 89, 90],
    ),
    ("Bretagne", 34, &[22, 29, 35, 56]),
    ("Centre-Val de Loire", 26, &[18, 28, 36, 37, 41, 45]),
    ("Corse", 4, &[20]),
    ("Grand Est", 56, &[8, 10, 51, 52, 54, 55, 57, 67, 68, 88]),
    ("Hauts-de-France", 60, &[2, 59, 60, 62, 80]),
    ("Île-de-France", 123, &[75, 77, 78, 91, 92, 93, 94, 95]),
    ("Normandie", 33, &[14, 27, 50, 61, 76]),
    (
        "Nouvelle-Aquitaine",
        60,
        &[16, 17, 19, 23, 24, 33, 40, 47, 64, 79, 86, 87],
    ),
    (
        "Occitanie",
        60,
        &[9, 11, 12, 30, 31, 32, 34, 46, 48, 65, 66, 81, 82],
    ),
    ("Pays de la Loire", 38, &[44, 49, 53, 72, 85]),
    ("Provence-Alpes-Côte d'Azur", 51, &[4, 5, 6, 13, 83, 84]),
];

/// The postcodes of a department: the districts of Paris, elsewhere the chief town and some others.
pub(super) fn postcodes(department: u8) -> Vec<String> {
    let (first, step, count) = match department {
        75 => (1, 1, 20),
        other => (0, 100, 5 + u16::from(other % 4)),
    };
    (0..count)
        .map(|i| format!("{department:02}{:03}", first + i * step))
        .collect()
}

/// Postcodes with their weights summed up.
pub(super) struct Places {
    postcodes: Vec<String>,
    ends: Vec<u32>,
    total: u32,
}

impl Places {
    pub(super) fn new() -> Self {
        let mut places = Places {
            postcodes: Vec::new(),
            ends: Vec::new(),
            total: 0,
        };
        for (_, weight, departments) in REGIONS {
            for (rank, &department) in departments.iter().enumerate() {
                // Departments of a region take unequal shares, and the first place of a department the largest of it.
                let share = 60 * weight / departments.len() as u32 * [5, 2, 3, 1][rank % 4];
                for (place, postcode) in postcodes(department).into_iter().enumerate() {
                    places.total += (share / (place as u32 + 1)).max(1);
                    places.ends.push(places.total);
                    places.postcodes.push(postcode);
                }
            }
        }
        places
    }

    pub(super) fn draw(&self, rng: &mut ChaCha20Rng) -> &str {
        let at = rng.random_range(0..self.total);
        &self.postcodes[self.ends.partition_point(|&end| end <= at)]
    }
}
