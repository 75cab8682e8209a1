//! The verbal scale.

use crate::Said;

/// Words of the scale and their intensities, in English and French.
pub const WORDS: [(&str, &str, u8); 9] = [
    ("equally", "également", 1),
    ("weakly", "à peine", 2),
    ("slightly", "légèrement", 3),
    ("moderately", "modérément", 4),
    ("strongly", "fortement", 5),
    ("more strongly", "plus fortement", 6),
    ("very strongly", "très fortement", 7),
    ("very, very strongly", "très, très fortement", 8),
    ("extremely", "extrêmement", 9),
];

/// The intensity of a word in either language.
pub fn intensity_of_word(word: &str) -> Option<u8> {
    let word = word.trim().to_lowercase();
    WORDS
        .iter()
        .find(|(en, fr, _)| *en == word || *fr == word)
        .map(|(_, _, intensity)| *intensity)
}

/// The word of an intensity of 1 or more, the nearest where there is none of its own.
pub fn word_of_intensity(intensity: f64) -> Said {
    let place = (intensity.round().clamp(1.0, 9.0) as usize) - 1;
    WORDS.get(place).map_or_else(
        || Said::same(intensity.to_string()),
        |(en, fr, _)| Said::new(*en, *fr),
    )
}
