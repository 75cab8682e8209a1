//! Worked hierarchies first, then every fault with its message, then laws against slow and obvious code.

use proptest::prelude::*;

use super::*;
use crate::error::Fault;
use crate::{Cell, Column, ColumnBuilder, ReadAs};

pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.trim().split(';').map(str::to_owned).collect())
        .collect()
}

pub(super) fn hierarchy(text: &str) -> Hierarchy {
    Hierarchy::from_rows("a", &rows(text)).unwrap()
}

/// A column of typed cells, as a CSV reader would make it; an empty text is missing.
pub(super) fn column(cells: &[&str]) -> Column {
    let mut builder = ColumnBuilder::new();
    cells.iter().for_each(|cell| builder.push(Cell::Text(cell)));
    builder.finish(&ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    })
}

/// Levels of education; the short branch repeats its label, and no row has `Terminale`.
fn education() -> Hierarchy {
    hierarchy(
        "5ième;collège;secondaire;Tout_niveau_d'étude
        3ième;collège;secondaire;Tout_niveau_d'étude
        Seconde;lycée;secondaire;Tout_niveau_d'étude
        Terminale;lycée;secondaire;Tout_niveau_d'étude
        1ier et 2ième cycle;1ier et 2ième cycle;université;Tout_niveau_d'étude
        Master;3ième cycle;université;Tout_niveau_d'étude
        Doctorat;3ième cycle;université;Tout_niveau_d'étude",
    )
}

fn post_codes() -> Hierarchy {
    hierarchy("13050;1305*;130**\n13051;1305*;130**\n13060;1306*;130**\n13061;1306*;130**")
}

/// The label of the lowest group that holds all these leaves.
fn common<'a>(hierarchy: &'a Hierarchy, labels: &[&str]) -> &'a str {
    let leaf = |label: &&str| {
        hierarchy
            .leaves()
            .iter()
            .position(|leaf| leaf == *label)
            .unwrap() as u32
    };
    let (level, group) = hierarchy.lowest_common(labels.iter().map(leaf)).unwrap();
    hierarchy.label(level, group)
}

#[test]
fn regions_of_the_median_mondrian_example_get_their_lowest_common_ancestors() {
    let (education, codes) = (education(), post_codes());
    assert_eq!(common(&codes, &["13050", "13051"]), "1305*");
    assert_eq!(common(&education, &["5ième", "3ième"]), "collège");
    assert_eq!(common(&codes, &["13050", "13050"]), "13050");
    assert_eq!(common(&education, &["Seconde", "Seconde"]), "Seconde");
    assert_eq!(
        common(&education, &["1ier et 2ième cycle", "1ier et 2ième cycle"]),
        "1ier et 2ième cycle"
    );
    assert_eq!(common(&codes, &["13061", "13061", "13060"]), "1306*");
    assert_eq!(
        common(&education, &["1ier et 2ième cycle", "Master", "Master"]),
        "université"
    );
    assert_eq!(common(&education, &["Doctorat"]), "Doctorat");
    assert_eq!(
        common(&education, &["Seconde", "Master"]),
        "Tout_niveau_d'étude"
    );
    assert_eq!(common(&codes, &["13051", "13060"]), "130**");
}

#[test]
fn a_repeated_label_is_one_node_found_at_its_lowest_level() {
    assert_eq!(education().lowest_common([4]), Some((0, 4)));
    assert_eq!(education().lowest_common_of_range(4, 4), Some((0, 4)));
    assert_eq!(education().lowest_common_of_range(2, 3), Some((1, 1)));
    assert_eq!(education().lowest_common([]), None);
    assert_eq!(education().lowest_common_of_range(3, 2), None);
}

#[test]
fn a_range_of_a_hierarchy_in_scattered_order_holds_all_between() {
    let scattered = hierarchy("a;x;*\nb;y;*\nc;x;*");
    assert_eq!(scattered.lowest_common([0, 2]), Some((1, 0)));
    assert_eq!(scattered.lowest_common_of_range(0, 2), Some((2, 0)));
}

