//! The three criteria of the European regulators, each by a measured attack: singling out, linkability, inference.

use bauta_privacy::attack::control_size::on_control;
use bauta_privacy::attack::inference::{self, Secret, inference};
use bauta_privacy::attack::linkability::{self, linkability};
use bauta_privacy::attack::singling_out::{self, by_one, by_several, of_nobody, singling_out};
use bauta_privacy::attack::{Frame, Near, Rate, Risk, rows_in_common, targets};
use bauta_table::{Fault, Progress, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use super::request::Ready;
use super::{AttackRequest, criterion};
use bauta_messages::{Error, Result};

/// What the three attacks gave.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Criteria {
    /// Where the original is.
    pub original: String,
    /// Where people are who are not in it; without them, chance is the baseline.
    pub control: Option<String>,
    /// The attributes that release and original have in common.
    pub attributes: Vec<String>,
    /// Released cells that were not understood.
    pub not_understood: u64,
    /// Descriptions that fit one person.
    pub singling_out: SingledOut,
    /// Two files joined by way of the release; absent where there are fewer than two attributes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linkability: Option<Criterion>,
    /// The attributes of the two files.
    pub sides: [Vec<String>; 2],
    /// Secrets told from other attributes.
    pub inference: Vec<Inferred>,
}

/// Descriptions by one and by several attributes.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SingledOut {
    /// By one attribute.
    pub one: Criterion,
    /// By several attributes.
    pub several: Criterion,
    /// Attempts by several attributes that found a description of one released row.
    pub several_claims: u64,
}

/// An attack beside what the same attack achieves without the people.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Criterion {
    /// The attack on people of the original.
    pub attack: Rate,
    /// What guessing achieves.
    pub chance: Rate,
    /// The attack on the control; chance where there is none.
    pub baseline: Rate,
    /// What is beyond that.
    #[serde(flatten)]
    pub risk: Risk,
}

/// A secret told from other attributes.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Inferred {
    /// The secret.
    pub attribute: String,
    /// What the attacker knows.
    pub known: Vec<String>,
    /// How it went.
    #[serde(flatten)]
    pub criterion: Criterion,
}

/// Places of the tables in the frame.
const ORIGINAL: usize = 0;
const RELEASED: usize = 1;
const CONTROL: usize = 2;

/// Attacks with the original, where it is given.
pub(super) fn criteria(
    ready: &Ready,
    request: &AttackRequest,
    progress: &dyn Progress,
    notes: &mut Vec<String>,
) -> Result<Option<Criteria>> {
    let Some(original) = &ready.original else {
        return Ok(None);
    };
    let except: Vec<&String> = request.match_by.iter().collect();
    let names = ready.common(original, &except);
    if names.is_empty() {
        return Err(vec![Fault::Request(
            "the release and the original have no attribute in common".into(),
        )]
        .into());
    }
    let mut rng = ChaCha20Rng::seed_from_u64(request.seed);
    let control = ready.control.as_ref();
    check_control(original, control, &names, notes)?;
    let everybody = targets(original);
    let controls = control.map(targets);
    if let Some(size) = controls
        .as_ref()
        .map(Vec::len)
        .filter(|&size| size != everybody.len())
    {
        let (all, several) = (everybody.len(), everybody.len() < original.rows());
        notes.push(match several {
            false => format!(
                "the control has {size} rows and the original {all}: what singling out achieves on the control is scaled to {all} rows"
            ),
            true => format!(
                "the control has {size} people and the original {all}: what singling out achieves on the control is scaled to {all} people"
            ),
        });
    }
    let mut tables = vec![original, &ready.released];
    tables.extend(control);
    let frame = Frame::of(&tables, &[RELEASED], &names, &ready.hierarchies)?;
    super::classes::tell_unread(&frame, &[ORIGINAL, RELEASED], notes);
    let near = Near::new(&frame, RELEASED);
    let size = everybody.len();
    let people = drawn(everybody, request.attacks, &mut rng);
    let others = controls.map(|controls| drawn(controls, request.attacks, &mut rng));
    let attack = Attack {
        near: &near,
        people,
        others,
        request,
    };
    let singling_out = attack.singled_out(size, &mut rng);
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let sides = sides(&names, request);
    let linkability = (!sides[1].is_empty()).then(|| attack.linked(&sides));
    let inference = attack.inferred(ready, &names);
    let (original, control) = (
        request.original.clone().unwrap_or_default(),
        request.control.clone(),
    );
    Ok(Some(Criteria {
        original,
        control,
        attributes: names,
        not_understood: frame.not_understood(RELEASED).values().sum(),
        singling_out,
        linkability,
        sides,
        inference,
    }))
}

/// What is wrong with a control, and whether it may hold people of the original.
fn check_control(
    original: &Table,
    control: Option<&Table>,
    names: &[String],
    notes: &mut Vec<String>,
) -> Result<()> {
    let Some(control) = control else {
        notes.push("no control: success is compared with guessing; people who are not in the original (--control) would also show what the release tells about everybody".into());
        return Ok(());
    };
    let lacks = names.iter().filter(|name| control.index_of(name).is_err());
    let faults: Vec<Fault> = lacks
        .map(|name| {
            Fault::Request(format!(
                "the control has no attribute \"{name}\"; name one that it has, or leave it out"
            ))
        })
        .collect();
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let (common, rows) = (rows_in_common(control, original, names), control.rows());
    if common > 0 {
        notes.push(format!(
            "{common} of {rows} control rows are equal to a row of the original; if they are the same people, risks come out too low"
        ));
    }
    Ok(())
}

