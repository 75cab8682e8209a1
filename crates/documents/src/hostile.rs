//! Names and labels that look like markup, in every place of every kind of block: a reader sees them, a browser obeys none.

use super::*;

const NAME: &str = "<script>alert(1)</script>";
const LABEL: &str = "a\" onload=\"alert(2)\"><img src=x>&amp;";

fn own(text: &str) -> String {
    text.to_owned()
}

/// A document in which every text is hostile.
fn document(language: &str) -> Document {
    let bars = |label: &str| Bars {
        title: own(NAME),
        axis: own(NAME),
        labels: vec![own(label), own("b")],
        series: vec![(own(NAME), vec![0.25, 0.75]), (own(LABEL), vec![0.5, 0.5])],
    };
    let blocks = vec![
        Block::Section(own(NAME)),
        Block::Text(own(LABEL)),
        Block::Verdict {
            tone: Tone::Mixed,
            headline: own(NAME),
            sentences: vec![own(LABEL)],
        },
        Block::List(vec![own(NAME), own(LABEL)]),
        Block::Steps(vec![own(NAME), own(LABEL)]),
        Block::Facts(vec![(own(NAME), own(LABEL))]),
        Block::Table {
            header: vec![own(NAME), own(LABEL)],
            rows: vec![vec![own(LABEL), own(NAME)]],
        },
        Block::Chart(bars("<b>x</b>")),
        Block::Chart(bars(LABEL)),
        Block::Picture {
            title: own(NAME),
            svg: maud::html! { svg aria-label=(LABEL) { text { (NAME) } } },
            words: own(LABEL),
        },
        Block::Heat(Heat {
            title: own(LABEL),
            rows: vec![own(NAME)],
            columns: vec![own(LABEL)],
            values: vec![vec![Some(0.5)]],
        }),
    ];
    Document {
        language: own(language),
        title: own(NAME),
        subtitle: own(LABEL),
        blocks,
        footer: own(NAME),
    }
}

/// Every tag of a page as it stands between `<` and `>`, attributes and all.
fn tags(page: &str) -> Vec<&str> {
    let after = page.split('<').skip(1);
    after
        .map(|rest| rest.split('>').next().unwrap_or_default())
        .collect()
}

#[test]
fn no_text_of_a_page_becomes_a_tag_or_an_attribute() {
    for language in ["en", "fr", "\"><script>"] {
        let page = document(language).html();
        let own_tags = [
            "!doctype",
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "main",
            "h1",
            "h2",
            "p",
            "section",
            "span",
            "ul",
            "ol",
            "li",
            "div",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "figure",
            "figcaption",
            "svg",
            "rect",
            "text",
            "path",
            "footer",
        ];
        for tag in tags(&page) {
            let name = tag.trim_start_matches('/').split(' ').next();
            assert!(own_tags.contains(&name.unwrap_or_default()), "{tag}");
            // Outside quotes there are only names of attributes.
            let outside: String = tag.split('"').step_by(2).collect();
            assert!(!outside.contains("onload"), "{tag}");
        }
        // Nothing is lost: what was written is there, escaped.
        assert!(
            page.matches("&lt;script&gt;alert(1)&lt;/script&gt;")
                .count()
                >= 12
        );
        assert!(page.contains("a&quot; onload=&quot;alert(2)&quot;&gt;&lt;img src=x&gt;&amp;amp;"));
    }
}

#[test]
fn no_text_becomes_a_tag_in_markdown() {
    let text = document("en").markdown();
    let bare = text.replace("\\<", "").replace("\\>", "");
    let marks: Vec<&str> = bare.lines().filter(|line| line.contains('<')).collect();
    assert!(marks.is_empty(), "{marks:?}");
    assert!(text.contains("\\<script\\>alert(1)\\</script\\>"));
}
