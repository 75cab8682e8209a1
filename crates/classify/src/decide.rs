//! From evidence to a role.
//!
//! **Idea.** (1) Each observation speaks for one role with a weight from 0 to 1. (2) Observations for the same role are combined as if
//! independent: score = 1 − Π(1 − weight). (3) The role with the highest score is proposed; of equals the one that protects more.
//! (4) confidence = score · (1 − the next score / 2): what speaks for another role takes away up to half. It orders proposals by how much
//! they need a look; it is not a probability.

use bauta_table::{Kind, Role};

use super::Proposal;
use super::content::Content;
use super::names::{Named, named};
use super::reason::Reason;
use super::shapes;
use super::values::{Facts, MAJORITY, form_of};

/// Something that speaks for a role.
pub(super) struct Evidence {
    role: Role,
    weight: f64,
    content: Option<Content>,
    reason: Reason,
}

impl Evidence {
    pub(super) fn new(role: Role, weight: f64, reason: Reason) -> Evidence {
        Evidence {
            role,
            weight,
            content: None,
            reason,
        }
    }

    fn of(content: Content, weight: f64, reason: Reason) -> Evidence {
        Evidence {
            role: content.role(),
            weight,
            content: Some(content),
            reason,
        }
    }
}

/// Everything that a column says by itself.
pub(super) fn evidence(name: &str, facts: &Facts<'_>) -> Vec<Evidence> {
    let named = named(name);
    let said = named.as_ref().map(|named| named.content);
    let mut found = Vec::new();
    if let Some(named) = named {
        by_name(named, facts, &mut found);
    }
    by_form(said, facts, &mut found);
    by_dates(facts, &mut found);
    by_uniqueness(facts, &mut found);
    if found.iter().all(|evidence| evidence.weight < 0.3) {
        found.push(Evidence::new(
            Role::QuasiIdentifier,
            0.3,
            Reason::MayBeKnown,
        ));
    }
    found
}

fn by_name(named: Named, facts: &Facts<'_>, found: &mut Vec<Evidence>) {
    let content = named.content;
    let reason = Reason::Name {
        words: named.words.clone(),
        content,
    };
    if contradicts(&named, facts) {
        return;
    }
    // The name of something that has few values is not that of a person.
    let few = content.role() == Role::Identifier && facts.is_categorical();
    found.push(Evidence::of(
        content,
        if few {
            named.weight * 0.3
        } else {
            named.weight
        },
        reason,
    ));
    if few {
        found.push(Evidence::new(Role::Identifier, 0.0, Reason::FewValues));
    }
    if content.is_special_category() {
        found.push(Evidence::new(content.role(), 0.0, Reason::SpecialCategory));
    }
}

/// Whether the values cannot be what the name says.
fn contradicts(named: &Named, facts: &Facts<'_>) -> bool {
    let degrees = if named.words.starts_with("lat") {
        90.0
    } else {
        180.0
    };
    let within = |most: f64| {
        facts
            .range()
            .is_none_or(|(low, high)| low >= -most && high <= most)
    };
    match named.content {
        Content::FreeText => {
            facts.kind != Kind::Text
                || facts.is_categorical()
                || facts.mean(|l| l.split_whitespace().count()) < 3.0
        }
        Content::Age => {
            matches!(facts.kind, Kind::Date | Kind::DateTime)
                || facts
                    .range()
                    .is_some_and(|(low, high)| low < 0.0 || high > 150.0)
        }
        Content::Coordinates => {
            facts.kind == Kind::Boolean || (facts.kind != Kind::Text && !within(degrees))
        }
        Content::Sex => facts.distinct > 10,
        Content::Email | Content::Address | Content::Url | Content::PersonName => {
            facts.kind != Kind::Text && facts.present > 0
        }
        Content::Date => !matches!(
            facts.kind,
            Kind::Date | Kind::DateTime | Kind::Text | Kind::Integer
        ),
        _ => false,
    }
}

