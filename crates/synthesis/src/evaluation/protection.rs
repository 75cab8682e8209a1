//! How near synthetic rows are to the people they were made from.

use std::collections::BTreeMap;

use crate::measures::Aligned;
use crate::measures::copies::{Copies, copies};
use crate::measures::membership::{self, MembershipAttack};
use crate::measures::nearest::{Closeness, nearest, places, share_nearer};
use bauta_table::{Progress, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use super::{KEPT, MADE, REAL, Ready, SyntheticRequest};
use bauta_evaluate::{AttackRequest, Criteria, criteria_of};
use bauta_messages::Result;

/// Members, and strangers, that are attacked for each attack of another kind: inferring membership costs less.
const PEOPLE_AN_ATTACK: usize = 4;
/// Level of confidence of an attack's interval: a dozen are looked at together.
const CONFIDENCE: f64 = 0.995;
/// The most pairs of rows that are compared.
const MOST_PAIRS: usize = 2_000_000_000;

/// Distances to the closest real rows, as shares of the largest possible one (Gower).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Distances {
    /// Of synthetic rows to the real rows they were made from.
    pub synthetic: Closeness,
    /// Of the rows kept out to the same: what people who had no part in it reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<Closeness>,
    /// Share of synthetic rows that are nearer to the real rows than to as many rows kept out, ties counting half: 0.5 copies nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearer_share: Option<f64>,
}

/// Rows drawn without repetition, ascending; all of them where there are not more.
pub(super) fn drawn(rows: usize, most: usize, rng: &mut ChaCha20Rng) -> Vec<u32> {
    let mut chosen: Vec<u32> = if most >= rows {
        (0..rows as u32).collect()
    } else {
        rand::seq::index::sample(rng, rows, most)
            .into_iter()
            .map(|row| row as u32)
            .collect()
    };
    chosen.sort_unstable();
    chosen
}

pub(super) fn copied(aligned: &Aligned, apart: bool) -> Copies {
    copies(aligned, REAL, MADE, apart.then_some(KEPT))
}

pub(super) fn distances(
    aligned: &Aligned,
    apart: bool,
    rng: &mut ChaCha20Rng,
) -> Option<Distances> {
    let [real, made, kept] = [REAL, MADE, KEPT].map(|table| &aligned.tables[table]);
    let asked = |rows: usize, base: usize, rng: &mut ChaCha20Rng| {
        drawn(rows, (MOST_PAIRS / base.max(1)).max(200), rng)
    };
    let all = places(aligned, &[real, made, kept]);
    let rows = asked(made.rows, real.rows, rng);
    let synthetic = Closeness::of(&nearest(&all[MADE], &rows, &all[REAL], false))?;
    if !apart {
        return Some(Distances {
            synthetic,
            held_out: None,
            nearer_share: None,
        });
    }
    let held_out = Closeness::of(&nearest(
        &all[KEPT],
        &asked(kept.rows, real.rows, rng),
        &all[REAL],
        false,
    ));
    // Groups of one size: in a larger one a near row is found more easily.
    let size = real.rows.min(kept.rows);
    let groups = [real, kept].map(|table| table.picked(&drawn(table.rows, size, rng)));
    let groups = places(aligned, &[&groups[0], &groups[1]]);
    let rows = asked(made.rows, 2 * size, rng);
    let [to_real, to_kept] = [0, 1].map(|group| nearest(&all[MADE], &rows, &groups[group], false));
    Some(Distances {
        synthetic,
        held_out,
        nearer_share: Some(share_nearer(&to_real, &to_kept)),
    })
}

/// Who took part, by attacks on the finished table; people who were kept out are the strangers.
pub(super) fn membership(
    aligned: &Aligned,
    apart: bool,
    request: &SyntheticRequest,
    notes: &mut Vec<String>,
) -> Option<Vec<MembershipAttack>> {
    if !apart || request.attacks == 0 {
        return None;
    }
    let mut rng = ChaCha20Rng::seed_from_u64(request.seed ^ 0x3E3B);
    let most = PEOPLE_AN_ATTACK * request.attacks;
    match membership::membership(aligned, [REAL, KEPT, MADE], most, &mut rng) {
        Ok(found) => Some(found),
        Err([members, strangers]) => {
            notes.push(format!(
                "membership inference has no result: {members} rows of the original and {strangers} of the people kept out are unique, too few to tell"
            ));
            None
        }
    }
}

/// The three criteria, by attacks; people who were kept out are the control.
pub(super) fn attacked(
    ready: &Ready,
    request: &SyntheticRequest,
    progress: &dyn Progress,
    notes: &mut Vec<String>,
) -> Result<Option<Criteria>> {
    if request.attacks == 0 {
        return Ok(None);
    }
    let attack = AttackRequest {
        original: Some(ready.input.clone()),
        control: ready.apart.then(|| "holdout".to_owned()),
        attacks: request.attacks,
        seed: request.seed,
        confidence: CONFIDENCE,
        ..AttackRequest::default()
    };
    let of_names = |table: &Table| {
        let wanted = table
            .attributes()
            .iter()
            .filter(|it| ready.names.contains(&it.name));
        Table::from_attributes(wanted.cloned().collect())
    };
    let mut told = Vec::new();
    let tables = [
        of_names(&ready.made),
        of_names(&ready.original),
        of_names(&ready.kept),
    ];
    let found = criteria_of(
        tables,
        ready.apart,
        ready.roles.clone(),
        BTreeMap::new(),
        &attack,
        progress,
        &mut told,
    );
    // What the notes say about a control stands in the evaluation's own words.
    notes.extend(
        told.into_iter()
            .filter(|note| ready.apart || !note.starts_with("no control")),
    );
    found
}