#[test]
fn levels_say_how_many_leaves_a_group_has() {
    let education = education();
    assert_eq!(
        (
            education.leaf_count(),
            education.height(),
            education.has_root()
        ),
        (7, 3, true)
    );
    assert_eq!(education.group(1, 5), 3);
    assert_eq!(education.label(1, 3), "3ième cycle");
    assert_eq!(education.leaves_under(2, education.group(2, 6)), 3);
    assert_eq!(education.levels()[1].group_count(), 4);
}

#[test]
fn the_tree_has_no_repeated_node() {
    let education = education();
    let tree = education.tree();
    assert_eq!(tree.nodes().len(), 7 + 3 + 2 + 1);
    let name = |node: u32| {
        let node = &tree.nodes()[node as usize];
        education.label(node.level, node.group)
    };
    let root: Vec<u32> = tree.roots().collect();
    assert_eq!(
        root.iter().map(|&node| name(node)).collect::<Vec<_>>(),
        ["Tout_niveau_d'étude"]
    );
    let university = tree.node_of(2, 1);
    let children = &tree.nodes()[university as usize].children;
    assert_eq!(
        children.iter().map(|&node| name(node)).collect::<Vec<_>>(),
        ["1ier et 2ième cycle", "3ième cycle"]
    );
    assert_eq!(tree.node_of(1, 2), tree.node_of(0, 4));
    assert_eq!(
        (
            tree.nodes()[4].level,
            tree.nodes()[4].top_level,
            tree.nodes()[4].parent
        ),
        (0, 1, Some(university))
    );
}

#[test]
fn a_single_child_with_another_label_is_a_node_of_its_own() {
    assert_eq!(
        hierarchy("Paris;Ile de France;*\nNice;PACA;*")
            .tree()
            .nodes()
            .len(),
        5
    );
}

#[test]
fn a_root_is_added_only_where_there_is_none() {
    let sex = hierarchy("M\nF");
    assert!(!sex.has_root());
    let with_root = sex.with_root("*");
    assert_eq!(with_root, hierarchy("M;*\nF;*"));
    assert_eq!(with_root.clone().with_root("any"), with_root);
    assert_eq!(hierarchy("M").with_root("*"), hierarchy("M;*"));
}

#[test]
fn debug_shows_no_label() {
    assert_eq!(
        format!("{:?}", education()),
        "Hierarchy { groups_by_level: [7, 4, 2, 1] }"
    );
}

#[test]
fn binding_follows_the_text_of_values() {
    let cells = ["Seconde", "Doctorat", "1ier et 2ième cycle", "Seconde"];
    let column = column(&cells);
    let bound = education().bind("n", &column).unwrap();
    let labels = |level| -> Vec<&str> {
        column
            .codes()
            .iter()
            .map(|code| bound.label(level, bound.group(level, code)))
            .collect()
    };
    assert_eq!(labels(0), cells);
    assert_eq!(
        labels(1),
        ["lycée", "3ième cycle", "1ier et 2ième cycle", "lycée"]
    );
    assert_eq!(labels(3), vec!["Tout_niveau_d'étude"; 4]);
    assert_eq!(bound.roll_up(1, 2), [0, 0, 1, 1]);
    assert_eq!(bound.roll_up(2, 2), [0, 1]);
}

#[test]
fn numbers_are_also_found_by_their_value() {
    let hierarchy = hierarchy("20,5;x\n7;x\n-1.25;x");
    let bound = hierarchy
        .bind("a", &column(&["20.50", "7.00", "-1.25"]))
        .unwrap();
    assert_eq!(bound.leaf_of_code(), [2, 1, 0]);
    let faults = hierarchy.bind("a", &column(&["x20.5"]));
    assert!(matches!(faults, Err(Fault::HierarchyLacksValues { .. })));
}

