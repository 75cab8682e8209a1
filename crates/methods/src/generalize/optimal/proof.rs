//! Whether the best node is proven, in a sentence.
//!
//! **Idea.** An exact search ends when no other node can lose less. An anytime search that was cut short leaves nodes that it has not looked at: what
//! they lose at least follows from the levels that the first attributes of the exact search's order can have. Where that is no less than what the best
//! one loses, it is proven all the same.

use bauta_table::Progress;

use super::super::full_domain::{Domain, Losses};
use super::exact::{self, End, Found};

/// The bound on the nodes that are left examines one combination of levels of the first attributes per this number of nodes that the search
/// examined: a combination costs about as much as its levels, and the bound must not cost more than the search.
const NODES: u64 = 25;

/// What is said of a search that was not stopped by the user.
pub(super) fn note(
    domain: &Domain<'_>,
    losses: &Losses,
    found: &Found,
    progress: &dyn Progress,
) -> String {
    let (checked, all) = (found.checked, domain.lattice.size());
    let looked = format!("looked at {checked} of {all} combinations of levels");
    let left = all.saturating_sub(u128::from(checked));
    let limit = match (found.end, &found.best) {
        (End::Proven, None) => {
            return format!("{looked}; none satisfies the requirements: this is proven");
        }
        (_, None) => {
            return format!(
                "{looked}; {left} are left: it is not proven that none satisfies the requirements"
            );
        }
        (End::Proven, Some(_)) => None,
        (end, Some(best)) => {
            // Who is out of time does not want to wait for a finer bound.
            let most = if end == End::Time { 0 } else { checked / NODES };
            let search = exact::Search::new(domain, losses, progress, None);
            let bound = search.least_loss_below(best, most);
            bound.map(|bound| (end, bound, best.loss))
        }
    };
    let Some((end, bound, loss)) = limit else {
        return format!("{looked}; no other one loses less: this is proven");
    };
    match end {
        End::Time => format!(
            "{looked}, then time was up (time-limit); {left} are left, which lose at least {bound:.6}: it is not proven that the one found, which loses {loss:.6}, is the best"
        ),
        End::Checks => format!(
            "{looked}, then no more were allowed (checks); {left} are left, which lose at least {bound:.6}: it is not proven that the one found, which loses {loss:.6}, is the best"
        ),
        _ => format!(
            "{looked}, then the search found no way on; {left} are left, which lose at least {bound:.6}: it is not proven that the one found, which loses {loss:.6}, is the best"
        ),
    }
}
