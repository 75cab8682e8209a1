//! m-invariance: releases of changing data that cannot be played off against each other.
//!
//! **Paper** [xiao2007minvariance], as used by the thesis [thouvenot2022].
//! **Guarantee** (i) each class has at least m tuples; (ii) no two of a class share a sensitive value; (iii) a tuple that is in several
//! releases sits in classes of one *signature*, the set of sensitive values.
//! **Idea** 1. *Division*: tuples that were published before go to the bucket of their signature. 2. *Balancing*: new tuples, and
//! counterfeits where there are none, make the lists of a bucket equally long. 3. *Assignment*: all other new tuples join buckets, a equal
//! number for each value. 4. *Split*: buckets are cut into classes with one tuple for each value of the signature.
//! **Notation** SA value → `Value`; signature → `Signature`; S (new tuples) → `Waiting`; f1 ≥ f2 ≥ … → counts in order.
//! **Differences from the paper** (a) New tuples that are not m-eligible are deferred and named, as few as possible; the paper assumes that they
//! are eligible. (b) A tuple whose value changed goes to the first of its signatures
//! that has the new value; where none has, it counts as another tuple, as deletion and insertion do. So all releases in which somebody has one value
//! show one signature, also when the value left and came back. (c) The signatures of a deleted tuple are remembered, so that it comes back to them. (d) Buckets are taken in the
//! order of their signatures. (f) Counterfeits have the quasi-identifiers of anybody who is
//! published, instead of those of their class: classes with counterfeits would be narrower than others. (e) Of a bucket longer than 16 only the middle half of the places is tried, so that cutting stays
//! quick.
//! **Cost** division, balancing and assignment are linear in tuples but for sorting; the split takes O(s n q log n) for each depth.
//! **Invariants** `every_release_of_any_history_keeps_the_rules`, `new_and_living_tuples_are_all_published_or_named`,
//! `counterfeits_do_not_outlive_their_release`, `the_worked_example_is_reproduced`.

mod assign;
mod balance;
mod split;
mod verify;

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub use assign::{Step, assign, deferred};
pub use balance::{balance, excess, scatter};
pub use split::{cut, perimeter, split};
pub use verify::verify;

/// Who a tuple is about, the same in all releases.
pub type Id = u64;

/// A sensitive value, by number.
pub type Value = u32;

/// The sensitive values of a class, in order.
pub type Signature = Vec<Value>;

/// What is known of one entity at publication.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuple {
    /// Who it is about.
    pub id: Id,
    /// Its sensitive value.
    pub value: Value,
    /// Its quasi-identifiers as places on their scales, each from 0 to 1.
    pub places: Vec<f64>,
}

/// A member of a class: somebody, or nobody.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Who it is; nobody for a counterfeit.
    pub id: Option<Id>,
    /// The tuple whose quasi-identifiers it has: its own, or the one that a counterfeit copies.
    pub like: Id,
    /// Its sensitive value.
    pub value: Value,
    /// Its quasi-identifiers.
    pub places: Vec<f64>,
}

impl Member {
    /// Somebody.
    pub fn real(tuple: Tuple) -> Member {
        Member {
            id: Some(tuple.id),
            like: tuple.id,
            value: tuple.value,
            places: tuple.places,
        }
    }
}

/// Tuples of one signature: for each of its values a list.
pub type Bucket = BTreeMap<Value, Vec<Member>>;

/// New tuples by sensitive value, in the order in which they came.
pub type Waiting = BTreeMap<Value, std::collections::VecDeque<Tuple>>;

/// What earlier releases have said of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// The signatures of its classes, the first one first.
    pub signatures: Vec<Signature>,
    /// How often its value left all of its signatures: each time it counts as another tuple. In anatomy, the number of its group.
    pub life: u32,
}

impl Remembered {
    /// The signature under which a value is published: the first one that has it, so that it is the same for ever.
    pub fn signature_of(&self, value: Value) -> Option<&Signature> {
        self.signatures.iter().find(|own| own.contains(&value))
    }

    /// Everything, as it is written down.
    pub fn lives(&self, id: Id) -> impl Iterator<Item = (Id, Signature, u32)> {
        let each = move |own: &Signature| (id, own.clone(), self.life);
        self.signatures.iter().map(each)
    }
}

/// Adds what was written down.
pub fn remember_one(history: &mut History, id: Id, signature: Signature, life: u32) {
    let known = history.entry(id).or_insert_with(|| Remembered {
        signatures: Vec::new(),
        life,
    });
    known.life = life;
    if !known.signatures.contains(&signature) {
        known.signatures.push(signature);
    }
}