#[test]
fn missing_cells_are_a_group_of_their_own_below_the_root() {
    let bound = post_codes()
        .bind("zip", &column(&["13050", "", "13061"]))
        .unwrap();
    assert_eq!(bound.leaf_of_code(), [0, 3, 4]);
    assert_eq!(
        (bound.level(1), bound.level(2)),
        (&[0, 1, 2][..], &[0, 0, 0][..])
    );
    assert_eq!(
        (
            bound.group_count(0),
            bound.group_count(1),
            bound.group_count(2)
        ),
        (5, 3, 1)
    );
    assert_eq!((bound.label(1, 2), bound.label(2, 0)), ("", "130**"));
    assert_eq!(
        (bound.roll_up(0, 1), bound.roll_up(1, 2)),
        (vec![0, 0, 1, 1, 2], vec![0, 0, 0])
    );
    assert_eq!(bound.lowest_common([2]), Some((0, 4)));
    assert_eq!(bound.lowest_common([0, 2]), Some((2, 0)));
}

#[test]
fn missing_cells_are_the_leaf_of_the_empty_text_if_there_is_one() {
    let bound = hierarchy("1;one\n;unknown\n2;one")
        .bind("a", &column(&["2", "", "1"]))
        .unwrap();
    assert_eq!(bound.leaf_of_code(), [0, 2, 1]);
    assert!(!bound.missing_is_extra());
    assert_eq!(bound.label(1, bound.group(1, 2)), "unknown");
}

#[test]
fn missing_cells_never_meet_others_without_a_root() {
    let bound = hierarchy("1;x\n2;y")
        .bind("a", &column(&["2", "", "1"]))
        .unwrap();
    assert_eq!(bound.level(1), [0, 1, 2]);
    assert_eq!(bound.lowest_common([0, 2]), None);
    assert_eq!(bound.roll_up(0, 1), [0, 1, 2]);
}

