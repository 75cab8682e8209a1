//! Slicing: attributes in column groups, rows in buckets; inside a bucket the column groups are shuffled against each other.
//!
//! **Paper** li2012slicing; thesis, section 4 (its sentence on which links are kept is the wrong way round).
//!
//! **Guarantee** every bucket satisfies what is asked for: whoever finds a person's bucket finds at least l sensitive values there.
//! Quasi-identifiers stay exact, and those of one column group stay together.
//!
//! **Idea**
//! 1. Attribute partition: how much two attributes tell about each other is Cramér's V. The two groups with the highest mean V are
//!    joined, while it is at least `strength` and the group has at most `width` attributes. The sensitive attribute is a group of its
//!    own, with the attributes of `linked`, if any.
//! 2. Tuple partition: a bucket is cut at the median of the quasi-identifier with most different values in it, or of the next
//!    one, while both halves hold.
//! 3. In each bucket the rows of each column group are shuffled by themselves. Buckets are published one after the other.
//!
//! **Notation** column → column group; bucket → bucket.
//!
//! **Differences from the paper** (a) the paper's medoids are replaced by joining pairs, which needs no number of groups. (b) It lets the
//! sensitive attribute share its column with what goes with it, and bounds chances on average; here such attributes are named, and
//! classes are buckets together with their values, which the verifier checks. (c) Numbers of more than ten values are put in ten
//! ranges of equally many rows to compute V.
//!
//! **Cost** attributes² × n + n log² n.
//!
//! **Invariants** `links_inside_column_groups_are_kept`, `what_goes_together_stays_together`, `every_bucket_holds`.

mod association;
mod partition;
mod telling;

use std::sync::Arc;

use bauta_table::Role;
use bauta_table::recoding::{BucketOutput, Buckets, Places, Recoding, Shuffle};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use crate::contract::{Context, NearestMiss, Outcome, Planner, Result, Task, Technique, stream};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::keeps::Keeps;
use crate::named::places;
use crate::parameter::{Attributes, Number, Parameter, Parameters, Whole};
use crate::trace::{Decision, Example, Lesson, State, Template};
use partition::{Partition, partition};
use telling::Telling;

/// Slicing.
pub struct Slicing;

impl Technique for Slicing {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(SlicingParameters {
            width: parameters.get(&WIDTH) as usize,
            strength: parameters.get(&STRENGTH),
            linked: parameters.get(&LINKED),
        })
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// What slicing is told.
struct SlicingParameters {
    /// Most attributes of a column group.
    width: usize,
    /// Least Cramér's V of attributes that are kept together.
    strength: f64,
    /// Attributes that stay with the sensitive one.
    linked: Vec<String>,
}

impl Planner for SlicingParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Slicing
    }

    fn keeps(&self) -> Option<Keeps> {
        Some(Keeps::marginals(KEEPS))
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let table = task.prepared.table;
        let sensitive = task.prepared.sensitive[0];
        let linked: Vec<usize> = places(table, &self.linked)
            .into_iter()
            .filter(|&index| index != sensitive)
            .collect();
        // Step 1.
        let own: Vec<usize> = linked.iter().copied().chain([sensitive]).collect();
        let free = (0..table.attributes().len()).filter(|index| !own.contains(index));
        let free: Vec<usize> = free
            .filter(|&index| table.attributes()[index].role != Role::Identifier)
            .collect();
        let (width, strength) = (self.width, self.strength);
        let told = context
            .trace
            .as_ref()
            .map(|trace| Telling::new(trace, table.rows()));
        let grouped = |told: Option<&Telling<'_>>| {
            let mut columns = association::grouped(table, &free, (width, strength), told);
            columns.push(own.clone());
            told.iter()
                .for_each(|told| told.columns(&columns, strength));
            columns
        };
        // Step 2, which does not need the first: they are told one after the other.
        let (columns, partition) = match told.as_ref() {
            Some(told) => (grouped(Some(told)), partition(task, &linked, Some(told))),
            None => rayon::join(|| grouped(None), || partition(task, &linked, None)),
        };
        let Some(partition) = partition else {
            return Ok(Outcome::Unreachable(missed(task)));
        };
        // Step 3.
        let buckets = || {
            let mut bucket_of_row = vec![0; table.rows()];
            for (rows, bucket) in partition.buckets().zip(0..) {
                rows.iter()
                    .for_each(|&row| bucket_of_row[row as usize] = bucket);
            }
            bucket_of_row
        };
        // Each column group draws from a stream of its own, so that they can be shuffled at the same time.
        let rng = &context.rng;
        let shuffled =
            |group: usize| Places::shuffled(&partition.sizes, &mut ByChance(stream(rng, group)));
        let places = || (0..columns.len()).into_par_iter().map(shuffled).collect();
        let (bucket_of_row, places) = rayon::join(buckets, places);
        let names = |group: &Vec<usize>| {
            group
                .iter()
                .map(|&index| table.attributes()[index].name.as_str())
                .collect::<Vec<_>>()
                .join(" + ")
        };
        context.notes.push(format!(
            "column groups: {}",
            columns.iter().map(names).collect::<Vec<_>>().join("; ")
        ));
        let count = partition.sizes.len();
        let Partition { rows, sizes } = partition;
        let output = BucketOutput::Sliced {
            columns,
            rows,
            sizes,
            places,
            linked,
        };
        let plan = Recoding::Buckets(Buckets {
            bucket_of_row,
            count,
            output,
        });
        if let Some(trace) = &context.trace {
            trace.tell(Decision::Shuffle, Vec::new(), State::recoded(plan.clone()));
        }
        Ok(Outcome::Plan(plan))
    }
}

