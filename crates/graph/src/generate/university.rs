//! One university: its departments, their people, courses and publications, as lines of N-Triples.

use std::fmt::Write;
use std::ops::RangeInclusive;

use rand::seq::index::sample;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::Universities;
use super::profile::*;
use crate::model::iri;

/// Lines and how many triples they are.
#[derive(Default)]
pub(super) struct Lines {
    pub text: String,
    pub triples: u64,
}

/// All about one university.
pub(super) fn lines(asked: &Universities, number: u32) -> Lines {
    let mut rng = ChaCha20Rng::seed_from_u64(asked.seed);
    rng.set_stream(u64::from(number));
    let mut lines = Lines {
        text: String::with_capacity(if asked.professors_only {
            1 << 18
        } else {
            24 << 20
        }),
        triples: 0,
    };
    let university = format!("http://www.University{number}.edu");
    lines.kind(&university, "University");
    lines.name(&university, &format!("University{number}"));
    for department in 0..drawn(&mut rng, DEPARTMENTS) {
        let domain = format!("Department{department}.University{number}.edu");
        let mut place = Place {
            asked,
            rng: &mut rng,
            lines: &mut lines,
            iri: format!("http://www.{domain}"),
            domain,
        };
        place.department(&university, department);
    }
    lines
}

fn drawn(rng: &mut ChaCha20Rng, range: RangeInclusive<u32>) -> u32 {
    rng.random_range(range)
}

impl Lines {
    fn node(&mut self, subject: &str, property: &str, object: &str) {
        let _ = writeln!(
            self.text,
            "<{subject}> <{NAMESPACE}{property}> <{object}> ."
        );
        self.triples += 1;
    }

    fn kind(&mut self, subject: &str, class: &str) {
        let _ = writeln!(
            self.text,
            "<{subject}> <{}> <{NAMESPACE}{class}> .",
            iri::TYPE
        );
        self.triples += 1;
    }

    fn word(&mut self, subject: &str, property: &str, value: &str) {
        let _ = writeln!(
            self.text,
            "<{subject}> <{NAMESPACE}{property}> \"{value}\" ."
        );
        self.triples += 1;
    }

    fn number(&mut self, subject: &str, property: &str, value: u32) {
        let _ = writeln!(
            self.text,
            "<{subject}> <{NAMESPACE}{property}> \"{value}\"^^<{}> .",
            iri::INTEGER
        );
        self.triples += 1;
    }

    fn name(&mut self, subject: &str, name: &str) {
        self.word(subject, "name", name);
    }
}

/// A department while it is made.
struct Place<'a> {
    asked: &'a Universities,
    rng: &'a mut ChaCha20Rng,
    lines: &'a mut Lines,
    iri: String,
    domain: String,
}

/// What the people of a department have in common.
#[derive(Default)]
struct Common {
    professors: Vec<String>,
    publications: Vec<String>,
    faculty: u32,
    courses: u32,
    graduate_courses: u32,
}

