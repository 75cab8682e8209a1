//! What is asked, as it came: a project and where its rows are.

use std::collections::BTreeMap;

use bauta_engines::Engine;
use bauta_formats::Source;
use bauta_guide::Said;
use bauta_methods::Technique;
use bauta_methods::mask::as_is::AsIs;
use bauta_table::Hierarchy;

use crate::project::{Output, Project};
use crate::report::ReleaseAttack;

/// A run that somebody asks for. It may be wrong in every way: [`Request::check`] tells.
pub struct Request {
    pub(super) project: Project,
    /// The data, where they were read or opened already.
    pub(super) given: Option<Given>,
    /// Whether the release stays in memory.
    pub(super) keeps: bool,
    /// Whether somebody looks at the run before the release goes anywhere: the lattice and the account are kept.
    pub(super) shows: bool,
    /// Hierarchies by attribute, where they were loaded already.
    pub(super) hierarchies: Option<BTreeMap<String, Hierarchy>>,
    pub(super) because: Vec<Said>,
    /// What attacks the release for its report.
    pub(super) attack: Option<ReleaseAttack>,
}

/// Data that were read or opened already.
pub(super) enum Given {
    Table(Source),
    Engine(Box<dyn Engine>),
}

impl Request {
    /// A project, from the data that it names to the places that it names.
    pub fn new(project: &Project) -> Self {
        Request {
            project: project.clone(),
            given: None,
            keeps: false,
            shows: false,
            hierarchies: None,
            because: Vec::new(),
            attack: None,
        }
    }

    /// The same request on a table that was read already.
    #[must_use]
    pub fn on(self, source: Source) -> Self {
        Request {
            given: Some(Given::Table(source)),
            ..self
        }
    }

    /// Like [`Request::on`], for data that an engine holds. What the project says about engines is not looked at.
    #[must_use]
    pub fn on_engine(self, engine: Box<dyn Engine>) -> Self {
        Request {
            given: Some(Given::Engine(engine)),
            ..self
        }
    }

    /// The same request, whose release stays in memory. The project's outputs are not looked at.
    #[must_use]
    pub fn in_memory(mut self) -> Self {
        let language = self.project.output.language.take();
        self.project.output = Output {
            language,
            keep_order: self.project.output.keep_order,
            ..Output::default()
        };
        Request {
            keeps: true,
            ..self
        }
    }

    /// The table after the project's steps: no method follows them, and the release stays in memory. Nobody keeps its pseudonyms, so
    /// they need no key and no place.
    #[must_use]
    pub fn after_steps(mut self) -> Self {
        self.project.anonymize.method = AsIs.descriptor().id.into();
        self.project.anonymize.parameters.clear();
        self.project.pseudonyms = self.project.pseudonyms.drawn_anew();
        self.in_memory()
    }

    /// The same request, whose lattice and account are kept for somebody to look at.
    #[must_use]
    pub fn shown(self) -> Self {
        Request {
            shows: true,
            ..self
        }
    }

    /// The same request, with hierarchies that were loaded already.
    #[must_use]
    pub fn with_hierarchies(self, hierarchies: BTreeMap<String, Hierarchy>) -> Self {
        Request {
            hierarchies: Some(hierarchies),
            ..self
        }
    }

    /// Attacks the release for its report, where a report is asked for and the rows are in memory.
    #[must_use]
    pub fn attacked_by(self, attack: ReleaseAttack) -> Self {
        Request {
            attack: Some(attack),
            ..self
        }
    }

    /// The same request, with the reasons for which it was chosen.
    #[must_use]
    pub fn because(self, because: Vec<Said>) -> Self {
        Request { because, ..self }
    }
}
