//! Counts with differential privacy: an answer to a SPARQL aggregate that hardly depends on any one entity.
//!
//! **Paper** dwork2006; noise and accounting are OpenDP's.
//!
//! **Guarantee** ε-differential privacy for one entity with all triples of which it is the subject: with or without them, any answer is at most e^ε
//! times as likely. Answers add up: a [`Budget`] refuses what would go beyond it.
//!
//! **Idea** Only counts of distinct entities whose own triples satisfy a condition can be asked: every pattern has the counted variable
//! as its subject, so that one entity changes the count by at most one, whatever others do. Patterns that reach further
//! (friends of friends) are refused, since one entity could change the count by many. Groups would show which values
//! occur, and are refused too: ask for each value by itself.
//!
//! **Invariants** `counts_are_near_the_truth`, `queries_that_reach_further_are_refused`.

use opendp::domains::AtomDomain;
use opendp::measurements::make_laplace;
use opendp::measures::MaxDivergence;
use opendp::metrics::AbsoluteDistance;
use serde::Serialize;
use spargebra::Query;
use spargebra::algebra::{AggregateExpression, AggregateFunction, Expression, GraphPattern};
use spargebra::term::{TermPattern, Variable};

use crate::context::Resolved;
use crate::error::{Error, Result};
use crate::model::{Graph, write_term};
use crate::sparql::Asked;

/// A noisy count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NoisyCount {
    /// The count with noise.
    pub count: i64,
    /// What it cost.
    pub epsilon: f64,
    /// The standard deviation of the noise.
    pub deviation: f64,
}

/// How much may be told in all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    total: f64,
    spent: f64,
}

impl Budget {
    /// A budget of ε.
    pub fn new(total: f64) -> Self {
        Budget { total, spent: 0.0 }
    }

    /// What is left.
    pub fn left(&self) -> f64 {
        (self.total - self.spent).max(0.0)
    }

    /// Answers a query with noise, if the budget allows it.
    ///
    /// # Errors
    /// Queries that cannot be answered so, an ε that is not positive, or a budget that is used up.
    pub fn count(&mut self, graph: &Graph, resolved: &Resolved, query: &Query, epsilon: f64) -> Result<NoisyCount> {
        if !(epsilon > 0.0 && epsilon.is_finite()) {
            return Err(Error::request("epsilon must be above 0"));
        }
        if self.spent + epsilon > self.total * (1.0 + 1e-12) {
            let (asked, left) = (epsilon, self.left());
            return Err(Error::request(format!("the budget is used up: {asked} is asked and {left} is left")));
        }
        let pattern = counted(query)?;
        let truth = true_count(graph, resolved, &pattern)?;
        let found = noisy(truth, epsilon)?;
        self.spent += found.epsilon;
        Ok(found)
    }
}

/// Laplace noise on a count that one entity changes by at most one.
fn noisy(truth: i64, epsilon: f64) -> Result<NoisyCount> {
    let failed = |_| Error::NoRandomness;
    let scale = 1.0 / epsilon * (1.0 + 1e-9);
    let metric = AbsoluteDistance::<i64>::default();
    let measurement = make_laplace::<_, _, MaxDivergence>(AtomDomain::<i64>::default(), metric, scale, None);
    let measurement = measurement.map_err(failed)?;
    let spent = measurement.map(&1).map_err(failed)?;
    let count = measurement.invoke(&truth).map_err(failed)?;
    Ok(NoisyCount { count, epsilon: spent.min(epsilon), deviation: std::f64::consts::SQRT_2 * scale })
}

/// The entities that a query counts: their pattern and their variable.
struct Counted {
    variable: Variable,
    pattern: GraphPattern,
}

/// What a query counts, if it is one whose answer one entity changes by at most one.
fn counted(query: &Query) -> Result<Counted> {
    let refused = || {
        Error::request(
            "only SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x … } can be answered with noise: every pattern has ?x as its subject, without GROUP BY, OPTIONAL, UNION and paths",
        )
    };
    let Query::Select { pattern, .. } = query else { return Err(refused()) };
    let GraphPattern::Project { inner, .. } = pattern else { return Err(refused()) };
    let GraphPattern::Extend { inner, .. } = inner.as_ref() else { return Err(refused()) };
    let GraphPattern::Group { inner, variables, aggregates } = inner.as_ref() else { return Err(refused()) };
    let [(_, AggregateExpression::FunctionCall { name: AggregateFunction::Count, expr, distinct: true })] =
        aggregates.as_slice()
    else {
        return Err(refused());
    };
    let Expression::Variable(variable) = expr else { return Err(refused()) };
    if !variables.is_empty() || !is_star(inner, variable) {
        return Err(refused());
    }
    Ok(Counted { variable: variable.clone(), pattern: inner.as_ref().clone() })
}