impl Place<'_> {
    fn department(&mut self, university: &str, number: u32) {
        let department = self.iri.clone();
        self.lines.kind(&department, "Department");
        self.lines.name(&department, &format!("Department{number}"));
        self.lines
            .node(&department, "subOrganizationOf", university);
        let mut common = Common::default();
        for kind in &FACULTY {
            for number in 0..drawn(self.rng, kind.number.clone()) {
                self.faculty(kind, number, &mut common);
            }
        }
        if self.asked.professors_only {
            return;
        }
        if let Some(head) = common.professors.first() {
            self.lines.node(head, "headOf", &department);
        }
        self.courses("Course", common.courses);
        self.courses("GraduateCourse", common.graduate_courses);
        self.undergraduates(&common);
        self.graduates(&common);
        for number in 0..drawn(self.rng, RESEARCH_GROUPS) {
            let group = format!("{department}/ResearchGroup{number}");
            self.lines.kind(&group, "ResearchGroup");
            self.lines.node(&group, "subOrganizationOf", &department);
        }
    }

    fn courses(&mut self, class: &str, count: u32) {
        for number in 0..count {
            let course = format!("{}/{class}{number}", self.iri);
            self.lines.kind(&course, class);
            self.lines.name(&course, &format!("{class}{number}"));
        }
    }

    fn faculty(&mut self, kind: &Faculty, number: u32, common: &mut Common) {
        let name = format!("{}{number}", kind.class);
        let person = format!("{}/{name}", self.iri);
        if self.asked.professors_only {
            if kind.professor {
                self.lines.kind(&person, kind.class);
                self.interests(&person);
            }
            return;
        }
        self.person(&person, &name, kind.class);
        let department = self.iri.clone();
        self.lines.node(&person, "worksFor", &department);
        for degree in [
            "undergraduateDegreeFrom",
            "mastersDegreeFrom",
            "doctoralDegreeFrom",
        ] {
            self.degree(&person, degree);
        }
        for (class, count) in [
            ("Course", &mut common.courses),
            ("GraduateCourse", &mut common.graduate_courses),
        ] {
            for _ in 0..drawn(self.rng, COURSES) {
                let course = format!("{}/{class}{}", self.iri, *count);
                self.lines.node(&person, "teacherOf", &course);
                *count += 1;
            }
        }
        if kind.professor {
            self.interests(&person);
            common.professors.push(person.clone());
        }
        for number in 0..drawn(self.rng, kind.publications.clone()) {
            let publication = format!("{person}/Publication{number}");
            self.lines.kind(&publication, "Publication");
            self.lines
                .name(&publication, &format!("Publication{number}"));
            self.lines.node(&publication, "publicationAuthor", &person);
            common.publications.push(publication);
        }
        common.faculty += 1;
    }

    fn interests(&mut self, person: &str) {
        let area = self.rng.random_range(0..RESEARCH_AREAS);
        self.lines
            .word(person, "researchInterest", &format!("Research{area}"));
        self.extension(person);
    }

    fn person(&mut self, person: &str, name: &str, class: &str) {
        self.lines.kind(person, class);
        self.lines.name(person, name);
        self.lines
            .word(person, "emailAddress", &format!("{name}@{}", self.domain));
        let mut part = |most: u32| self.rng.random_range(0..most);
        let telephone = format!("{:03}-{:03}-{:04}", part(1000), part(1000), part(10_000));
        self.lines.word(person, "telephone", &telephone);
    }

    fn degree(&mut self, person: &str, property: &str) {
        let university = self.rng.random_range(0..DEGREE_POOL);
        self.lines.node(
            person,
            property,
            &format!("http://www.University{university}.edu"),
        );
    }

    fn extension(&mut self, person: &str) {
        let extension = &self.asked.extension;
        for (property, value) in [
            ("hasReligion", extension.religion(self.rng)),
            ("politics", extension.politics(self.rng)),
        ] {
            if let Some(value) = value {
                self.lines
                    .node(person, property, &format!("{NAMESPACE}{value}"));
            }
        }
        if extension.age {
            self.lines
                .number(person, "age", self.rng.random_range(20..=100));
        }
        if extension.sex {
            let sex = if self.rng.random_range(0..2) == 0 {
                "male"
            } else {
                "female"
            };
            self.lines.word(person, "sex", sex);
        }
        if let Some((first, count)) = extension.zipcode {
            let code = first + self.rng.random_range(0..count.max(1));
            self.lines.word(person, "zipcode", &format!("{code:05}"));
        }
        for (property, values) in &extension.generic {
            self.lines
                .number(person, property, self.rng.random_range(0..(*values).max(1)));
        }
    }

    fn undergraduates(&mut self, common: &Common) {
        let each = drawn(self.rng, UNDERGRADUATES_A_FACULTY);
        for number in 0..each * common.faculty {
            let student = self.student("UndergraduateStudent", number);
            self.takes(&student, "Course", UNDERGRADUATE_COURSES, common.courses);
            if self.rng.random_range(0..UNDERGRADUATES_AN_ADVISED) == 0 {
                self.advised(&student, common);
            }
        }
    }

    fn graduates(&mut self, common: &Common) {
        let count = drawn(self.rng, GRADUATES_A_FACULTY) * common.faculty;
        let teaching = count / drawn(self.rng, GRADUATES_A_TEACHING_ASSISTANT);
        let research = count / drawn(self.rng, GRADUATES_A_RESEARCH_ASSISTANT);
        let assisted = sample(
            self.rng,
            common.courses as usize,
            (teaching as usize).min(common.courses as usize),
        );
        for number in 0..count {
            let student = self.student("GraduateStudent", number);
            self.takes(
                &student,
                "GraduateCourse",
                GRADUATE_COURSES,
                common.graduate_courses,
            );
            self.degree(&student, "undergraduateDegreeFrom");
            self.advised(&student, common);
            if let Some(course) = assisted.iter().nth(number as usize) {
                self.lines.kind(&student, "TeachingAssistant");
                let course = format!("{}/Course{course}", self.iri);
                self.lines.node(&student, "teachingAssistantOf", &course);
            }
            if number >= count - research {
                self.lines.kind(&student, "ResearchAssistant");
            }
            let wrote =
                (drawn(self.rng, GRADUATE_PUBLICATIONS) as usize).min(common.publications.len());
            for publication in sample(self.rng, common.publications.len(), wrote) {
                self.lines.node(
                    &common.publications[publication],
                    "publicationAuthor",
                    &student,
                );
            }
        }
    }

    fn student(&mut self, class: &str, number: u32) -> String {
        let name = format!("{class}{number}");
        let student = format!("{}/{name}", self.iri);
        self.person(&student, &name, class);
        let department = self.iri.clone();
        self.lines.node(&student, "memberOf", &department);
        student
    }

    fn takes(&mut self, student: &str, class: &str, range: RangeInclusive<u32>, courses: u32) {
        let count = drawn(self.rng, range).min(courses);
        for course in sample(self.rng, courses as usize, count as usize) {
            let course = format!("{}/{class}{course}", self.iri);
            self.lines.node(student, "takesCourse", &course);
        }
    }

    fn advised(&mut self, student: &str, common: &Common) {
        if common.professors.is_empty() {
            return;
        }
        let professor = self.rng.random_range(0..common.professors.len());
        self.lines
            .node(student, "advisor", &common.professors[professor]);
    }
}
