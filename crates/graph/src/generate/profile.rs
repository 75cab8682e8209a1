//! The published profile: how many of what a university has.

use std::ops::RangeInclusive;

/// Where the ontology's names live.
pub const NAMESPACE: &str = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";

/// A kind of faculty and how many a department has.
pub struct Faculty {
    pub class: &'static str,
    pub number: RangeInclusive<u32>,
    pub publications: RangeInclusive<u32>,
    pub professor: bool,
}

pub const FACULTY: [Faculty; 4] = [
    Faculty {
        class: "FullProfessor",
        number: 7..=10,
        publications: 15..=20,
        professor: true,
    },
    Faculty {
        class: "AssociateProfessor",
        number: 10..=14,
        publications: 10..=18,
        professor: true,
    },
    Faculty {
        class: "AssistantProfessor",
        number: 8..=11,
        publications: 5..=10,
        professor: true,
    },
    Faculty {
        class: "Lecturer",
        number: 5..=7,
        publications: 0..=5,
        professor: false,
    },
];

pub const DEPARTMENTS: RangeInclusive<u32> = 15..=25;
pub const UNDERGRADUATES_A_FACULTY: RangeInclusive<u32> = 8..=14;
pub const GRADUATES_A_FACULTY: RangeInclusive<u32> = 3..=4;
pub const COURSES: RangeInclusive<u32> = 1..=2;
pub const RESEARCH_GROUPS: RangeInclusive<u32> = 10..=20;
pub const UNDERGRADUATE_COURSES: RangeInclusive<u32> = 2..=4;
pub const GRADUATE_COURSES: RangeInclusive<u32> = 1..=3;
pub const GRADUATE_PUBLICATIONS: RangeInclusive<u32> = 0..=5;
/// One undergraduate in so many has an advisor.
pub const UNDERGRADUATES_AN_ADVISED: u32 = 5;
/// One graduate in so many assists in teaching, and in research.
pub const GRADUATES_A_TEACHING_ASSISTANT: RangeInclusive<u32> = 4..=5;
pub const GRADUATES_A_RESEARCH_ASSISTANT: RangeInclusive<u32> = 3..=4;
pub const RESEARCH_AREAS: u32 = 30;
/// Universities that degrees are from.
pub const DEGREE_POOL: u32 = 1000;
