//! Makes the page: TypeScript of `web/` becomes JavaScript, names of libraries become paths, the texts of a language become one file, and
//! everything lands in `OUT_DIR`.
//!
//! Names are resolved here because the page's policy allows no inline script, and an import map is one.
//! What is wrong in a file stops the build with its place.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use oxc::allocator::Allocator;
use oxc::ast::ast::{Program, Statement, StringLiteral};
use oxc::codegen::Codegen;
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;
use oxc::transformer::{TransformOptions, Transformer};

/// The libraries by the names that modules import, and where the page has them.
const LIBRARIES: [(&str, &str); 7] = [
    ("preact", "/vendor/preact.js"),
    ("preact/hooks", "/vendor/preact-hooks.js"),
    ("preact/jsx-runtime", "/vendor/preact-jsx-runtime.js"),
    ("@preact/signals-core", "/vendor/preact-signals-core.js"),
    ("@preact/signals", "/vendor/preact-signals.js"),
    ("echarts", "/vendor/echarts.js"),
    ("@fluent/bundle", "/vendor/fluent-bundle/index.js"),
];

/// Files that need no look inside: the charts are one large module that imports nothing.
const AS_IS: [&str; 1] = ["echarts.js"];

/// The texts that the page and the command line share, a folder a language.
const TEXTS: &str = "../../texts";

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result {
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("page");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    let mut problems = Vec::new();
    copy(Path::new("web"), &out, &mut problems)?;
    copy(Path::new("vendor"), &out.join("vendor"), &mut problems)?;
    for language in ["en", "fr"] {
        texts(
            &Path::new(TEXTS).join(language),
            &out.join("texts").join(language).with_extension("ftl"),
        )?;
    }
    for problem in problems.iter().flat_map(|problem| problem.lines()) {
        println!("cargo::error={problem}");
    }
    Ok(())
}

/// A folder with all that is in it.
fn copy(from: &Path, to: &Path, problems: &mut Vec<String>) -> Result {
    println!("cargo::rerun-if-changed={}", from.display());
    fs::create_dir_all(to)?;
    let mut entries = fs::read_dir(from)?.collect::<std::io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for path in entries.into_iter().map(|entry| entry.path()) {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .ok_or("a file name is no text")?;
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => copy(&path, &to.join(name), problems)?,
            Some("ts" | "tsx" | "js") if !AS_IS.contains(&name) => {
                let target = to.join(name).with_extension("js");
                match transpile(&path, &fs::read_to_string(&path)?) {
                    Ok(script) => fs::write(target, script)?,
                    Err(found) => problems.extend(found),
                }
            }
            _ => drop(fs::copy(&path, to.join(name))?),
        }
    }
    Ok(())
}

/// All texts of a language in one file.
fn texts(from: &Path, to: &Path) -> Result {
    println!("cargo::rerun-if-changed={}", from.display());
    let mut files = fs::read_dir(from)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    files.sort();
    let parts = files
        .iter()
        .map(fs::read_to_string)
        .collect::<std::io::Result<Vec<_>>>()?;
    fs::create_dir_all(to.parent().ok_or("the texts have no folder")?)?;
    Ok(fs::write(to, parts.join("\n"))?)
}

/// The JavaScript of a module, or all that is wrong with it.
fn transpile(path: &Path, source: &str) -> std::result::Result<String, Vec<String>> {
    let told = |found: Vec<oxc::diagnostics::OxcDiagnostic>| -> Vec<String> {
        let show = |problem: oxc::diagnostics::OxcDiagnostic| {
            format!(
                "{}: {:?}",
                path.display(),
                problem.with_source_code(source.to_owned())
            )
        };
        found.into_iter().map(show).collect()
    };
    let kind = SourceType::from_path(path)
        .map_err(|error| vec![format!("{}: {error}", path.display())])?;
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, kind).parse();
    if !parsed.diagnostics.is_empty() {
        return Err(told(parsed.diagnostics.into_iter().collect()));
    }
    let mut program = parsed.program;
    let analysed = SemanticBuilder::new()
        .with_excess_capacity(2.0)
        .build(&program);
    if !analysed.diagnostics.is_empty() {
        return Err(told(analysed.diagnostics.into_iter().collect()));
    }
    let scoping = analysed.semantic.into_scoping();
    let mut options = TransformOptions::from_target("es2022").map_err(|error| vec![error])?;
    options.jsx.import_source = Some("preact".to_owned());
    let transformed =
        Transformer::new(&allocator, path, &options).build_with_scoping(scoping, &mut program);
    if !transformed.diagnostics.is_empty() {
        return Err(told(transformed.diagnostics.into_iter().collect()));
    }
    let unknown = resolve(&mut program, &allocator);
    if unknown.is_empty() {
        Ok(Codegen::new().build(&program).code)
    } else {
        Err(unknown
            .iter()
            .map(|name| format!("{}: no library {name}", path.display()))
            .collect())
    }
}

/// Puts paths where modules are named; returns names that nobody knows.
fn resolve<'a>(program: &mut Program<'a>, allocator: &'a Allocator) -> Vec<String> {
    let mut unknown = Vec::new();
    for statement in &mut program.body {
        let Some(source) = source(statement) else {
            continue;
        };
        let name = source.value.as_str();
        let library = LIBRARIES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, path)| (*path).to_owned());
        let own = name.starts_with('.').then(|| {
            Path::new(name)
                .with_extension("js")
                .to_string_lossy()
                .into_owned()
        });
        match library.or(own) {
            Some(path) => {
                source.value = oxc::str::Str::from(allocator.alloc_str(&path));
                source.raw = None;
            }
            None => unknown.push(name.to_owned()),
        }
    }
    unknown
}

/// The literal that names a module, in a statement that imports or passes on.
fn source<'b, 'a>(statement: &'b mut Statement<'a>) -> Option<&'b mut StringLiteral<'a>> {
    match statement {
        Statement::ImportDeclaration(import) => Some(&mut import.source),
        Statement::ExportAllDeclaration(export) => Some(&mut export.source),
        Statement::ExportFromDeclaration(export) => Some(&mut export.source),
        _ => None,
    }
}
