//! A folder of triples anonymised by an engine: the graph stays where it is, and only combinations of values come here.
//!
//! **Idea**
//! 1. The engine joins the predicates' files to a table of the entities: one row each, quasi-identifiers and sensitive values as columns.
//! 2. It counts the combinations; a small graph has one entity for each, which counts for all that have it ([`summary`]).
//! 3. The small graph is anonymised, and judged, as every graph in memory is: groups, classes, ranges.
//! 4. What became of each combination is a look-up table; the engine publishes every entity by it, and writes each predicate with new names.
//! 5. It counts what it wrote: entities, classes and groups must be as many as planned, and nobody named. Only then the folder gets its name.
//!
//! **Invariant** the release is that of the same folder read into memory, triple by triple, with the same seed.

mod asked;
mod closed;
mod entities;
mod names;
mod release;
mod schema;
mod summary;

use bauta_engines::datafusion::Tables;
use bauta_engines::triples;
use bauta_engines::{Counted, Engine, Mapping, Output, Replaced, Tuples, Written};
use bauta_formats::StagedFolder;
use bauta_graph::context::{AnatomyMethod, Context, Entailment, Others};
use bauta_graph::leak::leading_to;
use bauta_graph::release::{Answer, Finding, Given, NAME_FINDINGS, Release};
use bauta_graph::{Graph, Id, iri};
use bauta_table::{Fault, Progress, Stage};

use super::is_named;
use crate::{GraphReport, GraphRequest, read_context};
use asked::Asked;
use bauta_messages::{Error, Result};
use bauta_run::report::timed;
use entities::Named;
use release::Plan;
use schema::Schema;
use summary::Summary;

/// Anonymises a folder of triples on an engine.
pub(crate) fn anonymize(
    request: &GraphRequest,
    tables: &Tables,
    progress: &dyn Progress,
) -> Result<GraphReport> {
    let context = read_context(&request.context)?;
    let input = checked(request, &context)?;
    let hierarchies = crate::hierarchies(&context, &request.context)?;
    let seed = crate::seed(request.seed)?;
    let staged = StagedFolder::begin(&request.output, request.force)?;
    let asked = Asked::open(tables, input, staged.aside(), progress)?;
    let mut report = GraphReport::new(asked.triples(), Vec::new());
    let mut work = Work {
        asked,
        context,
        seed,
        report: &mut report,
    };
    let mut seconds = 0.0;
    let read = timed(&mut seconds, || work.read())?;
    work.report.seconds.0 = seconds;
    let given = Given {
        hierarchies,
        seed,
        weights: read.summary.weights.clone(),
    };
    let done = work.released(read, given, &staged)?;
    let report_file = match &request.report {
        Some(path) => Some(crate::stage_report(&report, path, request)?),
        None => None,
    };
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    if done {
        staged.staged().commit()?;
    }
    report_file.map_or(Ok(()), bauta_formats::Staged::commit)?;
    Ok(report)
}

/// What cannot be done on an engine, all of it at once.
fn checked<'r>(request: &'r GraphRequest, context: &Context) -> Result<&'r std::path::Path> {
    let asked = [
        (context.entities.query.is_some(), "entities.query"),
        (
            context.anatomy.method == AnatomyMethod::Entities,
            "anatomy.method = \"entities\"",
        ),
        (context.neighbourhood.is_some(), "[neighbourhood]"),
        (
            context.others == Others::Withheld,
            "others = \"withheld\", which is the default,",
        ),
        (
            context.entailment == Entailment::OwlRl,
            "entailment = \"owl-rl\"",
        ),
        (request.updates.is_some(), "--updates"),
    ];
    let not_yet = |what: &str| {
        Fault::Request(format!(
            "{what} cannot be had on an engine; leave out --engine"
        ))
    };
    let mut faults: Vec<Fault> = asked
        .iter()
        .filter(|(asked, _)| *asked)
        .map(|(_, what)| not_yet(what))
        .collect();
    if !is_named(&request.output) {
        faults.push(Fault::Request(
            "an engine writes a folder of triples; name the output NAME.triples".into(),
        ));
    }
    match request.data.as_slice() {
        [one] if triples::is_folder(one) && faults.is_empty() => Ok(one),
        [one] if triples::is_folder(one) => Err(Error::Faults(faults)),
        _ => {
            faults.push(Fault::Request(
                "an engine reads one folder of triples; make it with bauta graph convert GRAPH -o NAME.triples".into(),
            ));
            Err(Error::Faults(faults))
        }
    }
}

