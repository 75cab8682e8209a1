//! Lists of a bucket made equally long: by new tuples where they can be spared, else by counterfeits.

use std::collections::BTreeMap;

use super::{Bucket, Id, Member, Signature, Value, Waiting};

/// By how many tuples the most frequent value is too frequent: m f1 - |S|, and 0 for a set that is m-eligible. An empty set is.
pub fn excess(waiting: &Waiting, m: usize) -> usize {
    excess_without(waiting, None, m)
}

fn excess_without(waiting: &Waiting, taken: Option<Value>, m: usize) -> usize {
    let counts = waiting
        .iter()
        .map(|(value, list)| list.len() - usize::from(taken == Some(*value) && !list.is_empty()));
    let (most, all) = counts.fold((0, 0), |(most, all), count| (count.max(most), all + count));
    (m * most).saturating_sub(all)
}

/// Fills a bucket.
///
/// A new tuple is taken where those that remain are no further from being m-eligible than before; for an eligible set this is the
/// paper's condition.
pub fn balance(bucket: &mut Bucket, waiting: &mut Waiting, m: usize) {
    let longest = bucket.values().map(Vec::len).max().unwrap_or(0);
    // Nobody of this signature is alive: an empty bucket needs no counterfeits.
    let Some(like) = bucket.values().flatten().next().cloned() else {
        return;
    };
    let values: Vec<Value> = bucket.keys().copied().collect();
    for value in values {
        let held = bucket.get(&value).map_or(0, Vec::len);
        for _ in held..longest {
            let member = match spared(waiting, value, m) {
                Some(member) => member,
                None => counterfeit(bucket, value, &like),
            };
            bucket.entry(value).or_default().push(member);
        }
    }
}

fn spared(waiting: &mut Waiting, value: Value, m: usize) -> Option<Member> {
    let has = waiting.get(&value).is_some_and(|list| !list.is_empty());
    // Who is taken must not make others wait.
    if !has || excess_without(waiting, Some(value), m) > excess(waiting, m) {
        return None;
    }
    waiting.get_mut(&value)?.pop_front().map(Member::real)
}

/// Gives counterfeits the quasi-identifiers of others who are published, drawn from all of these. With those of their own class, classes with counterfeits would be
/// narrower than others, and so be told.
pub fn scatter(buckets: &mut BTreeMap<Signature, Bucket>) {
    let members = || buckets.values().flat_map(|own| own.values().flatten());
    if members().all(|member| member.id.is_some()) {
        return;
    }
    let real = members().filter(|member| member.id.is_some());
    let people: Vec<(Id, Vec<f64>)> = real
        .map(|member| (member.like, member.places.clone()))
        .collect();
    let all = buckets
        .values_mut()
        .flat_map(|own| own.values_mut().flatten());
    let fakes = all.filter(|member| member.id.is_none());
    for (number, fake) in fakes.enumerate() {
        if let Some((like, places)) = people.get(spread(number, people.len())) {
            (fake.like, fake.places) = (*like, places.clone());
        }
    }
}

/// A number below a bound for each number, without any order: whose numbers these are is not published, so that this needs no secret.
fn spread(number: usize, bound: usize) -> usize {
    let mut mixed = (number as u64 ^ (bound as u64) << 32).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 31) % bound.max(1) as u64) as usize
}

/// Somebody else's quasi-identifiers: the tuple of the bucket that stands where the hole is.
fn counterfeit(bucket: &Bucket, value: Value, first: &Member) -> Member {
    let place = bucket.get(&value).map_or(0, Vec::len);
    let beside = bucket
        .values()
        .filter_map(|list| list.get(place))
        .find(|member| member.id.is_some());
    let like = beside.unwrap_or(first);
    Member {
        id: None,
        like: like.like,
        value,
        places: like.places.clone(),
    }
}
