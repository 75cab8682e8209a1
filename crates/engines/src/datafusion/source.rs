//! What a data set is made of: its files, how they are written, and their columns.

use std::path::Path;
use std::sync::Arc;

use ::datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use ::datafusion::common::DataFusionError;
use ::datafusion::datasource::file_format::FileFormat as Reader;
use ::datafusion::datasource::file_format::csv::CsvFormat;
use ::datafusion::datasource::file_format::parquet::ParquetFormat;
use ::datafusion::datasource::listing::{
    ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl,
};
use ::datafusion::prelude::SessionContext;
use bauta_formats::{FileFormat, Locator, ReadOptions, csv};
use futures_util::StreamExt;
use object_store::{GetOptions, GetRange, ObjectMeta, ObjectStore};
use url::Url;

use crate::error::{Error, Result};

/// How much of a CSV file is looked at to find out how it is written.
const LOOKED_AT: u64 = 64 << 10;

type Fused<T> = std::result::Result<T, DataFusionError>;

/// How the files are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Parquet,
    Csv { delimiter: u8 },
}

impl Form {
    /// Names of so many files.
    pub(crate) fn names(self, what: &str, count: usize) -> Vec<String> {
        let extension = if self == Form::Parquet {
            "parquet"
        } else {
            "csv"
        };
        (0..count)
            .map(|number| format!("{what}-{number:05}.{extension}"))
            .collect()
    }
}

/// A data set.
#[derive(Clone)]
pub(crate) struct Source {
    /// As the user named it.
    pub(crate) shown: String,
    pub(crate) files: Vec<Url>,
    pub(crate) form: Form,
    pub(crate) schema: SchemaRef,
}

/// An address: a file, or the files below a folder whose names fit a pattern.
pub(crate) struct Address {
    pub(crate) url: Url,
    pub(crate) pattern: Option<String>,
    pub(crate) format: FileFormat,
}

impl Address {
    /// Where a locator points to; only files that several processes can read in parts.
    pub(crate) fn of(locator: &Locator) -> Result<Address> {
        let (text, format) = match locator {
            Locator::ParquetGlob(pattern) => (pattern.clone(), FileFormat::Parquet),
            Locator::File {
                path,
                format: format @ (FileFormat::Parquet | FileFormat::Csv | FileFormat::Tsv),
                ..
            } => (path.display().to_string(), *format),
            _ => {
                return Err(Error::request(
                    format!("{locator} cannot be read by this engine"),
                    "use Parquet or CSV files, or --engine local",
                ));
            }
        };
        let (place, pattern) = match text.rsplit_once('/') {
            Some((folder, name)) if name.contains('*') => {
                (format!("{folder}/"), Some(name.to_owned()))
            }
            None if text.contains('*') => ("./".to_owned(), Some(text.clone())),
            _ => (text.clone(), None),
        };
        let bad = || {
            Error::request(
                format!("{text} is no address of files"),
                "name a path, or s3://bucket/path",
            )
        };
        let url = if text.starts_with("s3://") {
            Url::parse(&place).map_err(|_| bad())?
        } else {
            let path = std::path::absolute(Path::new(&place)).map_err(|_| bad())?;
            let folder = pattern.is_some() || path.is_dir();
            if folder {
                Url::from_directory_path(&path)
            } else {
                Url::from_file_path(&path)
            }
            .map_err(|()| bad())?
        };
        let folder = pattern.is_none() && url.path().ends_with('/');
        let extension = if format == FileFormat::Parquet {
            "*.parquet"
        } else {
            "*.csv"
        };
        let pattern = if folder {
            Some(extension.to_owned())
        } else {
            pattern
        };
        Ok(Address {
            url,
            pattern,
            format,
        })
    }
}

