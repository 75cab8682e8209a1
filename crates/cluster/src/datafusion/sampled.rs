//! Some rows of a data set by their numbers: written once to a hidden place beside the output, and read from there.
//!
//! A query that numbers rows has to run in one partition; the counts that come after it need not.

use ::datafusion::common::DataFusionError;
use ::datafusion::config::CsvOptions;
use ::datafusion::dataframe::DataFrameWriteOptions;
use ::datafusion::logical_expr::ScalarUDF;
use bauta_table::Progress;
use url::Url;

use super::drawn::{NUMBER, chooses, numbered};
use super::source::{Form, Source};
use super::staging::{Staging, Target};
use super::written::Files;
use super::{Fusion, fresh};
use crate::contract::{Chosen, Coded, Counted, Engine, Mapping, Output, Profile, Ranked, Written};
use crate::error::Result;
use crate::sql;

/// A data set in a hidden place, which goes with it.
struct Sampled {
    fusion: Fusion,
    /// What removes the files.
    _files: Files,
}

/// The chosen rows.
pub(super) fn sampled(
    fusion: &Fusion,
    chosen: &Chosen,
    output: &Output,
    progress: &dyn Progress,
) -> Result<Box<dyn Engine>> {
    let (session, form) = (&fusion.session, fusion.source.form);
    let (target, _) = Target::of(&output.place, output.force)?;
    let staging = session.run(async { Ok(Staging::make(&session.writing, &target).await) }, progress)??;
    let mut files = Files::new(session.clone(), target, staging, form, fusion.reading.clone());
    let name = if form == Form::Parquet { "sample.parquet" } else { "sample.csv" };
    files.names = vec![name.to_owned()];
    let place = files.staging.rows(name).ok_or_else(|| session.broke("the hidden place has no address"))?;
    session.run(write(fusion, chosen, &place), progress)?;
    let shown = &fusion.source.shown;
    let source = Source::of_files(&session.counting, vec![place], form, shown, &fusion.reading);
    let source = session.run(source, progress)??;
    let mut sampled = Fusion::of(session.clone(), source, fusion.reading.clone())?;
    sampled.limit = fusion.limit;
    Ok(Box::new(Sampled { fusion: sampled, _files: files }))
}

async fn write(fusion: &Fusion, chosen: &Chosen, place: &Url) -> std::result::Result<(), DataFusionError> {
    let session = &fusion.session;
    let (data, function) = (fresh("part"), fresh("chosen"));
    let table = fusion.source.table(&session.writing, &fusion.source.files)?;
    session.writing.register_table(&*data, table)?;
    let chooses: ScalarUDF = chooses(function.clone(), chosen);
    session.writing.register_udf(chooses);
    let columns = fusion.columns.iter().map(|name| format!("{} AS {}", sql::of_data(name), sql::quoted(name)));
    let query = format!(
        "SELECT {} FROM {} AS d WHERE {function}({})",
        columns.collect::<Vec<_>>().join(", "),
        numbered(&sql::quoted(&data)),
        sql::of_data(NUMBER)
    );
    let written = async {
        let frame = session.plan(&query).await?;
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        match fusion.source.form {
            Form::Parquet => frame.write_parquet(place.as_str(), options, None).await,
            Form::Csv { delimiter } => {
                let csv = CsvOptions::default().with_has_header(true).with_delimiter(delimiter);
                frame.write_csv(place.as_str(), options, Some(csv)).await
            }
        }
    };
    let written = written.await;
    session.writing.deregister_table(&*data)?;
    session.writing.deregister_udf(&function);
    written.map(|_| ())
}

impl Engine for Sampled {
    fn name(&self) -> String {
        self.fusion.name()
    }

    fn columns(&self) -> &[String] {
        self.fusion.columns()
    }

    fn limit(&mut self, memory: u64) {
        self.fusion.limit(memory);
    }

    fn profile(&self, columns: &[String], progress: &dyn Progress) -> Result<Vec<Profile>> {
        self.fusion.profile(columns, progress)
    }

    fn frequency_set(&self, columns: &[String], progress: &dyn Progress) -> Result<Counted> {
        self.fusion.frequency_set(columns, progress)
    }

    fn coded(
        &self,
        columns: &[Ranked],
        cut: usize,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Option<Box<dyn Coded>>> {
        self.fusion.coded(columns, cut, output, progress)
    }

    fn numbers_rows(&self) -> bool {
        self.fusion.numbers_rows()
    }

    fn apply(&self, mapping: &Mapping, output: &Output, progress: &dyn Progress) -> Result<Box<dyn Written>> {
        self.fusion.apply(mapping, output, progress)
    }
}
