//! The ontology from files, and the part of it that is made from the methods.

use std::path::Path;

use bauta_guide::ontology::{Fault, Ontology, SourceText};
use bauta_methods::{ALL, Text};

use bauta_messages::Result;
use bauta_run::catalog;

/// The project's own knowledge, and that of the Turtle files of a folder.
///
/// # Errors
/// What is no Turtle, by file and line; or the failure of a file.
pub fn load_ontology(folder: Option<&Path>) -> Result<Ontology> {
    let mut texts = Vec::new();
    if let Some(folder) = folder {
        let failed = |source| bauta_formats::Error::io(folder, source);
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            paths.push(entry.map_err(failed)?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "ttl"));
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path)
                .map_err(|source| bauta_formats::Error::io(&path, source))?;
            texts.push(SourceText {
                name: path.display().to_string(),
                text,
            });
        }
    }
    Ok(Ontology::with(&texts)?)
}

/// Everything that is wrong with the knowledge of a folder, the project's own included.
///
/// # Errors
/// What is no Turtle; or the failure of a file.
pub fn check_ontology(folder: Option<&Path>) -> Result<Vec<Fault>> {
    Ok(load_ontology(folder)?.check())
}

const HEADER: &str = "# Made from the methods themselves by `cargo xtask golden`: names, parameters, guarantees. Do not edit; what characterises the algorithms is
# in algorithms.ttl.

@prefix g: <urn:bauta:guide#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
";

/// The methods as Turtle, from their descriptors.
pub fn methods_turtle() -> String {
    let mut out = HEADER.to_owned();
    let cards = catalog("en");
    for (technique, card) in ALL.iter().zip(cards) {
        let d = technique.descriptor();
        out += &format!(
            "\ng:method-{} a g:Algorithm ; g:id {} ; g:implements g:{} ;\n",
            d.id,
            quoted(d.id),
            d.family.name()
        );
        out += &format!(
            "    rdfs:label {} ;\n    g:help {} ;\n",
            both(d.title),
            both(d.summary)
        );
        out += &format!("    g:guarantees {} ;\n", both(d.guarantees));
        let names: Vec<String> = d
            .parameters
            .iter()
            .map(|own| format!("g:parameter-{}-{}", d.id, own.name()))
            .collect();
        if !names.is_empty() {
            out += &format!("    g:hasParameter {} ;\n", names.join(", "));
        }
        out += &format!("    g:cost {} .\n", quoted(d.cost));
        for ((parameter, name), kind) in d
            .parameters
            .iter()
            .zip(names)
            .zip(card.parameters.iter().map(|own| own.kind))
        {
            let (id, default) = (quoted(parameter.name()), quoted(&parameter.default()));
            out += &format!(
                "{name} a g:Parameter ; g:id {id} ; g:kind {} ; g:default {default} ;\n",
                quoted(kind)
            );
            out += &format!("    g:help {} .\n", both(parameter.help()));
        }
    }
    out
}

fn both(text: Text) -> String {
    format!("{}@en, {}@fr", quoted(text.en), quoted(text.fr))
}

fn quoted(text: &str) -> String {
    format!(
        "\"{}\"",
        text.replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('\n', "\\n")
    )
}