/// Finds the files of an address, in the order of their names.
pub(crate) async fn list(
    context: &SessionContext,
    address: &Address,
) -> Fused<Vec<(Url, ObjectMeta)>> {
    let store = context
        .runtime_env()
        .object_store_registry
        .get_store(&address.url)?;
    let prefix = object_store::path::Path::from_url_path(address.url.path())?;
    let mut found: Vec<ObjectMeta> = Vec::new();
    let pattern = match &address.pattern {
        Some(pattern) => pattern.clone(),
        None => match head(store.as_ref(), &prefix).await {
            Ok(meta) => {
                found.push(meta);
                String::new()
            }
            // On a store a folder is only a beginning that names share.
            Err(_) => "*.parquet".to_owned(),
        },
    };
    if found.is_empty() {
        let mut all = store.list(Some(&prefix));
        while let Some(meta) = all.next().await {
            let meta = meta?;
            if fits(&prefix, &meta.location, &pattern) && meta.size > 0 {
                found.push(meta);
            }
        }
    }
    found.sort_by(|a, b| a.location.cmp(&b.location));
    found
        .into_iter()
        .map(|meta| Ok((url_of(&address.url, &meta.location)?, meta)))
        .collect()
}

async fn head(store: &dyn ObjectStore, location: &object_store::path::Path) -> Fused<ObjectMeta> {
    let options = GetOptions {
        head: true,
        ..GetOptions::default()
    };
    Ok(store.get_opts(location, options).await?.meta)
}

/// The address of an object in the store that another address is in.
fn url_of(base: &Url, location: &object_store::path::Path) -> Fused<Url> {
    let mut url = base.clone();
    let refused = || DataFusionError::Configuration("an address cannot be used".into());
    url.path_segments_mut()
        .map_err(|()| refused())?
        .clear()
        .extend(location.parts().map(|part| part.as_ref().to_owned()));
    Ok(url)
}

/// Whether an object below a folder fits a pattern with `*`; what is hidden does not.
fn fits(
    folder: &object_store::path::Path,
    location: &object_store::path::Path,
    pattern: &str,
) -> bool {
    let Some(parts) = location.prefix_match(folder) else {
        return false;
    };
    let parts: Vec<String> = parts.map(|part| part.as_ref().to_owned()).collect();
    let hidden = parts.iter().any(|part| part.starts_with(['.', '_']));
    !hidden && parts.last().is_some_and(|name| matches(name, pattern))
}

fn matches(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return name == pattern;
    };
    let Some(name) = name.strip_prefix(start) else {
        return false;
    };
    let places = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    places.into_iter().any(|at| matches(&name[at..], rest))
}

impl Source {
    /// Looks at all files of a locator.
    pub(crate) async fn find(
        context: &SessionContext,
        locator: &Locator,
        address: &Address,
        options: &ReadOptions,
    ) -> Fused<Result<Source>> {
        let files = list(context, address).await?;
        if files.is_empty() {
            let problem = Error::request(
                format!("no file is at {locator}"),
                "check the folder and the name",
            );
            return Ok(Err(problem));
        }
        let shown = locator.to_string();
        look(context, files, address.format, &shown, options).await
    }

    /// Files that are known, written in a form that is known.
    pub(crate) async fn of_files(
        context: &SessionContext,
        urls: Vec<Url>,
        form: Form,
        shown: &str,
        options: &ReadOptions,
    ) -> Fused<Result<Source>> {
        let mut files = Vec::new();
        for url in urls {
            let store = context
                .runtime_env()
                .object_store_registry
                .get_store(&url)?;
            let meta = head(
                store.as_ref(),
                &object_store::path::Path::from_url_path(url.path())?,
            )
            .await?;
            files.push((url, meta));
        }
        let (format, delimiter) = match form {
            Form::Parquet => (FileFormat::Parquet, None),
            Form::Csv { delimiter } => (FileFormat::Csv, Some(delimiter)),
        };
        look(
            context,
            files,
            format,
            shown,
            &ReadOptions {
                delimiter,
                ..options.clone()
            },
        )
        .await
    }

