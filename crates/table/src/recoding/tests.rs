//! Plans applied to the spreadsheet workflow's first table.

use super::*;
use crate::{ColumnBuilder, Hierarchy, Node, ReadAs, Values};

/// T1: Nom, CP, Age, C.E.
fn t1() -> Table {
    let rows = [
        ["Sue", "18000", "22", "50"],
        ["Pat", "69000", "27", "70"],
        ["Bob", "18500", "21", "90"],
        ["Bill", "18510", "20", "60"],
        ["Dan", "69100", "26", "70"],
        ["Sam", "69300", "28", "75"],
    ];
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    let columns = ["Nom", "CP", "Age", "C.E."]
        .into_iter()
        .enumerate()
        .map(|(index, name)| {
            let mut builder = ColumnBuilder::new();
            rows.iter().for_each(|row| builder.push_text(row[index]));
            (name.to_owned(), builder.finish(&how))
        });
    let mut table = Table::new(columns);
    let roles = [
        Role::Identifier,
        Role::QuasiIdentifier,
        Role::QuasiIdentifier,
        Role::Sensitive,
    ];
    roles
        .into_iter()
        .enumerate()
        .for_each(|(index, role)| table.set_role(index, role));
    table
}

fn labels(table: &Table, name: &str) -> Vec<String> {
    let column = &table.attributes()[table.index_of(name).unwrap()].column;
    (0..column.len())
        .map(|row| column.label(row).into_owned())
        .collect()
}

fn prepared(table: &Table) -> Prepared<'_> {
    Prepared::new(
        table,
        vec![
            Qi::new(table, 1, None).unwrap(),
            Qi::new(table, 2, None).unwrap(),
        ],
    )
}

#[test]
fn regions_become_ranges_of_the_values_present() {
    let table = t1();
    let region = |low, high| {
        Box::new(Tree::Region(vec![
            Summary::Range { low, high },
            Summary::Range { low, high },
        ]))
    };
    let tree = Tree::Cut {
        qi: 0,
        rank: 2,
        left: region(0, 2),
        right: region(3, 5),
    };
    let plan = Regions {
        tree,
        notation: Notation::Dash,
        starred: Vec::new(),
        dropped: Vec::new(),
    };
    let draft = apply(&prepared(&table), &Recoding::Regions(plan));
    let (_, released) = &draft.tables[0];
    assert!(
        released.index_of("Nom").is_err(),
        "identifiers are never released"
    );
    let (low, high) = ("[18000-18510]", "[69000-69300]");
    assert_eq!(labels(released, "CP"), [low, high, low, low, high, high]);
    assert_eq!(
        labels(released, "Age"),
        [
            "[20-22]", "[26-28]", "[20-22]", "[20-22]", "[26-28]", "[26-28]"
        ]
    );
    assert_eq!(
        labels(released, "C.E."),
        ["50", "70", "90", "60", "70", "75"]
    );
    // Half of the ages' scale of 8 years lies between the groups: each covers a quarter.
    assert!(draft.losses[1].spread.iter().all(|&spread| spread == 0.25));
}

#[test]
fn a_column_that_kept_all_values_keeps_its_kind() {
    let table = t1();
    let single = |rank| Summary::Range {
        low: rank,
        high: rank,
    };
    let tree = Tree::Region(vec![Summary::All, single(0)]);
    let plan = Regions {
        tree,
        notation: Notation::Dash,
        starred: Vec::new(),
        dropped: Vec::new(),
    };
    let draft = apply(&prepared(&table), &Recoding::Regions(plan));
    let released = &draft.tables[0].1;
    assert_eq!(labels(released, "CP"), ["*"; 6]);
    assert_eq!(
        released.attributes()[1].column.dictionary().kind(),
        crate::Kind::Integer
    );
}

#[test]
fn starred_tuples_say_nothing_and_dropped_ones_are_gone() {
    let table = t1();
    let tree = Tree::Region(vec![
        Summary::Range { low: 0, high: 5 },
        Summary::Range { low: 0, high: 5 },
    ]);
    let plan = Regions {
        tree,
        notation: Notation::Dots,
        starred: vec![3],
        dropped: vec![0, 5],
    };
    let draft = apply(&prepared(&table), &Recoding::Regions(plan));
    assert_eq!(draft.suppressed_rows, 2);
    assert_eq!(
        labels(&draft.tables[0].1, "CP"),
        ["*", "[18000..69300]", "[18000..69300]", "[18000..69300]"]
    );
}

