//! A co-clustering as a document for people.

use std::path::Path;

use super::draw::{heat_map, populations};
use super::{Axis, ClusterCard, Coclusters, Typical};
use bauta_documents::{Block, Document, number, percent, whole, written};
use bauta_messages::Result;
use bauta_messages::french::sentence;

impl Coclusters {
    /// The co-clustering as a file whose name ends in `.html`, `.md` or `.json`, in a language (`en` or `fr`).
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn text(&self, path: &Path, language: &str) -> Result<String> {
        written(path, self, &document(self, language))
    }
}

impl Typical {
    /// `variable = modality`, with its share.
    pub fn told(&self, language: &str) -> String {
        let colon = if language == "fr" { " :" } else { ":" };
        format!(
            "{}{colon} {} ({})",
            self.variable,
            self.modality,
            percent(language, self.share)
        )
    }
}

fn document(found: &Coclusters, language: &str) -> Document {
    let mut paper = Document {
        language: language.to_owned(),
        title: "Co-clusters".to_owned(),
        subtitle: found.input.clone(),
        blocks: Vec::new(),
        footer: format!("Bauta {}", found.bauta),
    };
    facts(&mut paper, found);
    pictures(&mut paper, found);
    for axis in &found.axes {
        cards(&mut paper, axis);
    }
    if !found.notes.is_empty() {
        paper.section("Notes", "Remarques");
        paper.blocks.push(Block::List(
            found
                .notes
                .iter()
                .map(|note| sentence(language, note))
                .collect(),
        ));
    }
    paper
}

fn facts(paper: &mut Document, found: &Coclusters) {
    let language = paper.language.clone();
    let mut facts = Vec::new();
    let mut say =
        |en: &str, fr: &str, what: String| facts.push((paper.say(en, fr).to_owned(), what));
    say("rows", "lignes", whole(&language, found.rows));
    let parts = format!(
        "{} × {}",
        found.axes[0].clusters.len(),
        found.axes[1].clusters.len()
    );
    say("clusters", "clusters", parts);
    say(
        "criterion",
        "critère",
        number(&language, found.criterion, 1),
    );
    say(
        "criterion of a single cluster",
        "critère d'un seul cluster",
        number(&language, found.null_criterion, 1),
    );
    say("seed", "graine", found.seed.to_string());
    paper.blocks.push(Block::Facts(facts));
    paper.text(
        "The criterion weighs what the clusters explain against what describing them costs (MODL, in natural logarithms); lower is better, and nothing has to be set.",
        "Le critère met en balance ce que les clusters expliquent et ce que coûte leur description (MODL, en logarithmes naturels) ; plus il est bas, mieux c'est, et il n'y a rien à régler.",
    );
}

fn pictures(paper: &mut Document, found: &Coclusters) {
    let words = paper.say(
        "a square is a cell of the grid: blue where a cluster of one axis meets one of the other more often than by chance, amber where it does less often",
        "chaque carré est une cellule de la grille : bleue là où les clusters des deux axes se rencontrent plus souvent que par hasard, ambre là où c'est moins souvent",
    );
    let words = words.to_owned();
    let names = found
        .axes
        .each_ref()
        .map(|axis| sentence(&paper.language, &axis.name));
    let svg = heat_map(&found.cells, [&names[0], &names[1]], &words);
    let title = paper
        .say("Cells of the grid", "Cellules de la grille")
        .to_owned();
    paper.blocks.push(Block::Picture {
        title,
        svg,
        words: words.clone(),
    });
    paper.blocks.push(Block::Text(words));
    if found.levels.len() > 1 {
        let named = [
            paper.say("smallest cluster", "plus petit cluster"),
            paper.say("largest cluster", "plus grand cluster"),
            paper.say("clusters of rows", "clusters de lignes"),
        ];
        let words = paper
            .say(
                "rows of the smallest and of the largest cluster for each number of clusters",
                "lignes du plus petit et du plus grand cluster selon le nombre de clusters",
            )
            .to_owned();
        let svg = populations(&found.levels, named, &words);
        let title = paper
            .say("Populations by level", "Effectifs par niveau")
            .to_owned();
        paper.blocks.push(Block::Picture { title, svg, words });
    }
}

fn cards(paper: &mut Document, axis: &Axis) {
    let language = paper.language.clone();
    let name = sentence(&language, &axis.name);
    let title = if language == "fr" {
        format!("Clusters : {name}")
    } else {
        format!("Clusters of {name}")
    };
    paper.blocks.push(Block::Section(title));
    let header = [
        ("", ""),
        ("size", "taille"),
        ("interest", "intérêt"),
        ("what it is like", "ce qui le caractérise"),
    ];
    let header = header.map(|(en, fr)| paper.say(en, fr).to_owned()).to_vec();
    let row = |(place, card): (usize, &ClusterCard)| {
        let typical: Vec<String> = card
            .typical
            .iter()
            .take(12)
            .map(|typical| typical.told(&language))
            .collect();
        let interest = number(&language, card.interest, 2);
        vec![
            (place + 1).to_string(),
            whole(&language, card.size),
            interest,
            typical.join(" · "),
        ]
    };
    let rows = axis.clusters.iter().enumerate().map(row).collect();
    paper.blocks.push(Block::Table { header, rows });
}