    /// The names of the columns.
    pub(crate) fn columns(&self) -> Vec<String> {
        self.schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    /// Some of the files as a table.
    pub(crate) fn table(
        &self,
        context: &SessionContext,
        files: &[Url],
    ) -> Fused<Arc<ListingTable>> {
        let urls = files
            .iter()
            .map(|url| ListingTableUrl::try_new(url.clone(), None))
            .collect::<Fused<Vec<_>>>()?;
        listing(context, urls, self.form, self.schema.clone())
    }
}

async fn look(
    context: &SessionContext,
    files: Vec<(Url, ObjectMeta)>,
    format: FileFormat,
    shown: &str,
    options: &ReadOptions,
) -> Fused<Result<Source>> {
    let Some((first, _)) = files.first() else {
        return Ok(Err(Error::request(
            format!("no file is at {shown}"),
            "check the folder and the name",
        )));
    };
    let store = context
        .runtime_env()
        .object_store_registry
        .get_store(first)?;
    let looked = match format {
        FileFormat::Parquet => parquet(context, store, &files).await?,
        format => csv_of(store, &files, format, options).await?,
    };
    let files = files.into_iter().map(|(url, _)| url).collect();
    Ok(looked.map(|(form, schema)| Source {
        shown: shown.to_owned(),
        files,
        form,
        schema,
    }))
}

/// Files that have one schema, as a table.
pub(crate) fn listing(
    context: &SessionContext,
    urls: Vec<ListingTableUrl>,
    form: Form,
    schema: SchemaRef,
) -> Fused<Arc<ListingTable>> {
    let options = ListingOptions::new(reader(context, form)).with_file_extension("");
    let config = ListingTableConfig::new_with_multi_paths(urls)
        .with_listing_options(options)
        .with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// A line end inside of quotes is part of a cell, so CSV files are not cut in the middle.
fn reader(context: &SessionContext, form: Form) -> Arc<dyn Reader> {
    match form {
        Form::Parquet => Arc::new(
            ParquetFormat::default().with_options(context.state().default_table_options().parquet),
        ),
        Form::Csv { delimiter } => Arc::new(
            CsvFormat::default()
                .with_has_header(true)
                .with_delimiter(delimiter)
                .with_newlines_in_values(true),
        ),
    }
}

type Looked = Result<(Form, SchemaRef)>;

async fn parquet(
    context: &SessionContext,
    store: Arc<dyn ObjectStore>,
    files: &[(Url, ObjectMeta)],
) -> Fused<Looked> {
    let reader = reader(context, Form::Parquet);
    let state = context.state();
    let mut first: Option<SchemaRef> = None;
    for (url, meta) in files {
        let schema = reader
            .infer_schema(&state, &store, std::slice::from_ref(meta))
            .await?;
        match &first {
            Some(first) if !alike(first, &schema) => return Ok(Err(differs(url))),
            Some(_) => {}
            None => first = Some(schema),
        }
    }
    let schema = first.unwrap_or_else(|| Arc::new(Schema::empty()));
    // What one file has in every row another may lack.
    let fields = schema
        .fields()
        .iter()
        .map(|field| field.as_ref().clone().with_nullable(true));
    Ok(Ok((
        Form::Parquet,
        Arc::new(Schema::new(fields.collect::<Vec<_>>())),
    )))
}

fn alike(one: &Schema, other: &Schema) -> bool {
    let pairs = one.fields().iter().zip(other.fields());
    one.fields().len() == other.fields().len()
        && pairs
            .into_iter()
            .all(|(a, b)| a.name() == b.name() && a.data_type() == b.data_type())
}

fn differs(url: &Url) -> Error {
    let name = url
        .path_segments()
        .and_then(|mut parts| parts.next_back())
        .unwrap_or_default()
        .to_owned();
    Error::request(
        format!("{name} has other columns than the files before it"),
        "leave it out, or write it again",
    )
}

async fn csv_of(
    store: Arc<dyn ObjectStore>,
    files: &[(Url, ObjectMeta)],
    format: FileFormat,
    options: &ReadOptions,
) -> Fused<Looked> {
    let mut first: Option<csv::Dialect> = None;
    for (url, meta) in files {
        let range = Some(GetRange::Bounded(0..LOOKED_AT.min(meta.size)));
        let start = store
            .get_opts(
                &meta.location,
                GetOptions {
                    range,
                    ..GetOptions::default()
                },
            )
            .await?
            .bytes()
            .await?;
        let name = meta.location.filename().unwrap_or_default().to_owned();
        let found = match csv::dialect(std::io::Cursor::new(start), &name, format, options) {
            Ok(found) => found,
            Err(error) => return Ok(Err(error.into())),
        };
        match &first {
            Some(first) if first.header != found.header || first.delimiter != found.delimiter => {
                return Ok(Err(differs(url)));
            }
            Some(_) => {}
            None => {
                if let Some(problem) = unfit(&name, &found) {
                    return Ok(Err(problem));
                }
                first = Some(found);
            }
        }
    }
    let (delimiter, header) = first
        .map(|found| (found.delimiter, found.header))
        .unwrap_or_default();
    let fields = header
        .into_iter()
        .map(|name| Field::new(name, DataType::Utf8, true));
    Ok(Ok((
        Form::Csv { delimiter },
        Arc::new(Schema::new(fields.collect::<Vec<_>>())),
    )))
}

/// What this engine cannot read although we can.
fn unfit(name: &str, found: &csv::Dialect) -> Option<Error> {
    let convert = "convert it first with bauta convert, or use --engine local";
    let lines_of_header = 1 + found
        .header
        .iter()
        .map(|name| name.matches('\n').count())
        .sum::<usize>() as u64;
    let mut names: Vec<&String> = found.header.iter().collect();
    names.sort();
    if found.encoding != "UTF-8" {
        Some(Error::request(
            format!("{name} is written in {}, not in UTF-8", found.encoding),
            convert,
        ))
    } else if found.header_lines > lines_of_header {
        Some(Error::request(
            format!("{name} has lines above its header"),
            convert,
        ))
    } else if names.windows(2).any(|pair| pair[0] == pair[1])
        || names.iter().any(|name| name.is_empty())
    {
        Some(Error::request(
            format!("{name} has columns without a name, or two of one name"),
            "give each a name of its own",
        ))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        for (name, pattern, fit) in [
            ("a.parquet", "*.parquet", true),
            ("part-é-1.parquet", "part*1.parquet", true),
            ("a.csv", "*.parquet", false),
            ("aa", "a*a*a", false),
            ("a", "a", true),
        ] {
            assert_eq!(matches(name, pattern), fit, "{name} {pattern}");
        }
    }

    #[test]
    fn addresses_are_files_folders_and_stores() {
        let of = |text: &str| Address::of(&text.parse().unwrap()).unwrap();
        let store = of("s3://bucket/a b/*.parquet");
        assert_eq!(
            (store.url.as_str(), store.pattern.as_deref()),
            ("s3://bucket/a%20b/", Some("*.parquet"))
        );
        let file = of("/no/such file.csv");
        assert_eq!(
            (file.url.as_str(), file.pattern),
            ("file:///no/such%20file.csv", None)
        );
        assert!(Address::of(&"people.ods".parse().unwrap()).is_err());
    }

    #[test]
    fn hidden_files_are_not_read() {
        let folder = object_store::path::Path::from("data");
        let fit = |text: &str| fits(&folder, &object_store::path::Path::from(text), "*.parquet");
        assert!(fit("data/a.parquet") && fit("data/x/a.parquet"));
        assert!(
            !fit("data/.bauta-x/a.parquet")
                && !fit("data/_tmp/a.parquet")
                && !fit("data/.a.parquet")
        );
    }
}