/// The plan of two interleaved groups, with their members by tuple or by row.
fn groups(members: Members, starred: Vec<u32>, dropped: Vec<u32>) -> Groups {
    let range = |low, high| Summary::Range { low, high };
    let summaries = vec![
        vec![Summary::Set(vec![0, 2, 5]), range(0, 5)],
        vec![range(1, 4), range(1, 4)],
    ];
    Groups {
        summaries,
        members,
        notation: Notation::Dash,
        starred,
        dropped,
    }
}

#[test]
fn groups_need_not_be_boxes() {
    let table = t1();
    let prepared = prepared(&table);
    // Tuples are in the order of their values: the second row is the fourth.
    let plan = groups(
        Members::Tuples(vec![0, 1, 0, 1, 1, 0]),
        Vec::new(),
        Vec::new(),
    );
    let draft = apply(&prepared, &Recoding::Groups(plan));
    let (set, range) = ("{18000, 18510, 69300}", "[18500-69100]");
    assert_eq!(
        labels(&draft.tables[0].1, "CP"),
        [set, range, range, set, range, set]
    );
    let plan = groups(Members::Tuples(vec![0, 1, 9, 1, 1, 0]), vec![2], vec![0, 4]);
    let draft = apply(&prepared, &Recoding::Groups(plan));
    assert_eq!(draft.suppressed_rows, 2);
    assert_eq!(labels(&draft.tables[0].1, "CP"), [range, range, "*", set]);
}

#[test]
fn a_plan_tells_its_groups_its_node_and_what_it_leaves_out() {
    let table = t1();
    let prepared = prepared(&table);
    let members = Members::Tuples(vec![0, 1, 0, 1, 1, 0]);
    let mut plan = Recoding::Groups(groups(members, Vec::new(), vec![0, 4]));
    assert_eq!((plan.groups(), plan.node()), (Some(2), None));
    assert_eq!(
        plan.group_of_row(&prepared),
        [0, 1, 1, 0, 1, 0].map(Some),
        "the fourth tuple is the second row"
    );
    assert_eq!(plan.take_dropped(), [0, 4]);
    assert!(plan.take_dropped().is_empty(), "taken once");
    let node = Node::from(vec![1, 0]);
    let mut plan = Recoding::Levels(Levels {
        node: node.clone(),
        dropped: vec![3],
    });
    assert_eq!((plan.groups(), plan.node()), (None, Some(&node)));
    assert_eq!(plan.group_of_row(&prepared), [None; 6]);
    assert_eq!(plan.take_dropped(), [3]);
}

/// Equal rows in different groups, as a relaxed cut leaves them.
#[test]
fn groups_of_rows_may_part_equal_rows() {
    let table = t1().picked(&[0, 0, 0, 1, 2]);
    let prepared = prepared(&table);
    let plan = |members, starred| {
        let single = |low| {
            vec![
                Summary::Range { low, high: low },
                Summary::Range { low, high: low },
            ]
        };
        let summaries = vec![single(0), vec![Summary::All, single(0)[0].clone()]];
        let plan = Groups {
            summaries,
            members,
            notation: Notation::Dash,
            starred,
            dropped: vec![prepared.tuple_of_row()[4]],
        };
        apply(&prepared, &Recoding::Groups(plan))
    };
    let draft = plan(Members::Rows(vec![0, 0, 1, 1, 9]), Vec::new());
    assert_eq!(
        labels(&draft.tables[0].1, "CP"),
        ["18000", "18000", "*", "*"]
    );
    let draft = plan(
        Members::Rows(vec![0, 0, 0, 1, 1]),
        vec![prepared.tuple_of_row()[3]],
    );
    assert_eq!(
        labels(&draft.tables[0].1, "CP"),
        ["18000", "18000", "18000", "*"]
    );
}

