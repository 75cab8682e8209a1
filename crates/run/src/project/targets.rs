//! What the release must guarantee, as a project file says it. Keys and shapes follow from the declarations of the models.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use bauta_privacy::models::{ModelParameter, ParameterDomain, ParameterValue, Target};
use bauta_privacy::{ALL, ModelDescriptor, Requirement};
use bauta_table::Fault;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The key of the table of the population, which several models share.
pub(super) const POPULATION: &str = "population";

/// Where a value stands below `[targets]`.
type Path = &'static [&'static str];

/// What the release must guarantee.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Targets {
    values: BTreeMap<Path, ParameterValue>,
    /// A table of the population, with the quasi-identifiers, for the models that need one.
    pub population: Option<String>,
}

/// The models that people can ask for, with their keys.
pub(super) fn asked_for() -> impl Iterator<Item = (&'static ModelDescriptor, &'static Target)> {
    ALL.iter()
        .filter_map(|model| Some((*model, model.target.as_ref()?)))
}

/// The parameters at a key or in the table at it.
pub(super) fn parameters_at(key: &str) -> Vec<&'static ModelParameter> {
    let all = asked_for().flat_map(|(model, _)| model.parameters);
    all.filter(|it| it.path.first() == Some(&key)).collect()
}

/// The keys below a key of `[targets]`; those of `[targets]` itself for none.
pub(super) fn keys_below(key: Option<&'static str>) -> &'static [&'static str] {
    static KEYS: OnceLock<BTreeMap<Option<&str>, Vec<&str>>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let mut keys: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
        for parameter in asked_for().flat_map(|(model, _)| model.parameters) {
            let steps = parameter.path.iter().copied();
            let above = [None].into_iter().chain(steps.clone().map(Some));
            for (above, step) in above.zip(steps) {
                let known = keys.entry(above).or_default();
                if !known.contains(&step) {
                    known.push(step);
                }
            }
        }
        keys.entry(None).or_default().push(POPULATION);
        keys
    });
    keys.get(&key).map_or(&[], Vec::as_slice)
}

impl Targets {
    /// Rows in the smallest class.
    pub fn k(&self) -> Option<u64> {
        self.count("k")
    }

    /// Different values of each sensitive attribute in a class.
    pub fn l(&self) -> Option<u64> {
        self.count("l")
    }

    fn count(&self, key: &'static str) -> Option<u64> {
        match self.values.get([key].as_slice()) {
            Some(ParameterValue::Count(count)) => Some(*count),
            _ => None,
        }
    }

    /// Asks for k-anonymity, or no longer does.
    pub fn set_k(&mut self, k: Option<u64>) {
        self.set_at("k", k.map(ParameterValue::Count));
    }

    /// Asks for distinct l-diversity, or no longer does.
    pub fn set_l(&mut self, l: Option<u64>) {
        self.set_at("l", l.map(ParameterValue::Count));
    }

    /// Asks for t-closeness, or no longer does.
    pub fn set_t(&mut self, t: Option<f64>) {
        self.set_at("t", t.map(ParameterValue::Number));
    }

    fn set_at(&mut self, key: &str, value: Option<ParameterValue>) {
        if let Some(parameter) = parameters_at(key).first() {
            self.set(parameter, value);
        }
    }

    /// Sets a parameter of a model, or leaves it out. A value of another kind than the parameter's is not taken.
    pub fn set(&mut self, parameter: &ModelParameter, value: Option<ParameterValue>) {
        match value {
            Some(value) if parameter.domain.is_kind_of(value) => {
                self.values.insert(parameter.path, value);
            }
            Some(_) => {}
            None => {
                self.values.remove(parameter.path);
            }
        }
    }

    fn has(&self, key: &str) -> bool {
        self.values.keys().any(|path| path.first() == Some(&key))
    }

    /// What is wrong with them, whatever the table.
    pub fn faults(&self) -> Vec<Fault> {
        let mut wrong = Vec::new();
        for (model, Target { key, .. }) in asked_for() {
            let others = model.parameters.iter().map(|it| (it, it.path[0]));
            for (parameter, beside) in others.filter(|(_, other)| other != key) {
                match (self.has(key), self.has(beside)) {
                    (false, true) => wrong.push(format!(
                        "{beside} does nothing without {key}; give {key}, or leave it out"
                    )),
                    (true, false) if !parameter.is_optional() => {
                        wrong.push(format!("{key} needs {beside}; give it as well"));
                    }
                    _ => {}
                }
            }
        }
        let users = asked_for().filter(|(model, _)| model.needs.population_table);
        let users: Vec<&str> = users.map(|(_, target)| target.key).collect();
        if self.population.is_some()
            && !users.iter().any(|key| self.has(key))
            && let Some((last, others)) = users.split_last()
        {
            let others = others.join(", ");
            wrong.push(format!("a population table does nothing without {others} or {last}; give one of them, or leave it out"));
        }
        wrong.into_iter().map(Fault::Request).collect()
    }

