//! The paths in a file that lead to other places of its own crate, each seen from the crate's root.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::functions::{attributes, is_for_tests};

/// A path from the crate's root, without `crate`; `name` is what it is called where it is imported.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    pub path: Vec<String>,
    pub name: String,
    pub line: usize,
}

/// The imports of a module's file, those of its tests left out. In the root, `use a::B` counts as well, since `a` may be a module.
pub fn of(file: &syn::File, module: &[String]) -> Vec<Import> {
    let mut paths = Paths {
        module: module.to_vec(),
        found: Vec::new(),
    };
    paths.visit_file(file);
    paths.found
}

struct Paths {
    /// Where the visitor is.
    module: Vec<String>,
    found: Vec<Import>,
}

impl Paths {
    /// Keeps a path if it leads to a place of this crate.
    fn keep(&mut self, path: &[String], name: &str, line: usize, in_use: bool) {
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        let mut absolute = match first.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => self.module.clone(),
            _ if in_use && self.module.is_empty() => vec![first.clone()],
            _ => return,
        };
        if first == "super" {
            absolute.pop();
        }
        for segment in rest {
            if segment == "super" {
                absolute.pop();
            } else {
                absolute.push(segment.clone());
            }
        }
        self.found.push(Import {
            path: absolute,
            name: name.to_owned(),
            line,
        });
    }

    fn use_tree(&mut self, before: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.use_tree(before, &path.tree);
                before.pop();
            }
            syn::UseTree::Name(name) => self.use_leaf(before, &name.ident, &name.ident),
            syn::UseTree::Rename(renamed) => self.use_leaf(before, &renamed.ident, &renamed.rename),
            syn::UseTree::Glob(glob) => {
                let line = glob.star_token.spans[0].start().line;
                self.keep(before, "*", line, true);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(before, tree);
                }
            }
        }
    }

    fn use_leaf(&mut self, before: &mut Vec<String>, ident: &syn::Ident, name: &syn::Ident) {
        before.push(ident.to_string());
        let line = ident.span().start().line;
        self.keep(before, &name.to_string(), line, true);
        before.pop();
    }

    /// Paths among the tokens of a macro, which the parser leaves as they are.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(word) if colons == 2 && !path.is_empty() => {
                    path.push(word.to_string());
                }
                TokenTree::Ident(word) => {
                    self.keep(&path, "", line, false);
                    line = word.span().start().line;
                    path = vec![word.to_string()];
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {
                    self.keep(&path, "", line, false);
                    path.clear();
                }
            }
            colons = 0;
        }
        self.keep(&path, "", line, false);
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let line = path.segments[0].ident.span().start().line;
        self.keep(&segments, "", line, false);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.tokens(called.tokens.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, module: &[&str]) -> Vec<(String, String, usize)> {
        let file = syn::parse_file(text).unwrap();
        let module: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
        let told = |import: Import| (import.path.join("::"), import.name, import.line);
        of(&file, &module).into_iter().map(told).collect()
    }

    fn paths(text: &str, module: &[&str]) -> Vec<String> {
        let found = found(text, module);
        found.into_iter().map(|(path, ..)| path).collect()
    }

    #[test]
    fn uses_are_flattened_and_named() {
        let text =
            "use std::fmt;\nuse crate::{\n    a::{B, C as D},\n    e::*,\n};\npub use super::f;\n";
        let told = |path: &str, name: &str, line| (path.to_owned(), name.to_owned(), line);
        let expected = [
            told("a::B", "B", 3),
            told("a::C", "D", 3),
            told("e", "*", 4),
            told("x::f", "f", 6),
        ];
        assert_eq!(found(text, &["x", "y"]), expected);
    }

    #[test]
    fn paths_of_types_expressions_and_macros_are_found() {
        let text = "fn a(b: &crate::c::D) -> Vec<super::E> {\n    \
            assert!(crate::f::g::<u8>() == 1, \"{}\", vec![self::h::I]);\n    super::super::j(k::l)\n}\n";
        let expected = ["c::D", "x::E", "f::g", "x::y::h::I", "j"];
        assert_eq!(paths(text, &["x", "y"]), expected);
    }

    #[test]
    fn a_module_inside_a_file_is_a_level() {
        let text = "mod inner {\n    use super::super::a;\n    use super::b;\n}\n";
        assert_eq!(paths(text, &["x"]), ["a", "x::b"]);
    }

    #[test]
    fn only_the_root_knows_modules_by_their_bare_names() {
        assert_eq!(paths("pub use a::B;\n", &[]), ["a::B"]);
        assert!(paths("pub use a::B;\n", &["x"]).is_empty());
    }

    #[test]
    fn tests_are_left_out() {
        let text = "#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n#[cfg(test)]\nuse crate::b;\n";
        assert!(paths(text, &["x"]).is_empty());
    }
}