#[test]
fn levels_of_a_hierarchy_replace_values_everywhere() {
    let table = t1();
    let rows: Vec<Vec<String>> = ["18000", "18500", "18510", "69000", "69100", "69300"]
        .into_iter()
        .map(|cp| {
            vec![
                cp.into(),
                if cp < "2" { "Cher" } else { "Rhône" }.into(),
                "France".into(),
            ]
        })
        .collect();
    let hierarchy = Hierarchy::from_rows("CP", &rows).unwrap();
    let qis = vec![
        Qi::new(&table, 1, Some(hierarchy)).unwrap(),
        Qi::new(&table, 2, None).unwrap(),
    ];
    let plan = Levels {
        node: Node::from(vec![1, 0]),
        dropped: Vec::new(),
    };
    let draft = apply(&Prepared::new(&table, qis), &Recoding::Levels(plan));
    assert_eq!(
        labels(&draft.tables[0].1, "CP"),
        ["Cher", "Rhône", "Cher", "Cher", "Rhône", "Rhône"]
    );
    assert_eq!(
        labels(&draft.tables[0].1, "Age"),
        ["22", "27", "21", "20", "26", "28"]
    );
    assert!(draft.losses[0].level.iter().all(|&level| level == 0.5));
}

/// The document's bucketised example, k = 3.
#[test]
fn two_tables_share_only_the_group() {
    let table = t1();
    let plan = Buckets {
        bucket_of_row: vec![0, 0, 0, 1, 1, 1],
        count: 2,
        output: BucketOutput::TwoTables,
    };
    let draft = apply(&prepared(&table), &Recoding::Buckets(plan));
    let [(Part::QuasiIdentifiers, qid), (Part::Sensitive, ds)] = draft.tables.as_slice() else {
        panic!()
    };
    assert!(qid.index_of("C.E.").is_err() && ds.index_of("CP").is_err());
    assert_eq!(
        labels(qid, "CP"),
        ["18000", "69000", "18500", "18510", "69100", "69300"]
    );
    assert_eq!(labels(qid, "Group"), ["G1", "G1", "G1", "G2", "G2", "G2"]);
    assert_eq!(labels(ds, "Group"), ["G1", "G1", "G1", "G2", "G2", "G2"]);
    assert_eq!(labels(ds, "C.E."), ["50", "70", "90", "60", "70", "75"]);
}

#[test]
fn one_pseudonym_replaces_all_identifiers_and_the_correspondence_is_apart() {
    let table = t1();
    let plan = Pseudonyms {
        name: "Pseudo".into(),
        values: Values::Integer(vec![60, 50, 40, 30, 20, 10]),
        person_of_row: (0..6).collect(),
        spellings: (0..6).collect(),
    };
    let (released, mapping) = pseudonymized(table, &plan);
    assert!(released.index_of("Nom").is_err());
    assert_eq!(
        labels(&released, "Pseudo"),
        ["60", "50", "40", "30", "20", "10"]
    );
    assert_eq!(
        labels(&mapping, "Nom"),
        ["Sam", "Dan", "Bill", "Bob", "Pat", "Sue"]
    );
    assert_eq!(
        labels(&mapping, "Pseudo"),
        ["10", "20", "30", "40", "50", "60"]
    );
}

/// Days move by row, keep their way of writing and stay missing where they are; what is no date does not move.
#[test]
fn dates_move_and_keep_their_style() {
    let mut builder = ColumnBuilder::new();
    ["28/02/2024", "", "01/03/2024", "28/02/2024"]
        .into_iter()
        .for_each(|cell| builder.push_text(cell));
    let column = builder.finish(&ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    });
    let moved = shifted(&column, |row| [1, 5, -1, 366][row]).unwrap();
    let labels: Vec<_> = (0..4).map(|row| moved.label(row).into_owned()).collect();
    assert_eq!(labels, ["29/02/2024", "", "29/02/2024", "28/02/2025"]);
    assert!(shifted(&t1().attributes()[1].column, |_| 1).is_none());
}