/// Step 3 for one bucket and one column group.
struct ByChance(ChaCha20Rng);

impl Shuffle for ByChance {
    fn shuffle<T>(&mut self, bucket: &mut [T]) {
        bucket.shuffle(&mut self.0);
    }
}

fn missed(task: &Task<'_>) -> NearestMiss {
    NearestMiss {
        attempt: "all rows in one bucket".into(),
        missing: task.models.iter().map(bauta_privacy::Judge::title).collect(),
        advice: "the sensitive attribute has too few different values, or --linked ties it to too much; ask for less"
            .into(),
    }
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::Separation,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example {
        l: Some(2),
        may_leave_out: 0,
        ..Example::PLAIN
    },
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "slicing",
    title: Text {
        en: "Slicing",
        fr: "Découpage (slicing)",
    },
    family: Family::Separation,
    summary: Text {
        en: "Keeps attributes that go together in column groups, puts rows in buckets, and shuffles the column groups against each other inside each bucket.",
        fr: "Garde ensemble les attributs liés dans des groupes de colonnes, répartit les lignes en paquets, et mélange les groupes de colonnes entre eux dans chaque paquet.",
    },
    papers: &["li2012slicing"],
    parameters: &[&WIDTH, &STRENGTH, &LINKED],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 1,
        sensitive_at_most: 1,
        hierarchies: false,
    },
    guarantees: Text {
        en: "A person's bucket holds at least k rows and l different sensitive values, as asked for. Who is in the table is not hidden.",
        fr: "Le paquet d'une personne contient au moins k lignes et l valeurs sensibles différentes, selon la demande. La présence dans la table n'est pas cachée.",
    },
    cost: "attributes² × n + n log² n",
    outputs: 1,
};

const WIDTH: Parameter<Whole> = Parameter {
    name: "width",
    kind: Whole {
        least: 1,
        most: 1000,
    },
    default: 2,
    help: Text {
        en: "most attributes of a column group",
        fr: "nombre maximal d'attributs par groupe de colonnes",
    },
};

const STRENGTH: Parameter<Number> = Parameter {
    name: "strength",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.1,
    help: Text {
        en: "least Cramér's V of attributes that are kept together",
        fr: "V de Cramér minimal des attributs gardés ensemble",
    },
};

const LINKED: Parameter<Attributes> = Parameter {
    name: "linked",
    kind: Attributes {
        measurable: false,
        least: 0,
        changed: false,
    },
    default: "",
    help: Text {
        en: "attributes that stay with the sensitive one; guarantees then hold for each of their values",
        fr: "attributs qui restent avec l'attribut sensible ; les garanties valent alors pour chacune de leurs valeurs",
    },
};

const KEEPS: Text = Text {
    en: "Slicing keeps each attribute's values exactly, and the links inside a column group; links between groups hold only as far as buckets do.",
    fr: "Le tranchage conserve exactement les valeurs de chaque attribut et les liens à l'intérieur d'un groupe de colonnes ; entre groupes, seuls subsistent ceux des paquets.",
};

#[cfg(test)]
mod tests;