/// What all earlier releases have said. Deleted entities stay in it.
pub type History = BTreeMap<Id, Remembered>;

/// A release: classes, and who had to wait.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Release {
    /// Classes, with a member for each value of its signature.
    pub classes: Vec<Vec<Member>>,
    /// New tuples that would break the guarantee.
    pub deferred: Vec<Id>,
}

impl Release {
    /// How many members are nobody.
    pub fn counterfeits(&self) -> usize {
        self.classes
            .iter()
            .flatten()
            .filter(|member| member.id.is_none())
            .count()
    }
}

/// What is known of sensitive values besides who has them.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// Their texts, by number.
    pub values: Vec<String>,
    /// Classes of values and classes above these: facts as texts.
    pub classes: Vec<(String, String, String)>,
}

/// A technique that is safe for data that change.
pub trait Anonymizer: Send + Sync {
    /// Makes the next release of what is alive, and remembers it.
    fn release(&self, history: &mut History, alive: Vec<Tuple>, world: &World) -> Release;

    /// The least size of a class that it promises.
    fn least(&self) -> usize;

    /// Whether the members of a class show one common generalisation of their quasi-identifiers; else each shows its own.
    fn generalises(&self) -> bool {
        true
    }

    /// Judges a release before it is seen.
    ///
    /// # Errors
    /// What is wrong with it.
    fn judge(
        &self,
        release: &Release,
        before: &History,
        alive: &HashMap<Id, Value>,
    ) -> Result<(), &'static str>;
}

/// The technique of this module.
pub struct MInvariance {
    /// The least size of a class.
    pub m: usize,
}

impl Anonymizer for MInvariance {
    fn release(&self, history: &mut History, alive: Vec<Tuple>, _: &World) -> Release {
        publish(history, alive, self.m)
    }

    fn least(&self) -> usize {
        self.m
    }

    fn judge(
        &self,
        release: &Release,
        before: &History,
        alive: &HashMap<Id, Value>,
    ) -> Result<(), &'static str> {
        verify(release, before, alive, self.m)
    }
}

/// Makes the next release of the tuples that are alive, and remembers it.
pub fn publish(history: &mut History, alive: Vec<Tuple>, m: usize) -> Release {
    let (mut buckets, mut waiting) = divide(history, alive);
    for bucket in buckets.values_mut() {
        // Before anybody waits: holes of old buckets are filled with new people where that leaves the rest eligible.
        balance(bucket, &mut waiting, m);
    }
    let deferred = deferred(&mut waiting, m);
    for step in assign(&mut waiting, m) {
        let bucket = buckets.entry(step.signature).or_default();
        for tuple in step.tuples {
            bucket
                .entry(tuple.value)
                .or_default()
                .push(Member::real(tuple));
        }
    }
    scatter(&mut buckets);
    let classes: Vec<Vec<Member>> = buckets.into_values().flat_map(split).collect();
    remember(history, &classes);
    Release {
        classes,
        deferred: deferred.into_iter().map(|tuple| tuple.id).collect(),
    }
}

/// Buckets of what was published before, and what is new.
fn divide(history: &History, alive: Vec<Tuple>) -> (BTreeMap<Signature, Bucket>, Waiting) {
    let mut buckets: BTreeMap<Signature, Bucket> = BTreeMap::new();
    let mut waiting = Waiting::new();
    for tuple in alive {
        let known = history
            .get(&tuple.id)
            // A value outside of all signatures makes the person another tuple, as if they had left and come anew.
            .and_then(|known| known.signature_of(tuple.value));
        match known {
            Some(signature) => {
                let bucket = buckets
                    .entry(signature.clone())
                    // All values of the signature, also those that nobody has any more: the holes show what is to be filled.
                    .or_insert_with(|| empty(signature));
                bucket
                    .entry(tuple.value)
                    .or_default()
                    .push(Member::real(tuple));
            }
            None => waiting.entry(tuple.value).or_default().push_back(tuple),
        }
    }
    (buckets, waiting)
}

fn empty(signature: &Signature) -> Bucket {
    signature.iter().map(|value| (*value, Vec::new())).collect()
}

fn remember(history: &mut History, classes: &[Vec<Member>]) {
    for class in classes {
        let signature: Signature = class
            .iter()
            .map(|member| member.value)
            // Sorted, so that equal signatures are equal lists.
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        for id in class.iter().filter_map(|member| member.id) {
            let life = history.get(&id).map_or(0, |known| {
                let is_new = !known.signatures.contains(&signature);
                known.life + u32::from(is_new)
            });
            remember_one(history, id, signature.clone(), life);
        }
    }
}