    /// As requirements.
    pub fn requirements(&self) -> Vec<Requirement> {
        let requirement = |(model, target): (&'static ModelDescriptor, &Target)| {
            let value = |parameter: &ModelParameter| {
                let left_out = parameter.is_optional().then(|| parameter.domain.start());
                self.values.get(parameter.path).copied().or(left_out)
            };
            let values: Option<Vec<ParameterValue>> = model.parameters.iter().map(value).collect();
            self.has(target.key).then_some(())?;
            model.require(values?)
        };
        asked_for().filter_map(requirement).collect()
    }
}

impl Serialize for Targets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in keys_below(None).iter().copied().filter(|key| self.has(key)) {
            match keys_below(Some(key)) {
                [] => map.serialize_entry(key, &self.values.get([key].as_slice()))?,
                inner => map.serialize_entry(key, &ValuesBelow(key, inner, self))?,
            }
        }
        if let Some(population) = &self.population {
            map.serialize_entry(POPULATION, population)?;
        }
        map.end()
    }
}

/// The table at a key, with these keys.
struct ValuesBelow<'t>(&'static str, &'static [&'static str], &'t Targets);

impl Serialize for ValuesBelow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = |name: &&'static str| self.2.values.get([self.0, *name].as_slice());
        serializer.collect_map(self.1.iter().map(|name| (name, value(name))))
    }
}

impl<'de> Deserialize<'de> for Targets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut targets = Targets::default();
        deserializer.deserialize_struct(
            "Targets",
            keys_below(None),
            Level {
                above: None,
                targets: &mut targets,
            },
        )?;
        Ok(targets)
    }
}

/// Reads `[targets]`, or the table at one of its keys, into targets.
struct Level<'t> {
    above: Option<&'static str>,
    targets: &'t mut Targets,
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("struct Targets")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let keys = keys_below(self.above);
        let mut read: Vec<&str> = Vec::new();
        while let Some(key) = map.next_key_seed(KeyOf(keys))? {
            if read.contains(&key) {
                return Err(A::Error::duplicate_field(key));
            }
            read.push(key);
            let path = [self.above, Some(key)].into_iter().flatten().collect();
            map.next_value_seed(ValueAt {
                path,
                targets: &mut *self.targets,
            })?;
        }
        // Whoever opens a table says all of it; [targets] itself may say anything.
        let missing = keys.iter().find(|key| !read.contains(key));
        match missing {
            Some(key) if self.above.is_some() => Err(A::Error::missing_field(key)),
            _ => Ok(()),
        }
    }
}

/// One of some keys.
struct KeyOf(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeyOf {
    type Value = &'static str;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, given: &str) -> Result<Self::Value, E> {
        let known = self.0.iter().copied().find(|key| *key == given);
        known.ok_or_else(|| E::unknown_field(given, self.0))
    }
}

/// The value at a path, or the table there.
struct ValueAt<'t> {
    path: Vec<&'static str>,
    targets: &'t mut Targets,
}

impl<'de> DeserializeSeed<'de> for ValueAt<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.path == [POPULATION] {
            self.targets.population = Option::deserialize(deserializer)?;
            return Ok(());
        }
        let at = |it: &&&ModelParameter| it.path == self.path;
        let parameters = parameters_at(self.path.first().copied().unwrap_or_default());
        let Some(parameter) = parameters.iter().find(at) else {
            return deserializer.deserialize_option(self);
        };
        let value = match parameter.domain {
            ParameterDomain::Count { .. } => {
                Option::deserialize(deserializer)?.map(ParameterValue::Count)
            }
            ParameterDomain::Number { .. } => {
                Option::deserialize(deserializer)?.map(ParameterValue::Number)
            }
            ParameterDomain::Distance => Option::deserialize(deserializer)?
                .map(|distance| ParameterValue::Distance(Some(distance))),
        };
        self.targets.set(parameter, value);
        Ok(())
    }
}

/// A table that may be left out as `null`.
impl<'de> Visitor<'de> for ValueAt<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a map")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let above = self.path.first().copied();
        let level = Level {
            above,
            targets: self.targets,
        };
        deserializer.deserialize_struct("Targets", keys_below(above), level)
    }
}