/// Missing cells that are no leaf are a group of their own below the root: in levels as in cuts.
#[test]
fn missing_cells_are_a_group_of_their_own_below_the_root() {
    let mut builder = ColumnBuilder::new();
    ["a", "b", "", "c"]
        .into_iter()
        .for_each(|cell| builder.push_text(cell));
    let mut table = Table::new([("q".to_owned(), builder.finish(&ReadAs::default()))]);
    table.set_role(0, Role::QuasiIdentifier);
    let rows = [["a", "ab", "*"], ["b", "ab", "*"], ["c", "c", "*"]]
        .map(|row| row.map(str::to_owned).to_vec());
    let hierarchy = Hierarchy::from_rows("q", &rows).unwrap();
    let prepared = Prepared::new(&table, vec![Qi::new(&table, 0, Some(hierarchy)).unwrap()]);
    let group = |level, group| Summary::Group { level, group };
    let cut = |parts| Cut::new(&prepared.qis[0], parts);
    let levels = |level: u8| {
        Recoding::Levels(Levels {
            node: Node::from(vec![level]),
            dropped: Vec::new(),
        })
    };
    let cuts = |parts| {
        let cuts = vec![cut(parts).unwrap()];
        Recoding::Cuts(Cuts {
            cuts,
            notation: Notation::Dash,
            starred: Vec::new(),
            dropped: Vec::new(),
        })
    };
    for plan in [levels(1), cuts(vec![group(1, 0), group(0, 2), group(0, 3)])] {
        let draft = apply(&prepared, &plan);
        assert_eq!(labels(&draft.tables[0].1, "q"), ["ab", "ab", "", "c"]);
    }
    for plan in [levels(2), cuts(vec![group(2, 0)])] {
        assert_eq!(labels(&apply(&prepared, &plan).tables[0].1, "q"), ["*"; 4]);
    }
    assert!(
        cut(vec![group(1, 0), group(0, 2)]).is_none(),
        "missing cells are not covered"
    );
    assert!(
        cut(vec![group(2, 0), group(0, 2)]).is_none(),
        "a value is covered twice"
    );
}

/// Turns each bucket by one place: the first comes last.
struct Turned;

impl Shuffle for Turned {
    fn shuffle<T>(&mut self, bucket: &mut [T]) {
        if !bucket.is_empty() {
            bucket.rotate_left(1);
        }
    }
}

#[test]
fn buckets_of_every_size_are_dealt_inside_themselves() {
    // Places take a byte, two or four.
    for largest in [3u32, 300, 70_000] {
        let sizes = [2, largest, 1];
        let count: u32 = sizes.iter().sum();
        // The buckets' rows stand in the table from last to first.
        let rows: Vec<u32> = (0..count).rev().collect();
        let places = Places::shuffled(&sizes, &mut Turned);
        let codes = Codes::from_fn(count as usize, count as usize, |row| row as u32);
        let dealt = codes.dealt((&rows, &sizes), &places.0);
        let mut start = 0;
        for size in sizes.map(|size| size as usize) {
            let own = &rows[start..start + size];
            for place in 0..size {
                assert_eq!(
                    dealt.get(start + place),
                    own[(place + 1) % size],
                    "{largest}, place {place}"
                );
            }
            start += size;
        }
    }
}

#[test]
fn rows_are_gathered_by_bucket_however_uneven_buckets_are() {
    let rows = 200_000;
    let uneven: [fn(usize) -> u32; 3] = [
        |_| 0,
        |row| if row % 10 == 0 { (row % 70) as u32 } else { 69 },
        |row| (row * 7 % 99_991) as u32,
    ];
    for bucket_of_row in uneven {
        let bucket_of: Vec<u32> = (0..rows).map(bucket_of_row).collect();
        let count = 100_000;
        let (gathered, starts) = gathered((&bucket_of, count), |row| row as u32);
        let mut by_hand: Vec<Vec<u32>> = vec![Vec::new(); count];
        bucket_of
            .iter()
            .zip(0..)
            .for_each(|(&bucket, row)| by_hand[bucket as usize].push(row));
        assert_eq!(starts.len(), count + 1);
        for (bucket, own) in by_hand.iter().enumerate() {
            assert_eq!(
                &gathered[starts[bucket] as usize..starts[bucket + 1] as usize],
                own.as_slice()
            );
        }
    }
}