/// Those who are attacked, drawn without repetition, in their order; all of them where there are not more.
fn drawn(all: Vec<Vec<u32>>, wanted: usize, rng: &mut ChaCha20Rng) -> Vec<Vec<u32>> {
    if wanted >= all.len() {
        return all;
    }
    let chosen = rand::seq::index::sample(rng, all.len(), wanted);
    let mut chosen: Vec<usize> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|it| all[it].clone()).collect()
}

/// The attributes of the two files: those named, or every other one.
fn sides(names: &[String], request: &AttackRequest) -> [Vec<String>; 2] {
    if !request.left.is_empty() {
        return [request.left.clone(), request.right.clone()];
    }
    let every = |from: usize| names.iter().skip(from).step_by(2).cloned().collect();
    [every(0), every(1)]
}

struct Attack<'a> {
    near: &'a Near<'a, 'a>,
    people: Vec<Vec<u32>>,
    others: Option<Vec<Vec<u32>>>,
    request: &'a AttackRequest,
}

impl Attack<'_> {
    fn singled_out(&self, rows: usize, rng: &mut ChaCha20Rng) -> SingledOut {
        let (near, attacks, confidence) =
            (self.near, self.request.attacks, self.request.confidence);
        let fields: Vec<usize> = (0..self.frame_len()).collect();
        let mut draw = |below: usize| rng.random_range(0..below.max(1));
        let one = by_one(near, &fields, attacks, &mut draw);
        let several = by_several(near, &fields, attacks, &mut draw);
        let mut beside = |descriptions: &singling_out::Descriptions| {
            let attack = singling_out(near, descriptions, ORIGINAL, confidence);
            let nobody = of_nobody(near, descriptions, &mut draw);
            let chance = singling_out(near, &nobody, ORIGINAL, confidence);
            let control = self.others.as_ref();
            let control =
                control.map(|_| on_control(near, descriptions, CONTROL, rows, confidence));
            let mut found = criterion(attack, chance, control);
            if descriptions.is_empty() {
                // Nothing could be claimed: that is no risk, not an unknown one.
                found.risk = Risk {
                    risk: 0.0,
                    low: 0.0,
                    high: 0.0,
                };
            }
            found
        };
        SingledOut {
            one: beside(&one),
            several: beside(&several),
            several_claims: several.claims() as u64,
        }
    }

    fn frame_len(&self) -> usize {
        self.near.fields().len()
    }

    fn places(&self, names: &[String]) -> Vec<usize> {
        let fields = self.near.fields();
        names
            .iter()
            .filter_map(|name| fields.iter().position(|field| field.name == *name))
            .collect()
    }

    fn linked(&self, sides: &[Vec<String>; 2]) -> Criterion {
        let (left, right) = (self.places(&sides[0]), self.places(&sides[1]));
        let confidence = self.request.confidence;
        let attack = |view: usize, rows: &[Vec<u32>]| {
            linkability(self.near, view, rows, [&left, &right], confidence)
        };
        let chance = linkability::by_chance(self.near, self.people.len(), confidence);
        let control = self.others.as_ref().map(|others| attack(CONTROL, others));
        criterion(attack(ORIGINAL, &self.people), chance, control)
    }

    /// Sensitive attributes from quasi-identifiers; without roles, each attribute from all others.
    fn inferred(&self, ready: &Ready, names: &[String]) -> Vec<Inferred> {
        let listed: Vec<String> = ready
            .roles
            .sensitive
            .iter()
            .filter(|name| names.contains(name))
            .cloned()
            .collect();
        let secrets = if listed.is_empty() {
            names.to_vec()
        } else {
            listed
        };
        let qis = &ready.roles.quasi_identifiers;
        let known_for = |secret: &String| -> Vec<String> {
            let usable = names
                .iter()
                .filter(|name| *name != secret && (qis.is_empty() || qis.contains(name)));
            usable.cloned().collect()
        };
        secrets
            .iter()
            .map(|secret| self.one_inferred(secret, known_for(secret)))
            .collect()
    }

    fn one_inferred(&self, name: &str, known: Vec<String>) -> Inferred {
        let places = self.places(&known);
        let secret = self
            .near
            .fields()
            .iter()
            .position(|field| field.name == name)
            .unwrap_or(0);
        let secret = Secret {
            known: &places,
            secret,
            tolerance: self.request.tolerance,
        };
        let confidence = self.request.confidence;
        let attack = inference(self.near, ORIGINAL, &self.people, &secret, confidence);
        let chance = inference::by_chance(self.near, ORIGINAL, &self.people, &secret, confidence);
        let on_control =
            |others: &Vec<Vec<u32>>| inference(self.near, CONTROL, others, &secret, confidence);
        let control = self.others.as_ref().map(on_control);
        Inferred {
            attribute: name.to_owned(),
            known,
            criterion: criterion(attack, chance, control),
        }
    }
}
