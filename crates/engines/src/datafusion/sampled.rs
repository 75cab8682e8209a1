//! Some rows of a data set by their numbers: written once to a hidden place beside the output, and read from there.
//!
//! A query that numbers rows has to run in one partition; the counts that come after it need not. Which rows stay is a look-up table of bits, so that
//! executors of anybody can do it.

use std::sync::Arc;

use ::datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch};
use ::datafusion::common::DataFusionError;
use bauta_table::Progress;
use futures_util::{StreamExt, TryStreamExt};
use url::Url;

use super::drawn::{NUMBER, numbered};
use super::lookup::{Fused, Lookups};
use super::output::AT_A_TIME;
use super::source::Source;
use super::staging::{Staging, Target};
use super::written::Files;
use super::{Fusion, fresh};
use crate::contract::{Chosen, Output};
use crate::error::{Error, Result};
use crate::sql;

/// The columns of the look-up table: the number of a word, and its bits.
const WORD: &str = "word";
const BITS: &str = "bits";

/// The chosen rows.
pub(super) fn sampled(
    fusion: &Fusion,
    chosen: &Chosen,
    output: &Output,
    progress: &dyn Progress,
) -> Result<Fusion> {
    let (session, form) = (&fusion.session, fusion.source.form);
    let (target, _) = Target::of(&output.place, output.force)?;
    let staging = session.run(
        async { Ok(Staging::make(&session.writing, &target).await) },
        progress,
    )??;
    let mut files = Files::new(
        session.clone(),
        target,
        staging,
        form,
        fusion.reading.clone(),
    );
    let groups = fusion.groups();
    files.names = form.names("sample", groups.len());
    let places = session.run(write(fusion, chosen, &files, &groups), progress)?;
    if places.is_empty() {
        return Err(Error::request(
            "the sample has no row",
            "draw a larger share",
        ));
    }
    let shown = &fusion.source.shown;
    let source = Source::of_files(&session.counting, places, form, shown, &fusion.reading);
    let source = session.run(source, progress)??;
    let mut sampled = Fusion::of(session.clone(), source, fusion.reading.clone())?;
    sampled.limit = fusion.limit;
    sampled.hidden = Some(files);
    Ok(sampled)
}

/// Writes the chosen rows of every group of files, and gives the places of those that have some.
async fn write(
    fusion: &Fusion,
    chosen: &Chosen,
    files: &Files,
    groups: &[Vec<Url>],
) -> Fused<Vec<Url>> {
    let before = fusion.rows_before(groups).await?;
    let work = groups.iter().zip(&files.names).zip(before.windows(2)).map(
        |((group, name), rows)| async move {
            let place = files
                .staging
                .rows(name)
                .ok_or_else(|| DataFusionError::Configuration("no place".into()))?;
            let written = group_of(
                fusion,
                group,
                &words(chosen, rows[0]..rows[1])?,
                (files, &place),
            )
            .await?;
            Ok::<_, DataFusionError>((written > 0).then_some(place))
        },
    );
    let places = futures_util::stream::iter(work)
        .buffered(AT_A_TIME)
        .try_collect::<Vec<_>>();
    Ok(places.await?.into_iter().flatten().collect())
}

/// Writes the chosen rows of a group of files, in their order; how many they are.
async fn group_of(
    fusion: &Fusion,
    group: &[Url],
    words: &RecordBatch,
    (files, place): (&Files, &Url),
) -> Fused<u64> {
    let (session, data) = (&fusion.session, fresh("part"));
    session
        .writing
        .register_table(&*data, fusion.source.table(&session.writing, group)?)?;
    let mut lookups = Lookups::default();
    let written = async {
        let words = lookups
            .table((session, &session.writing), &files.staging, words.clone())
            .await?;
        session
            .written(
                &query(fusion, &sql::quoted(&data), &words),
                place,
                fusion.source.form,
            )
            .await
    };
    let written = written.await;
    lookups.forget(&session.writing, &files.staging).await;
    session.writing.deregister_table(&*data)?;
    written
}

/// The rows whose bits are set; built-in functions only. The table of words comes first: it is what a join holds in memory.
fn query(fusion: &Fusion, data: &str, words: &str) -> String {
    let columns = fusion
        .columns
        .iter()
        .map(|name| format!("{} AS {}", sql::of_data(name), sql::quoted(name)));
    let columns = columns.collect::<Vec<_>>().join(", ");
    let (rows, number) = (numbered(data, 0), sql::of_data(NUMBER));
    let from_zero = format!("(CAST({number} AS BIGINT) - 1)");
    format!(
        "SELECT {columns} FROM {words} AS w JOIN {rows} AS d ON w.{WORD} = {from_zero} / 64 \
         WHERE ((w.{BITS} >> ({from_zero} % 64)) & 1) = 1 ORDER BY {number}"
    )
}

/// Which of some rows are chosen: a bit a row, 64 to a word; words without any are left out.
fn words(chosen: &Chosen, rows: std::ops::Range<u64>) -> Fused<RecordBatch> {
    let (mut places, mut bits) = (Vec::new(), Vec::new());
    for (place, first) in rows.clone().step_by(64).enumerate() {
        let word = (first..rows.end.min(first + 64))
            .filter(|row| chosen(*row))
            .map(|row| 1u64 << (row - first));
        let word = word.fold(0, std::ops::BitOr::bitor);
        if word != 0 {
            places.push(place as i64);
            bits.push(word as i64);
        }
    }
    let column = |numbers: Vec<i64>| -> ArrayRef { Arc::new(Int64Array::from(numbers)) };
    Ok(RecordBatch::try_from_iter([
        (WORD, column(places)),
        (BITS, column(bits)),
    ])?)
}
