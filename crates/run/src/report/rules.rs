//! Edit rules in the report: what each says, and what the verifier found.

use bauta_privacy::RuleFinding;

use bauta_documents::{Block, Document, whole};

/// A table of the rules, if there are any.
pub(super) fn section(paper: &mut Document, rules: &[RuleFinding]) {
    if rules.is_empty() {
        return;
    }
    paper.section("Edit rules", "Règles de cohérence");
    let header = [
        ("rule", "règle"),
        ("what it says", "ce qu'elle dit"),
        ("rows that break it", "lignes qui l'enfreignent"),
        (
            "known to in the input",
            "connues comme telles dans l'entrée",
        ),
        (
            "rows that do not tell",
            "lignes qui ne permettent pas d'en juger",
        ),
    ];
    let header = header
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect();
    let counted = |value: u64| whole(&paper.language, value);
    let row = |rule: &RuleFinding| {
        let figures = [rule.broken_rows, rule.known_rows, rule.undecided_rows].map(counted);
        [rule.name.clone(), rule.rule.clone()]
            .into_iter()
            .chain(figures)
            .collect()
    };
    let rows = rules.iter().map(row).collect();
    paper.blocks.push(Block::Table { header, rows });
    paper.text(
        "A missing, generalised or suppressed cell tells nothing and breaks no rule.",
        "Une cellule manquante, généralisée ou supprimée n'apprend rien et n'enfreint aucune règle.",
    );
}
