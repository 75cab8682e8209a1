//! Files that are written and not visible yet.

use std::path::PathBuf;
use std::sync::Arc;

use bauta_formats::ReadOptions;
use bauta_privacy::Approval;
use bauta_table::Silent;
use url::Url;

use super::Fusion;
use super::session::Session;
use super::source::{Form, Source};
use super::staging::{Staging, Target};
use crate::contract::{Engine, Written};
use crate::error::Result;

/// Files in a hidden place.
pub(super) struct Files {
    pub(super) session: Arc<Session>,
    pub(super) target: Target,
    pub(super) staging: Staging,
    pub(super) form: Form,
    pub(super) names: Vec<String>,
    pub(super) rows: u64,
    pub(super) limit: Option<u64>,
    reading: ReadOptions,
}

impl Files {
    pub(super) fn new(
        session: Arc<Session>,
        target: Target,
        staging: Staging,
        form: Form,
        reading: ReadOptions,
    ) -> Files {
        // What the user said of kinds is about the data as they were; labels are others.
        let reading = ReadOptions {
            kinds: Default::default(),
            delimiter: None,
            ..reading
        };
        Files {
            session,
            target,
            staging,
            form,
            names: Vec::new(),
            rows: 0,
            limit: None,
            reading,
        }
    }
}

impl Written for Files {
    fn rows(&self) -> u64 {
        self.rows
    }

    fn reopen(&self) -> Result<Box<dyn Engine>> {
        let urls: Option<Vec<Url>> = self
            .names
            .iter()
            .map(|name| self.staging.rows(name))
            .collect();
        let urls = urls.ok_or_else(|| self.session.broke("the hidden place has no address"))?;
        let source = Source::of_files(
            &self.session.counting,
            urls,
            self.form,
            &self.target.shown,
            &self.reading,
        );
        let source = self.session.run(source, &Silent)??;
        let mut again = Fusion::of(self.session.clone(), source, self.reading.clone())?;
        again.limit = self.limit;
        Ok(Box::new(again))
    }

    fn files(&self) -> Vec<(Option<String>, PathBuf)> {
        let file = |name: &String| {
            let url = self
                .staging
                .rows(name)
                .filter(|url| url.scheme() == "file")?;
            Some((
                self.session.spread.then(|| name.clone()),
                url.to_file_path().ok()?,
            ))
        };
        self.names.iter().filter_map(file).collect()
    }

    fn publish(self: Box<Self>, _: &Approval) -> Result<()> {
        let commit = self
            .staging
            .commit(&self.target, &self.names, self.session.spread);
        self.session.run(async { Ok(commit.await) }, &Silent)?
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let session = self.session.clone();
        let staging = &mut self.staging;
        let _ = session.run(
            async {
                staging.remove().await;
                Ok(())
            },
            &Silent,
        );
    }
}
