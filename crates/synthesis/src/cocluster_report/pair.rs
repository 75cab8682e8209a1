//! The values of two columns, co-clustered: which values of one go with which of the other.

use crate::cocluster::ProgressWatch;
use crate::cocluster::saved;
use crate::cocluster::search::{Effort, Grid, Hierarchy, Incidence, search};
use bauta_table::{Column, Progress};

use super::cards::arranged;
use super::{CoclusterOptions, Coclusters, Typical};
use bauta_messages::Problems;
use bauta_messages::Result;
use bauta_run::driver::{Original, read_in_roles};
use bauta_run::project::Project;

/// Co-clusters the values of two columns.
pub(super) fn of_columns(
    project: &Project,
    options: &CoclusterOptions,
    names: [&String; 2],
    progress: &dyn Progress,
) -> Result<Coclusters> {
    let mut project = project.clone();
    let mut problems = Problems::default();
    let original = read_in_roles(&mut project, None, &mut problems, progress);
    let indices = original
        .as_ref()
        .map(|original| names.map(|name| original.table.index_of(name)));
    let indices: Vec<usize> = indices
        .into_iter()
        .flatten()
        .filter_map(|index| problems.take(index.map_err(|fault| vec![fault])))
        .collect();
    problems.result()?;
    let (
        Some(Original {
            input,
            table,
            notes,
            ..
        }),
        [first, second],
    ) = (original, indices.as_slice())
    else {
        return Err(bauta_messages::Error::internal(
            "data were not read, without a reason",
        ));
    };
    let columns = [*first, *second].map(|index| &table.attributes()[index].column);
    let sizes = columns.map(|column| column.dictionary().len());
    let pairs =
        (0..table.rows()).map(|row| (columns[0].codes().get(row), columns[1].codes().get(row)));
    let incidence = Incidence::of_pairs(pairs, sizes);
    let effort = Effort {
        seed: options.seed,
        rounds: options.rounds,
    };
    let (best, criterion) = search(&incidence, effort, &ProgressWatch(progress))?;
    let hierarchy = Hierarchy::new(&incidence, &best);
    let level = options
        .clusters
        .and_then(|most| hierarchy.with_at_most(most.max(1)))
        .unwrap_or(0);
    let grid = hierarchy.grid(&incidence, &best, level);
    let cells = (0..grid.parts()[0])
        .map(|part| grid.row(part).to_vec())
        .collect();
    let raw = [0, 1].map(|axis| {
        let typical = values(names[axis], columns[axis], &grid, axis, table.rows());
        (names[axis].clone(), grid.values(axis).to_vec(), typical)
    });
    let (axes, cells) = arranged(cells, raw);
    let levels: Vec<_> = (level..hierarchy.levels().len())
        .map(|level| saved(&hierarchy, level))
        .collect();
    Ok(Coclusters {
        bauta: env!("CARGO_PKG_VERSION"),
        input: input.to_string(),
        rows: table.rows() as u64,
        axes,
        criterion: levels.first().map_or(criterion, |level| level.criterion),
        null_criterion: levels.last().map_or(criterion, |level| level.criterion),
        cells,
        levels,
        search: Vec::new(),
        seed: options.seed,
        notes,
    })
}

/// The values of each cluster, the most frequent first.
fn values(name: &str, column: &Column, grid: &Grid, axis: usize, rows: usize) -> Vec<Vec<Typical>> {
    let counts = column.codes().counts(column.dictionary().len());
    let mut of: Vec<Vec<Typical>> = vec![Vec::new(); grid.parts()[axis]];
    for (code, &part) in grid.part_of(axis).iter().enumerate() {
        let share = counts[code] as f64 / rows.max(1) as f64;
        let modality = column.dictionary().label(code as u32).into_owned();
        of[part as usize].push(Typical {
            variable: name.to_owned(),
            modality,
            share,
            lift: 1.0,
        });
    }
    of.iter_mut()
        .for_each(|values| values.sort_by(|one, other| other.share.total_cmp(&one.share)));
    of
}
