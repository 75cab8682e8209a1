//! Manifests of the W3C's tests.

use std::path::{Path, PathBuf};

use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::vocab::rdf;
use oxigraph::model::{Graph, NamedNode, NamedOrBlankNodeRef, Quad, TermRef, Triple};

/// Graphs by name, none for the default graph, each with its file.
pub type Data = Vec<(Option<String>, PathBuf)>;

/// A test.
pub struct Test {
    /// Folder and local name.
    pub name: String,
    /// The local name of its type.
    pub kind: String,
    /// The query or update.
    pub text: String,
    pub data: Data,
    /// The file of the answers.
    pub result: PathBuf,
    /// The data after an update.
    pub after: Data,
}

const MF: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const QT: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
const UT: &str = "http://www.w3.org/2009/sparql/tests/test-update#";
const BASE: &str = "http://w3c.example/";

/// All tests below a folder, in order.
pub fn read(root: &Path) -> Vec<Test> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    folders
        .iter()
        .filter(|folder| folder.join("manifest.ttl").is_file())
        .flat_map(|folder| of_folder(root, folder))
        .collect()
}

struct Manifest<'m> {
    root: &'m Path,
    graph: Graph,
}

fn node(namespace: &str, name: &str) -> NamedNode {
    NamedNode::new_unchecked(format!("{namespace}{name}"))
}

impl Manifest<'_> {
    fn objects<'s>(
        &'s self,
        subject: NamedOrBlankNodeRef<'s>,
        property: &NamedNode,
    ) -> Vec<TermRef<'s>> {
        self.graph
            .objects_for_subject_predicate(subject, property)
            .collect()
    }

    fn object<'s>(
        &'s self,
        subject: NamedOrBlankNodeRef<'s>,
        property: &NamedNode,
    ) -> Option<TermRef<'s>> {
        self.objects(subject, property).first().copied()
    }

    fn file(&self, term: TermRef<'_>) -> PathBuf {
        let TermRef::NamedNode(node) = term else {
            panic!("no file")
        };
        self.root.join(node.as_str().strip_prefix(BASE).unwrap())
    }

    /// Data and named graphs of an action or a result.
    fn data(&self, subject: NamedOrBlankNodeRef<'_>, namespace: &str) -> Data {
        let mut data: Data = Vec::new();
        data.extend(
            self.objects(subject, &node(namespace, "data"))
                .into_iter()
                .map(|file| (None, self.file(file))),
        );
        for graph in self.objects(subject, &node(namespace, "graphData")) {
            match graph {
                TermRef::NamedNode(name) => {
                    data.push((Some(name.as_str().to_owned()), self.file(graph)));
                }
                TermRef::BlankNode(blank) => {
                    let label = node("http://www.w3.org/2000/01/rdf-schema#", "label");
                    let Some(TermRef::Literal(name)) = self.object(blank.into(), &label) else {
                        panic!("a graph without a name")
                    };
                    let file = self
                        .object(blank.into(), &node(UT, "graph"))
                        .or_else(|| self.object(blank.into(), &node(UT, "data")));
                    data.push((Some(name.value().to_owned()), self.file(file.unwrap())));
                }
                TermRef::Literal(_) => panic!("a graph without a file"),
            }
        }
        data
    }
}

fn of_folder(root: &Path, folder: &Path) -> Vec<Test> {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let base = format!("{BASE}{name}/manifest.ttl");
    let text = std::fs::read(folder.join("manifest.ttl")).unwrap();
    let parser = RdfParser::from_format(RdfFormat::Turtle)
        .with_base_iri(base.clone())
        .unwrap();
    let graph: Graph = parser
        .for_slice(&text)
        .map(|quad| Triple::from(quad.unwrap()))
        .collect();
    let manifest = Manifest { root, graph };
    let own = NamedNode::new_unchecked(base);
    let mut tests = Vec::new();
    let mut rest = manifest.object(own.as_ref().into(), &node(MF, "entries"));
    while let Some(TermRef::BlankNode(list)) = rest {
        if let Some(TermRef::NamedNode(entry)) =
            manifest.object(list.into(), &rdf::FIRST.into_owned())
        {
            tests.extend(of_entry(&manifest, name, entry.into()));
        }
        rest = manifest.object(list.into(), &rdf::REST.into_owned());
    }
    tests
}

fn of_entry(manifest: &Manifest<'_>, folder: &str, entry: NamedOrBlankNodeRef<'_>) -> Option<Test> {
    let kind = match manifest.object(entry, &rdf::TYPE.into_owned())? {
        TermRef::NamedNode(kind) => kind.as_str().strip_prefix(MF)?.to_owned(),
        _ => return None,
    };
    let NamedOrBlankNodeRef::NamedNode(address) = entry else {
        return None;
    };
    let name = format!("{folder}/{}", address.as_str().rsplit(['#', '/']).next()?);
    let action = manifest.object(entry, &node(MF, "action"))?;
    let result = manifest.object(entry, &node(MF, "result"));
    let mut test = Test {
        name,
        kind,
        text: String::new(),
        data: Vec::new(),
        result: PathBuf::new(),
        after: Vec::new(),
    };
    let read = |term: TermRef<'_>| std::fs::read_to_string(manifest.file(term)).unwrap();
    let TermRef::BlankNode(blank) = action else {
        test.text = read(action);
        return Some(test);
    };
    if let Some(request) = manifest.object(blank.into(), &node(UT, "request")) {
        test.text = read(request);
        test.data = manifest.data(blank.into(), UT);
        if let Some(TermRef::BlankNode(after)) = result {
            test.after = manifest.data(after.into(), UT);
        }
        return Some(test);
    }
    let query = manifest.object(blank.into(), &node(QT, "query"))?;
    // Relative addresses of a query start from its file.
    let TermRef::NamedNode(address) = query else {
        return None;
    };
    test.text = format!("BASE <{}>\n{}", address.as_str(), read(query));
    test.data = manifest.data(blank.into(), QT);
    test.result = manifest.file(result?);
    Some(test)
}

/// The facts of a file.
pub fn quads(file: &Path) -> Vec<Quad> {
    let format = RdfFormat::from_extension(file.extension().unwrap().to_str().unwrap()).unwrap();
    let folder = file
        .parent()
        .unwrap()
        .file_name()
        .unwrap()
        .to_str()
        .unwrap();
    let base = format!(
        "{BASE}{folder}/{}",
        file.file_name().unwrap().to_str().unwrap()
    );
    let text = std::fs::read(file).unwrap();
    RdfParser::from_format(format)
        .with_base_iri(base)
        .unwrap()
        .for_slice(&text)
        .map(Result::unwrap)
        .collect()
}

/// The same as N-Triples.
pub fn turtle(file: &Path) -> String {
    quads(file)
        .iter()
        .map(|quad| format!("{} {} {} .\n", quad.subject, quad.predicate, quad.object))
        .collect()
}
