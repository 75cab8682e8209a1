//! The lengths of functions, as Rust's grammar sees them: from the line of the signature to the line of the last brace.
//!
//! Attributes and documentation do not count, nor do tests. Bodies in macros are tokens to the parser and are not measured.

use proc_macro2::TokenTree;
use syn::visit::{self, Visit};

use super::Problems;
use super::shape::judged;
use super::tree::{File, Tree};

/// No function is longer, and nine in ten are shorter than the second number.
const LIMITS: (usize, usize) = (100, 40);

pub fn lengths(tree: &Tree) -> Problems {
    let mut problems = Vec::new();
    let mut sizes = Vec::new();
    for file in tree.rust() {
        match functions_of(file) {
            Ok(found) => sizes.extend(found.into_iter().map(|found| {
                let place = format!("{}:{} {}", file.path, found.line, found.name);
                (place, found.length)
            })),
            Err(why) => problems.push(format!("{}: does not parse: {why}", file.path)),
        }
    }
    problems.extend(judged(&sizes, LIMITS, "functions"));
    problems
}

#[derive(Debug, PartialEq, Eq)]
struct Function {
    line: usize,
    name: String,
    length: usize,
}

/// The functions of a file that have a body, those inside others included; none of a file that is built only under test.
fn functions_of(file: &File) -> Result<Vec<Function>, &str> {
    let syntax = file.syntax()?;
    let mut functions = Functions(Vec::new());
    if !file.is_test {
        functions.visit_file(syntax);
    }
    Ok(functions.0)
}

struct Functions(Vec<Function>);

impl Functions {
    fn measure(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let first = signature.fn_token.span.start().line;
        let last = body.brace_token.span.close().end().line;
        self.0.push(Function {
            line: first,
            name: signature.ident.to_string(),
            length: last + 1 - first,
        });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            self.measure(&function.sig, &function.block);
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.measure(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

/// The attributes of an item; none of the kinds that hold no code.
pub fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an item is a test or is built only for tests: `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`.
pub fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || matches!(&attribute.meta, syn::Meta::List(list)
                if list.path.is_ident("cfg") && asks_for_test(list.tokens.clone()))
    })
}

fn asks_for_test(condition: proc_macro2::TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word)] => word == "test",
        [TokenTree::Ident(word), TokenTree::Group(group)] if word == "all" => {
            let mut inner = group.stream().into_iter();
            inner.any(|token| matches!(token, TokenTree::Ident(word) if word == "test"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    fn found(text: &str) -> Vec<(String, usize, usize)> {
        let tree = tree(&[("a.rs", text)]);
        let functions = functions_of(&tree.files()[0]).unwrap();
        functions
            .into_iter()
            .map(|function| (function.name, function.line, function.length))
            .collect()
    }

    #[test]
    fn bodies_are_measured_and_declarations_are_not() {
        let text = "//! Idea.\ntrait T {\n    fn declared(\n        &self,\n    ) -> u8;\n    fn given(&self) {}\n}\n\
            /// Words.\n#[inline]\nfn long(\n    a: u8,\n) -> u8\nwhere\n    u8: Copy,\n{\n    if a > 1 {\n        2\n    } else {\n        a\n    }\n}\n";
        let expected = [("given".to_owned(), 6, 1), ("long".to_owned(), 10, 12)];
        assert_eq!(found(text), expected);
    }

    #[test]
    fn a_brace_at_the_start_of_a_line_of_a_text_ends_no_function() {
        let text = "fn text_of() -> &'static str {\n    \"\n{\n}\n    \"\n}\n";
        assert_eq!(found(text), [("text_of".to_owned(), 1, 6)]);
    }

    #[test]
    fn functions_in_functions_count_by_themselves_too() {
        let text =
            "impl A {\n    pub(crate) const fn b() {\n        fn c() {\n        }\n    }\n}\n";
        assert_eq!(
            found(text),
            [("b".to_owned(), 2, 4), ("c".to_owned(), 3, 2)]
        );
    }

    #[test]
    fn tests_are_left_out_whatever_they_look_like() {
        let text = "#[test]\nfn a() {}\n#[cfg(test)]\nmod b {\n    fn c() {}\n}\n#[cfg(all(test, unix))]\nfn d() {}\n\
            impl E {\n    #[cfg(test)]\n    fn f() {}\n}\n#[cfg(not(test))]\nfn g() {}\n";
        assert_eq!(found(text), [("g".to_owned(), 14, 1)]);
        let behind = tree(&[("crates/a/tests/b.rs", "fn c() {}\n")]);
        assert_eq!(functions_of(&behind.files()[0]), Ok(Vec::new()));
    }

    #[test]
    fn a_file_that_does_not_parse_is_a_problem_also_among_tests() {
        let broken = tree(&[
            ("crates/a/src/b.rs", "fn c( {}\n"),
            ("crates/a/tests/b.rs", "fn c() }\n"),
            ("d.md", "fn c( {}\n"),
        ]);
        let problems = lengths(&broken);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("crates/a/src/b.rs: does not parse: "));
    }

    #[test]
    fn a_function_of_more_than_a_hundred_lines_is_named() {
        let long = format!("fn long() {{\n{}}}\n", "    a();\n".repeat(99));
        let short = "fn short() {}\n".repeat(9);
        let tree = tree(&[("a.rs", &format!("{long}{short}"))]);
        assert_eq!(
            lengths(&tree),
            ["a.rs:1 long: 101 lines, at most 100; part it"]
        );
    }
}
