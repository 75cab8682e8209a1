//! MDAV as it is written down: every search looks at every row that is left. It tells what groups must lose, and how fast the machine is.

use bauta_table::Table;

/// Numbers of a row.
const WIDTH: usize = 6;
type Point = [f64; WIDTH];

/// The share of the numbers' variation that lies inside groups of at least `size` rows, and how many groups there are.
pub fn lost(table: &Table, size: usize) -> Option<(f64, usize)> {
    let columns: Option<Vec<Vec<f64>>> = table
        .attributes()
        .iter()
        .map(|attribute| attribute.column.measures().map(standardised))
        .collect();
    let columns: [Vec<f64>; WIDTH] = columns?.try_into().ok()?;
    let points: Vec<Point> = (0..table.rows())
        .map(|row| std::array::from_fn(|column| columns[column][row]))
        .collect();
    let groups = groups(points.clone(), size);
    let inside: f64 = groups.iter().map(|group| about(group, &mean(group))).sum();
    Some((inside / about(&points, &mean(&points)), groups.len()))
}

fn standardised(values: Vec<f64>) -> Vec<f64> {
    let rows = values.len() as f64;
    let mean = values.iter().sum::<f64>() / rows;
    let deviation = (values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / rows)
        .sqrt();
    values
        .iter()
        .map(|value| {
            if deviation > 0.0 {
                value / deviation
            } else {
                0.0
            }
        })
        .collect()
}

fn groups(mut left: Vec<Point>, size: usize) -> Vec<Vec<Point>> {
    let mut groups = Vec::new();
    while left.len() >= 3 * size {
        let first = farthest(&left, &mean(&left));
        let second = farthest(&left, &first);
        groups.push(around(&mut left, &first, size));
        groups.push(around(&mut left, &second, size));
    }
    if left.len() >= 2 * size {
        let first = farthest(&left, &mean(&left));
        groups.push(around(&mut left, &first, size));
    }
    groups.push(left);
    groups
}

/// Takes out the rows nearest to a point, of equally near ones the first; the others stay in their order.
fn around(left: &mut Vec<Point>, point: &Point, size: usize) -> Vec<Point> {
    let mut near: Vec<(f64, usize)> = left
        .iter()
        .map(|other| apart(other, point))
        .zip(0..)
        .collect();
    near.select_nth_unstable_by(size - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut taken: Vec<usize> = near[..size].iter().map(|(_, place)| *place).collect();
    taken.sort_unstable_by(|a, b| b.cmp(a));
    taken.into_iter().map(|place| left.remove(place)).collect()
}

fn farthest(left: &[Point], point: &Point) -> Point {
    let mut best = (f64::NEG_INFINITY, *point);
    for other in left {
        let far = apart(other, point);
        if far > best.0 {
            best = (far, *other);
        }
    }
    best.1
}

fn apart(a: &Point, b: &Point) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

fn mean(points: &[Point]) -> Point {
    let sum = |column: usize| points.iter().map(|point| point[column]).sum::<f64>();
    std::array::from_fn(|column| sum(column) / points.len() as f64)
}

fn about(points: &[Point], centre: &Point) -> f64 {
    points.iter().map(|point| apart(point, centre)).sum()
}
