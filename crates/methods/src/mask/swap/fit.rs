//! Partners with whom both rows keep the edit rules.

use bauta_table::rule::Bound;

use crate::contract::Task;

/// Who may exchange the attributes that are being exchanged. Rules hold after every exchange, so they hold at the end.
pub(super) struct Fit<'a> {
    bound: Option<Bound<'a>>,
    /// For each rule, whether rows that broke it already may go on.
    known: Vec<bool>,
    /// For each attribute of the rules, where its values come from by now; none = nothing was exchanged yet.
    sources: Vec<Option<Vec<u32>>>,
    /// The attributes that are being exchanged, by their places among those of the rules.
    moving: Vec<usize>,
    /// Rows that found no partner because of a rule.
    pub alone: u64,
}

impl<'a> Fit<'a> {
    pub fn new(task: &Task<'a>, named: &[usize]) -> Self {
        let table = task.prepared.table;
        let column = |name: &str| {
            table
                .index_of(name)
                .ok()
                .map(|index| &table.attributes()[index].column)
        };
        let bound = task.rules.map(|rules| Bound::new(rules, column));
        let known = task
            .rules
            .map(|rules| rules.known.iter().map(|&rows| rows > 0).collect())
            .unwrap_or_default();
        let places = bound.as_ref().map_or(0, |bound| bound.attributes().len());
        let mut fit = Fit {
            bound,
            known,
            sources: vec![None; places],
            moving: Vec::new(),
            alone: 0,
        };
        fit.exchange(task, named);
        fit
    }

    /// These attributes are exchanged from now on.
    pub fn exchange(&mut self, task: &Task<'_>, named: &[usize]) {
        let attributes = self
            .bound
            .as_ref()
            .map(Bound::attributes)
            .unwrap_or_default();
        let place = |&index: &usize| {
            let name = &task.prepared.table.attributes()[index].name;
            attributes.iter().position(|own| own == name)
        };
        self.moving = named.iter().filter_map(place).collect();
    }

    /// They have been, as told.
    pub fn exchanged(&mut self, source: &[u32]) {
        for &place in &self.moving {
            self.sources[place] = Some(source.to_vec());
        }
    }

    /// Whether two rows keep every rule if they exchange.
    pub fn allows(&self, one: u32, other: u32) -> bool {
        let Some(bound) = &self.bound else {
            return true;
        };
        if self.moving.is_empty() {
            return true;
        }
        let concerned = |rule: &usize| {
            self.moving
                .iter()
                .any(|&place| bound.speaks_of(*rule, place))
        };
        (0..bound.len()).filter(concerned).all(|rule| {
            [
                (one as usize, other as usize),
                (other as usize, one as usize),
            ]
            .into_iter()
            .all(|(row, from)| {
                let row_at = |place: usize| {
                    let row = if self.moving.contains(&place) {
                        from
                    } else {
                        row
                    };
                    self.sources[place]
                        .as_ref()
                        .map_or(row, |source| source[row] as usize)
                };
                !bound.breaks(rule, row_at) || (self.known[rule] && bound.breaks(rule, |_| row))
            })
        })
    }

    pub fn note(&self) -> Option<String> {
        (self.alone > 0).then(|| {
            format!(
                "{} rows kept their values: with every partner in reach a rule would be broken",
                self.alone
            )
        })
    }
}