fn messages(text: &str) -> Vec<String> {
    Hierarchy::from_rows("zip", &rows(text))
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn every_fault_of_a_file_is_told_at_once() {
    assert_eq!(
        messages("a;x;p;*\nb;x;q;*\na;y;q;*\nc;y\nd;x;r;*\n"),
        [
            "hierarchy of \"zip\", line 4: 2 levels where the first line has 4",
            "hierarchy of \"zip\": lines 1 and 3 start with the same value; keep one",
            "hierarchy of \"zip\" is not a tree: the group of lines 1 and 2 at level 1 has two different parents at level 2",
        ]
    );
    assert_eq!(
        Hierarchy::from_rows("zip", &[]).unwrap_err()[0].to_string(),
        "the hierarchy of \"zip\" is empty"
    );
}

#[test]
fn many_faults_are_counted_after_the_first() {
    let faults = Hierarchy::from_rows("a", &rows(&"x;*\n".repeat(15))).unwrap_err();
    assert_eq!(
        (faults.len(), faults.last()),
        (11, Some(&Fault::More { count: 4 }))
    );
}

#[test]
fn a_file_of_too_many_levels_is_refused() {
    let row = vec!["x".to_owned(); 257];
    assert_eq!(
        Hierarchy::from_rows("a", &[row]).unwrap_err()[0].to_string(),
        "the hierarchy of \"a\": it has 256 levels above the values where at most 255 can be handled; leave some out"
    );
}

#[test]
fn values_that_the_hierarchy_lacks_are_counted_and_found_but_not_shown() {
    let fault = post_codes()
        .bind("zip", &column(&["13050", "99", "98", "99"]))
        .unwrap_err();
    assert_eq!(
        fault.to_string(),
        "the hierarchy of \"zip\" lacks 2 of its values, first in data row 2, 3, 4; add a line for each"
    );
}

/// Rows of a random tree: each level is the one below with its groups sent through a random map.
fn any_rows() -> impl Strategy<Value = Vec<Vec<String>>> {
    (1usize..14, 0usize..5).prop_flat_map(|(leaves, height)| {
        proptest::collection::vec(proptest::collection::vec(0usize..5, 14), height).prop_map(
            move |maps| {
                let mut groups: Vec<usize> = (0..leaves).collect();
                let mut rows: Vec<Vec<String>> =
                    groups.iter().map(|leaf| vec![format!("v{leaf}")]).collect();
                for map in &maps {
                    groups.iter_mut().for_each(|group| *group = map[*group]);
                    rows.iter_mut()
                        .zip(&groups)
                        .for_each(|(row, group)| row.push(format!("v{group}")));
                }
                rows
            },
        )
    })
}

/// Every group that holds all of the leaves, from the rows alone: the lowest level where all rows agree.
fn lowest_by_rows(rows: &[Vec<String>], leaves: &[u32]) -> Option<(usize, String)> {
    (0..rows[0].len()).find_map(|level| {
        let label = &rows[*leaves.first()? as usize][level];
        leaves
            .iter()
            .all(|&leaf| rows[leaf as usize][level] == *label)
            .then(|| (level, label.clone()))
    })
}

proptest! {
    #[test]
    fn rows_come_back_as_they_were(rows in any_rows()) {
        let hierarchy = Hierarchy::from_rows("a", &rows).unwrap();
        prop_assert_eq!(hierarchy.rows(), rows.clone());
        let again: Vec<Vec<String>> =
            hierarchy.rows().iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        prop_assert_eq!(Hierarchy::from_rows("b", &again).unwrap(), hierarchy);
    }

    #[test]
    fn every_level_is_coarser_than_the_one_below(rows in any_rows()) {
        let hierarchy = Hierarchy::from_rows("a", &rows).unwrap();
        for level in 0..hierarchy.height() {
            for leaf in 0..hierarchy.leaf_count() as u32 {
                let parent = hierarchy.parent(level, hierarchy.group(level, leaf));
                prop_assert_eq!(parent, Some(hierarchy.group(level + 1, leaf)));
            }
            let leaves: u32 = hierarchy.levels()[level].leaves_under().iter().sum();
            prop_assert_eq!(leaves as usize, hierarchy.leaf_count());
        }
    }

    #[test]
    fn lowest_common_ancestors_are_those_of_brute_force(
        rows in any_rows(),
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 1..6),
    ) {
        let hierarchy = Hierarchy::from_rows("a", &rows).unwrap();
        let leaves: Vec<u32> = picks.iter().map(|pick| pick.index(rows.len()) as u32).collect();
        let named = |found: Option<(usize, u32)>| {
            found.map(|(level, group)| (level, hierarchy.label(level, group).to_owned()))
        };
        prop_assert_eq!(named(hierarchy.lowest_common(leaves.iter().copied())), lowest_by_rows(&rows, &leaves));
        let (low, high) = (*leaves.iter().min().unwrap(), *leaves.iter().max().unwrap());
        let between: Vec<u32> = (low..=high).collect();
        prop_assert_eq!(named(hierarchy.lowest_common_of_range(low, high)), lowest_by_rows(&rows, &between));
    }

    #[test]
    fn a_bound_hierarchy_agrees_with_its_rows(rows in any_rows(), with_missing in any::<bool>()) {
        let mut cells: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
        cells.extend(with_missing.then_some(""));
        let column = column(&cells);
        let bound = Hierarchy::from_rows("a", &rows).unwrap().bind("a", &column).unwrap();
        for level in 0..=bound.height() {
            for (row, expected) in rows.iter().enumerate() {
                prop_assert_eq!(bound.label(level, bound.group(level, column.codes().get(row))), &expected[level]);
            }
            for to in level..=bound.height() {
                let map = bound.roll_up(level, to);
                prop_assert_eq!(map.len(), bound.group_count(level));
                for code in 0..bound.code_count() as u32 {
                    prop_assert_eq!(map[bound.group(level, code) as usize], bound.group(to, code));
                }
            }
        }
    }

    #[test]
    fn tree_nodes_hold_the_leaves_of_their_children(rows in any_rows()) {
        let hierarchy = Hierarchy::from_rows("a", &rows).unwrap();
        let tree = hierarchy.tree();
        for (id, node) in tree.nodes().iter().enumerate() {
            let below: u32 = node.children.iter().map(|&child| tree.nodes()[child as usize].leaves).sum();
            prop_assert_eq!(if node.level == 0 { 1 } else { below }, node.leaves);
            for &child in &node.children {
                prop_assert_eq!(tree.nodes()[child as usize].parent, Some(id as u32));
                prop_assert!((child as usize) < id);
            }
        }
        let under_roots: u32 = tree.roots().map(|root| tree.nodes()[root as usize].leaves).sum();
        prop_assert_eq!(under_roots as usize, hierarchy.leaf_count());
    }
}