/// Whether all patterns have a variable as their subject.
fn is_star(pattern: &GraphPattern, center: &Variable) -> bool {
    match pattern {
        GraphPattern::Bgp { patterns } => {
            !patterns.is_empty()
                && patterns.iter().all(|triple| triple.subject == TermPattern::Variable(center.clone()))
        }
        GraphPattern::Filter { expr, inner } => !has_exists(expr) && is_star(inner, center),
        GraphPattern::Join { left, right } => is_star(left, center) && is_star(right, center),
        _ => false,
    }
}

/// Whether a condition looks at other triples.
fn has_exists(expression: &Expression) -> bool {
    match expression {
        Expression::Exists(_) => true,
        Expression::Not(inner) | Expression::UnaryMinus(inner) | Expression::UnaryPlus(inner) => has_exists(inner),
        Expression::Or(a, b)
        | Expression::And(a, b)
        | Expression::Equal(a, b)
        | Expression::SameTerm(a, b)
        | Expression::Greater(a, b)
        | Expression::GreaterOrEqual(a, b)
        | Expression::Less(a, b)
        | Expression::LessOrEqual(a, b)
        | Expression::Add(a, b)
        | Expression::Subtract(a, b)
        | Expression::Multiply(a, b)
        | Expression::Divide(a, b) => has_exists(a) || has_exists(b),
        Expression::In(a, list) => has_exists(a) || list.iter().any(has_exists),
        Expression::FunctionCall(_, list) | Expression::Coalesce(list) => list.iter().any(has_exists),
        Expression::If(a, b, c) => has_exists(a) || has_exists(b) || has_exists(c),
        _ => false,
    }
}

fn true_count(graph: &Graph, resolved: &Resolved, counted: &Counted) -> Result<i64> {
    let project =
        GraphPattern::Project { inner: Box::new(counted.pattern.clone()), variables: vec![counted.variable.clone()] };
    let query =
        Query::Select { dataset: None, pattern: GraphPattern::Distinct { inner: Box::new(project) }, base_iri: None };
    let (_, rows) = Asked::new(graph).select(&query)?;
    let mut text = String::new();
    let is_entity = |row: &Vec<Option<oxrdf::Term>>| {
        let Some(term) = row.first().and_then(Option::as_ref) else { return false };
        text.clear();
        write_term(&mut text, term.as_ref());
        graph.dictionary.find(&text).is_some_and(|id| resolved.is_entity(id))
    };
    let mut is_entity = is_entity;
    Ok(rows.iter().filter(|row| is_entity(row)).count() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::generate::Universities;
    use crate::sparql::parsed;

    fn prefixes() -> Vec<(String, String)> {
        vec![("ub".to_owned(), crate::generate::NAMESPACE.to_owned())]
    }

    fn professors(graph: &Graph) -> Resolved {
        let text = format!(
            "version = 1\n[prefixes]\nub = \"{}\"\n[entities]\nclass = \"ub:Professor\"\n",
            crate::generate::NAMESPACE
        );
        Context::parse(&text, "graph.toml").unwrap().resolved(graph).unwrap()
    }

    #[test]
    fn counts_are_near_the_truth() {
        let graph = Universities::new(1, 3).graph().unwrap();
        let resolved = professors(&graph);
        let query = parsed(
            "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:sex \"male\" ; ub:age ?a FILTER(?a >= 50) }",
            &prefixes(),
        )
        .unwrap();
        let truth = true_count(&graph, &resolved, &counted(&query).unwrap()).unwrap();
        assert!(truth > 50);
        let mut budget = Budget::new(200.0);
        let mut error = 0.0;
        for _ in 0..100 {
            let found = budget.count(&graph, &resolved, &query, 1.0).unwrap();
            assert!(found.epsilon <= 1.0 && (found.deviation - std::f64::consts::SQRT_2).abs() < 1e-6);
            error += (found.count - truth).abs() as f64 / 100.0;
        }
        // The mean of |noise| is about 1; the chance to be beyond 2.5 in the mean of 100 is nil.
        assert!(error > 0.2 && error < 2.5, "{error}");
        assert!((budget.left() - 100.0).abs() < 1e-6);
        assert!(budget.count(&graph, &resolved, &query, 150.0).unwrap_err().to_string().contains("used up"));
        assert!(budget.count(&graph, &resolved, &query, 0.0).is_err());
    }

    #[test]
    fn queries_that_reach_further_are_refused() {
        for text in [
            "SELECT (COUNT(?x) AS ?n) WHERE { ?x ub:sex \"male\" }",
            "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?y ub:advisor ?x }",
            "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:advisor ?y . ?y ub:age 20 }",
            "SELECT ?a (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:age ?a } GROUP BY ?a",
            "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x ub:age ?a FILTER EXISTS { ?y ub:advisor ?x } }",
            "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { { ?x ub:age 20 } UNION { ?x ub:age 21 } }",
            "SELECT (SUM(?a) AS ?n) WHERE { ?x ub:age ?a }",
            "SELECT ?x WHERE { ?x ub:age ?a }",
        ] {
            assert!(counted(&parsed(text, &prefixes()).unwrap()).is_err(), "{text}");
        }
    }
}