/// What was read of the folder.
struct Read {
    named: Named,
    summary: Summary,
    counted: Option<Counted>,
    engine: Option<Box<dyn Engine>>,
    entities: u64,
}

struct Work<'a> {
    asked: Asked<'a>,
    context: Context,
    seed: u64,
    report: &'a mut GraphReport,
}

impl Work<'_> {
    /// Steps 1 and 2.
    fn read(&mut self) -> Result<Read> {
        let asked = &self.asked;
        let schema = Schema::read(asked)?;
        let named = Named::find(asked, &self.context, &schema)?;
        let entities = entities::protected(asked, &self.context, &schema)?;
        let table = entities::table(asked, &named, entities)?;
        let engine = if named.attributes.is_empty() {
            None
        } else {
            Some(asked.tables.open(&table)?)
        };
        let counted = match &engine {
            Some(engine) => Some(engine.frequency_set(&named.columns(), asked.progress)?),
            None => None,
        };
        let summary = Summary::of(
            asked,
            &self.context,
            &schema,
            &named,
            counted.as_ref(),
            entities,
        )?;
        self.report.notes.push(format!(
            "{} of {entities} entities are different in what counts; they were counted by the engine {}",
            summary.entities.len(),
            asked.tables.name()
        ));
        Ok(Read {
            named,
            summary,
            counted,
            engine,
            entities,
        })
    }

    /// Steps 3 to 5; whether there is a release.
    fn released(&mut self, mut read: Read, given: Given, staged: &StagedFolder) -> Result<bool> {
        let context = summary::context_of(&self.context);
        let mut seconds = (0.0, 0.0);
        let answer = timed(&mut seconds.0, || {
            bauta_graph::release::anonymize(
                &mut read.summary.graph,
                &context,
                &given,
                self.asked.progress,
            )
        })?;
        let release = match answer {
            Answer::Released(release) => release,
            Answer::Unreachable(miss) => {
                self.report.nearest_miss = Some(miss);
                return Ok(false);
            }
        };
        closed::refuse_more(&self.asked, &self.context, &read.named, &read.summary.graph)?;
        self.followed(&read.summary.graph, &release)?;
        let published = read.summary.published(&read.named, &context, &release);
        let mut names = names::drawn(&self.asked, &self.context, &read.summary.values, self.seed)?;
        closed::naming(&self.asked, &read.named)?;
        let in_group = format!("<{}>", context.vocabulary.iri("inGroup"));
        let plan = Plan::of(
            &self.asked,
            (&read.summary, &published),
            &mut names,
            in_group,
        )?;
        let cut = context.anatomy.method != AnatomyMethod::None;
        let predicates = timed(&mut seconds.1, || -> Result<_> {
            // The table is gone when this is dropped.
            let _published = self.recoded(&read, &plan)?;
            release::written(&self.asked, &read.named, &plan, cut, &staged.inside())
        })?;
        self.asked.progress.tell(Stage::Verify, 0, None);
        let counts = (&plan, read.summary.weights.as_slice());
        let replaced = self.context.identifiers.replace;
        let broken = release::broken(
            &self.asked,
            &read.named,
            counts,
            &predicates,
            (cut, replaced),
        )?;
        if !broken.is_empty() {
            return Err(Error::Refused {
                method: self.asked.tables.name(),
                broken,
            });
        }
        self.tell(&release, &read, cut);
        self.report.renamed = names.renamed;
        self.report.triples.1 = predicates.iter().map(|predicate| predicate.triples).sum();
        (self.report.seconds.1, self.report.seconds.2) = seconds;
        Ok(true)
    }

    /// Makes the table `published`: every entity with what its combination became. It stays hidden: only queries read it.
    fn recoded(&self, read: &Read, plan: &Plan) -> Result<Option<Box<dyn Written>>> {
        let (Some(engine), Some(counted)) = (&read.engine, &read.counted) else {
            return Ok(None);
        };
        let mut columns = vec![("entity".to_owned(), Replaced::Kept)];
        let names = read.named.columns().into_iter().enumerate();
        columns.extend(names.map(|(place, name)| (name, Replaced::ByTuple { place })));
        let tuples = Tuples {
            keys: counted.keys.clone(),
            labels: plan.labels(&read.named),
        };
        let mapping = Mapping {
            columns,
            tuples: Some(tuples),
        };
        let place = self.asked.aside.join("published.parquet");
        let output = Output {
            place: place.display().to_string().parse()?,
            force: false,
        };
        let written = engine.apply(&mapping, &output, self.asked.progress)?;
        if written.rows() != read.entities {
            let broken = vec![format!(
                "{} rows written, {} planned",
                written.rows(),
                read.entities
            )];
            return Err(Error::Refused {
                method: self.asked.tables.name(),
                broken,
            });
        }
        let files = written.files();
        let folder = files.first().and_then(|(_, file)| file.parent());
        let folder = folder.ok_or_else(|| Error::internal("the entities are in no folder"))?;
        self.asked.tables.register("published", folder)?;
        Ok(Some(written))
    }

    /// Refuses a graph in which hidden links could follow from others: whether they do is not told without all of its links.
    fn followed(&mut self, graph: &Graph, release: &Release) -> Result<()> {
        if self.context.entailment == Entailment::None {
            return Ok(());
        }
        let hidden: Vec<Id> = release
            .grouped
            .iter()
            .map(|property| property.property)
            .collect();
        let leading = if hidden.is_empty() {
            Vec::new()
        } else {
            leading_to(graph, &hidden)
        };
        let mut ways: Vec<String> = leading
            .into_iter()
            .map(|id| graph.dictionary.label(id).into_owned())
            .collect();
        ways.push(iri::SAME_AS.to_owned());
        ways.retain(|way| self.asked.find(way).is_some());
        if ways.is_empty() {
            return Ok(());
        }
        Err(Error::request(format!(
            "whether hidden links follow by {} is not looked at on an engine; name these properties as sensitive, set entailment = \"none\", or leave out --engine",
            ways.join(", ")
        )))
    }

    /// What holds: of the small graph, and of what was written.
    fn tell(&mut self, release: &Release, read: &Read, cut: bool) {
        self.report.tell(release);
        self.report.entities = read.entities;
        self.report.notes.push(closed::NOT_LOOKED_AT.to_owned());
        let found = &mut self.report.guarantees;
        // What was found of names in the small graph says nothing of the large one.
        found.retain(|finding| !NAME_FINDINGS.contains(&finding.what.as_str()));
        let mut first = |what: &str| {
            found.retain(|finding| finding.what != what);
            found.insert(
                0,
                Finding {
                    what: what.to_owned(),
                    holds: true,
                },
            );
        };
        if cut || !read.named.identifiers.is_empty() {
            first("no entity keeps an identifying or a sensitive property");
        }
        if self.context.identifiers.replace {
            first("no entity is named by its IRI or one that extends it, as subject or object");
        }
        if self.context.entailment == Entailment::Rules {
            let what = "no hidden link follows by RDFS, owl:sameAs, inverse or other properties";
            found.push(Finding {
                what: what.to_owned(),
                holds: true,
            });
        }
    }
}