fn by_form(said: Option<Content>, facts: &Facts<'_>, found: &mut Vec<Evidence>) {
    if let Some((form, share, weight)) = form_of(facts, said) {
        let (content, system, checked) = (form.content, form.system, form.checked);
        let reason = Reason::Form {
            content,
            system,
            percent: percent(share),
            checked,
        };
        found.push(Evidence::of(content, weight, reason));
        return;
    }
    if let Some(words) = facts.words_of_free_text() {
        found.push(Evidence::of(
            Content::FreeText,
            0.9,
            Reason::FreeText {
                words: words.round() as u32,
            },
        ));
        return;
    }
    if facts.distinct <= 4 && shapes::sexes(facts.labels()) {
        let reason = Reason::Form {
            content: Content::Sex,
            system: None,
            percent: 100,
            checked: false,
        };
        found.push(Evidence::of(Content::Sex, 0.85, reason));
    }
    let names = facts.kind == Kind::Text
        && !facts.is_categorical()
        && facts.share(shapes::capitalised) >= MAJORITY;
    let given = if names {
        facts.share(shapes::has_given_name)
    } else {
        0.0
    };
    if given >= 0.3 && said.is_none_or(|said| said == Content::PersonName) {
        let reason = Reason::GivenNames {
            percent: percent(given),
        };
        found.push(Evidence::of(Content::PersonName, 0.5 + 0.4 * given, reason));
    }
}

/// Days from 1970-01-01 to the first of a year, near enough for a range.
fn days(year: f64) -> f64 {
    (year - 1970.0) * 365.2425
}

fn by_dates(facts: &Facts<'_>, found: &mut Vec<Evidence>) {
    let in_a_day = match facts.kind {
        Kind::Date => 1.0,
        Kind::DateTime => 86_400e6,
        _ => return,
    };
    let births = facts.range().is_some_and(|(first, last)| {
        let (first, last) = (first / in_a_day, last / in_a_day);
        let years = (last - first) / 365.2425;
        (days(1895.0)..days(1995.0)).contains(&first) && (25.0..130.0).contains(&years)
    });
    let said = found
        .iter()
        .any(|evidence| evidence.content == Some(Content::Technical));
    match births {
        true if !said => found.push(Evidence::of(Content::DateOfBirth, 0.5, Reason::BirthRange)),
        _ => found.push(Evidence::of(Content::Date, 0.4, Reason::Dates)),
    }
}

fn by_uniqueness(facts: &Facts<'_>, found: &mut Vec<Evidence>) {
    let numbers_rows = || {
        facts
            .range()
            .is_some_and(|(low, high)| high - low + 1.0 == facts.present as f64)
    };
    match facts.distinct {
        0 => found.push(Evidence::new(Role::Insensitive, 0.9, Reason::NoValue)),
        1 => {
            let weight = if facts.present > 2 { 0.8 } else { 0.45 };
            found.push(Evidence::new(Role::Insensitive, weight, Reason::OneValue));
        }
        _ if !facts.all_different() => {}
        _ if facts.kind == Kind::Text => {
            found.push(Evidence::new(Role::Identifier, 0.55, Reason::OwnValue));
        }
        _ if facts.kind == Kind::Integer && facts.present > 20 => {
            let (weight, reason) = if numbers_rows() {
                (0.7, Reason::Counts)
            } else {
                (0.5, Reason::OwnValue)
            };
            found.push(Evidence::new(Role::Identifier, weight, reason));
        }
        _ => {}
    }
}

/// The role that all evidence together speaks for.
pub(super) fn decide(mut evidence: Vec<Evidence>) -> Proposal {
    let order = [
        Role::Drop,
        Role::Identifier,
        Role::QuasiIdentifier,
        Role::Sensitive,
        Role::Insensitive,
    ];
    let score = |role: Role| {
        let own = evidence.iter().filter(|evidence| evidence.role == role);
        1.0 - own.map(|evidence| 1.0 - evidence.weight).product::<f64>()
    };
    let mut scores = order.map(|role| (role, score(role)));
    // A stable sort: of equals the first, which protects more.
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [(role, best), (_, next), ..] = scores;
    evidence.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let supporting = || evidence.iter().filter(|evidence| evidence.role == role);
    let content = supporting()
        .chain(&evidence)
        .find_map(|evidence| evidence.content);
    let reasons: Vec<Reason> = supporting()
        .map(|evidence| evidence.reason.clone())
        .collect();
    let confidence = (best * (1.0 - next / 2.0) * 100.0).round() / 100.0;
    Proposal {
        role,
        confidence,
        content,
        reasons,
    }
}

/// A share as whole percent; what is not everything is not 100.
pub(super) fn percent(share: f64) -> u32 {
    let rounded = (share * 100.0).round() as u32;
    if share < 1.0 {
        rounded.min(99)
    } else {
        rounded
    }
}
