//! What each attack is and what came out, in a sentence or two of either language: what the attacker knows, what was tried, what came out, how to
//! read it. No cell value stands here.

use bauta_privacy::attack::Rate;
use bauta_privacy::attack::record_linkage::Measured;
use bauta_privacy::attack::table_linkage::TableLinkage;
use serde::Serialize;

use super::{Attacked, ClassAttacks, Criteria, Criterion, Linkage, TwoReleases};

/// One attack in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Explained {
    /// Its name.
    pub title: String,
    /// What came out.
    pub text: String,
}

impl Attacked {
    /// All attacks in words, in a language (`en` or `fr`).
    pub fn explained(&self, language: &str) -> Vec<Explained> {
        let say = Say {
            french: language == "fr",
            people: self.people.is_some(),
        };
        let mut all = Vec::new();
        self.linkage
            .iter()
            .for_each(|linkage| all.extend(say.linkage(linkage)));
        self.classes
            .iter()
            .for_each(|classes| all.extend(say.classes(classes)));
        self.intersection
            .iter()
            .for_each(|both| all.extend(say.intersection(both)));
        self.criteria
            .iter()
            .for_each(|criteria| all.extend(say.criteria(criteria)));
        all
    }
}

impl Criteria {
    /// The three criteria in words.
    pub fn explained(&self, language: &str) -> Vec<Explained> {
        Say {
            french: language == "fr",
            people: false,
        }
        .criteria(self)
    }
}

struct Say {
    french: bool,
    /// Whether people are counted, since they have several rows.
    people: bool,
}

impl Say {
    fn pick(&self, en: String, fr: String) -> String {
        if self.french { fr } else { en }
    }

    fn told(&self, en: (&str, String), fr: (&str, String)) -> Explained {
        let (title, text) = if self.french { fr } else { en };
        Explained {
            title: title.to_owned(),
            text,
        }
    }

    /// A share for people.
    fn share(&self, share: f64) -> String {
        let percent = format!("{:.1}", share * 100.0);
        if self.french {
            format!("{} %", percent.replace('.', ","))
        } else {
            format!("{percent} %")
        }
    }

    /// A share with its interval.
    fn rate(&self, rate: &Rate) -> String {
        let (low, high) = (self.share(rate.low), self.share(rate.high));
        let to = self.pick("to".into(), "à".into());
        format!("{} ({low} {to} {high})", self.share(rate.rate))
    }

    fn number(&self, value: f64) -> String {
        let text = format!("{value:.2}");
        if self.french {
            text.replace('.', ",")
        } else {
            text
        }
    }

    /// What is matched, one and several, in English and French.
    fn matched(&self) -> [&'static str; 4] {
        match self.people {
            false => ["row", "rows", "ligne", "lignes"],
            true => [
                "released person",
                "released people",
                "personne publiée",
                "personnes publiées",
            ],
        }
    }

    /// Of what shares are.
    fn counted(&self) -> [&'static str; 2] {
        match self.people {
            false => ["rows", "lignes"],
            true => ["people", "personnes"],
        }
    }

    fn linkage(&self, linkage: &Linkage) -> Vec<Explained> {
        let mut all = vec![self.record(linkage)];
        all.extend(linkage.table.as_ref().map(|table| self.table(table)));
        for it in &linkage.attributes {
            let (certain, share) = (it.certain, self.share(it.certain_share));
            let (name, people, mean) = (&it.attribute, it.people, self.share(it.mean_confidence));
            let checked = it.right.map(|right| self.rate(&right));
            let en = format!(
                "An attacker who knows a person looks at \"{name}\" in all matching rows: for {certain} of {people} people ({share}) only one value is left; the most frequent value has a share of {mean} on average{}.",
                checked.as_ref().map_or(String::new(), |rate| format!(
                    ", and is the person's own for {rate} of people"
                ))
            );
            let fr = format!(
                "Un attaquant qui connaît une personne regarde « {name} » dans toutes les lignes compatibles : pour {certain} personnes sur {people} ({share}), il ne reste qu'une valeur ; la valeur la plus fréquente a en moyenne une part de {mean}{}.",
                checked.map_or(String::new(), |rate| format!(
                    ", et c'est bien celle de la personne pour {rate} d'entre elles"
                ))
            );
            all.push(self.told(("attribute linkage", en), ("rapprochement d'attribut", fr)));
        }
        all
    }

    fn record(&self, linkage: &Linkage) -> Explained {
        let it = &linkage.record;
        let titles = ("record linkage", "rapprochement de ligne");
        let on = linkage.on.join(", ");
        let (Some(share), Some(expected)) = (it.unique_share, it.expected_share) else {
            let people = it.people;
            return self.told(
                (titles.0, format!("An attacker who knows {on} looks for matching rows. Nothing can be said about any of the {people} people: labels are not understood, or values were changed.")),
                (titles.1, format!("Un attaquant qui connaît {on} cherche les lignes compatibles. On ne peut rien dire d'aucune des {people} personnes : les étiquettes ne sont pas comprises, ou les valeurs ont été modifiées.")),
            );
        };
        let (judged, found, unique, fewest) =
            (it.people - it.unknown, it.found, it.unique, it.fewest);
        let (share, expected) = (self.share(share), self.share(expected));
        let (checked, unknown) = (self.checked(it.measured.as_ref()), self.unknown(it.unknown));
        let [row, rows, ligne, lignes] = self.matched();
        let en = format!(
            "An attacker who knows {on} finds at least one matching {row} for {found} of {judged} people, and exactly one for {unique} ({share}); everybody who is found has at least {fewest} matching {rows}. Taking one of them at random names the right {row} for {expected} of people if all are in the release{checked}.{unknown}"
        );
        let fr = format!(
            "Un attaquant qui connaît {on} trouve au moins une {ligne} compatible pour {found} personnes sur {judged}, et exactement une pour {unique} ({share}) ; chaque personne trouvée a au moins {fewest} {lignes} compatibles. En prendre une au hasard désigne la bonne {ligne} pour {expected} des personnes si toutes sont dans la publication{checked}.{unknown}"
        );
        self.told((titles.0, en), (titles.1, fr))
    }

    /// People whom the figures leave out.
    fn unknown(&self, people: u64) -> String {
        match people {
            0 => String::new(),
            _ => self.pick(
                format!(
                    " Nothing can be said about {people} more people, and no share counts them."
                ),
                format!(
                    " On ne peut rien dire de {people} autres personnes, qu'aucune part ne compte."
                ),
            ),
        }
    }

    fn checked(&self, measured: Option<&Measured>) -> String {
        let Some(Measured { unique, any }) = measured else {
            return self.pick(
                "; which row is whose is not known, so this is not checked".into(),
                " ; on ne sait pas quelle ligne est à qui, ce n'est donc pas vérifié".into(),
            );
        };
        let (all, claims, sure) = (self.rate(any), unique.attacks, self.rate(unique));
        let [_, rows, _, lignes] = self.matched();
        match claims {
            0 => self.pick(format!("; measured: {all}"), format!(" ; mesuré : {all}")),
            _ => self.pick(
                format!(
                    "; measured: {all}, and of the {claims} single {rows} {sure} are the right one"
                ),
                format!(
                    " ; mesuré : {all}, et parmi les {claims} {lignes} uniques {sure} sont la bonne"
                ),
            ),
        }
    }

    fn table(&self, it: &TableLinkage) -> Explained {
        let (least, most, mean) = (
            self.share(it.least),
            self.share(it.most),
            self.share(it.mean),
        );
        let (certain, absent, classes) = (it.certain, it.absent, it.unmatched_classes);
        let en = format!(
            "An attacker who has the whole file asks whether a person is in the release at all: the probability is between {least} and {most}, {mean} on average; {certain} people are certainly in it, {absent} certainly not; {classes} released classes match nobody of the file."
        );
        let fr = format!(
            "Un attaquant qui possède tout le fichier se demande si une personne est dans la publication : la probabilité va de {least} à {most}, {mean} en moyenne ; {certain} personnes y sont certainement, {absent} certainement pas ; {classes} classes publiées ne conviennent à personne du fichier."
        );
        self.told(("table linkage", en), ("rapprochement de table", fr))
    }

    fn classes(&self, it: &ClassAttacks) -> Vec<Explained> {
        let name = &it.attribute;
        let [rows, lignes] = self.counted();
        let mut all = Vec::new();
        let (same, share, of) = (
            it.homogeneity.classes,
            self.share(it.homogeneity.share),
            it.classes,
        );
        all.push(self.told(
            ("homogeneity", format!("An attacker who knows a person's class learns \"{name}\" where all its rows agree: {same} of {of} classes, {share} of the {rows}.")),
            ("homogénéité", format!("Un attaquant qui connaît la classe d'une personne apprend « {name} » là où toutes ses lignes s'accordent : {same} classes sur {of}, {share} des {lignes}.")),
        ));
        if let Some(levels) = &it.similarity {
            let list = |word: &str| {
                let level = |level: &bauta_privacy::attack::similarity::Similarity| {
                    format!(
                        "{word} {}: {} ({})",
                        level.level,
                        level.shares.classes,
                        self.share(level.shares.share)
                    )
                };
                levels.iter().map(level).collect::<Vec<_>>().join(", ")
            };
            all.push(self.told(
                ("similarity", format!("An attacker who knows a person's class learns the group that its different values of \"{name}\" share, below the top of the hierarchy; classes (share of {rows}) by the level where they meet: {}.", list("level"))),
                ("similarité", format!("Un attaquant qui connaît la classe d'une personne apprend le groupe que ses valeurs différentes de « {name} » partagent, sous le sommet de la hiérarchie ; classes (part des {lignes}) selon le niveau où elles se rejoignent : {}.", list("niveau"))),
            ));
        }
        let skew = &it.skewness;
        let (most, mean, overall) = (
            self.share(skew.max_confidence),
            self.share(skew.mean_confidence),
            self.share(skew.overall),
        );
        let (gain, row) = (
            self.number(skew.largest_gain * 100.0),
            skew.largest_gain_row,
        );
        all.push(self.told(
            ("skewness", format!("An attacker who guesses the most frequent \"{name}\" of a class is right with a confidence of up to {most}, {mean} on average, against {overall} without classes; the largest gain over the whole release is {gain} points, in the class of row {row}.")),
            ("asymétrie", format!("Un attaquant qui parie sur la valeur la plus fréquente de « {name} » dans une classe a raison avec une confiance allant jusqu'à {most}, {mean} en moyenne, contre {overall} sans les classes ; le plus grand gain sur l'ensemble est de {gain} points, dans la classe de la ligne {row}.")),
        ));
        let list = it.background.iter().map(|it| {
            format!(
                "{} → {} ({})",
                it.excluded,
                it.shares.classes,
                self.share(it.shares.share)
            )
        });
        let list = list.collect::<Vec<_>>().join(", ");
        all.push(self.told(
            ("background knowledge", format!("An attacker who can exclude some values of \"{name}\" is left with one value, at worst, in (values excluded → classes, share of {rows}): {list}.")),
            ("connaissances préalables", format!("À un attaquant qui peut exclure des valeurs de « {name} », il n'en reste qu'une, au pire, dans (valeurs exclues → classes, part des {lignes}) : {list}.")),
        ));
        all
    }

    fn intersection(&self, both: &TwoReleases) -> Vec<Explained> {
        let one = |it: &bauta_privacy::attack::intersection::Intersection| {
            let (name, rows, disclosed, share) = (
                &it.attribute,
                it.rows,
                it.disclosed,
                self.share(it.disclosed_share),
            );
            let (narrowed, empty, one) = (it.narrowed, it.empty, it.one_value);
            let (before, after) = (self.number(it.mean_before), self.number(it.mean_after));
            let (by_en, by_fr) = if it.linked_by_identifier {
                (
                    "rows linked by an identifier",
                    "lignes reliées par un identifiant",
                )
            } else {
                (
                    "rows whose labels can mean the same person",
                    "lignes dont les étiquettes peuvent désigner la même personne",
                )
            };
            self.told(
                ("intersection", format!("An attacker who has both releases keeps the values of \"{name}\" that are possible in both ({by_en}): of {rows} rows, {one} are left with one value, for {disclosed} of them ({share} of rows) one that neither release gave away by itself, {narrowed} with fewer than before, {empty} with none (not the same person); from {before} values on average to {after}.")),
                ("intersection", format!("Un attaquant qui a les deux publications garde les valeurs de « {name} » possibles dans les deux ({by_fr}) : sur {rows} lignes, {one} n'ont plus qu'une valeur, qu'aucune des deux ne livrait seule pour {disclosed} d'entre elles ({share} des lignes), {narrowed} en ont moins qu'avant, {empty} aucune (autre personne) ; de {before} valeurs en moyenne à {after}.")),
            )
        };
        both.attributes.iter().map(one).collect()
    }

    fn criteria(&self, criteria: &Criteria) -> Vec<Explained> {
        let out = &criteria.singling_out;
        let mut all = Vec::new();
        let control = criteria.control.is_some();
        all.push(match out.one.attack.attacks {
            0 => self.told(
                ("singling out, one attribute", "An attacker who has only the release looks for values that occur once and for extremes: there is none, so nobody is singled out by one attribute.".into()),
                ("individualisation, un attribut", "Un attaquant qui n'a que la publication cherche des valeurs uniques et des extrêmes : il n'y en a pas, personne n'est isolé par un seul attribut.".into()),
            ),
            _ => self.told(
            ("singling out, one attribute", format!("An attacker who has only the release takes values that occur once and extremes: {} of {} such descriptions fit exactly one person of the original; {}.", self.rate(&out.one.attack), out.one.attack.attacks, self.beyond(&out.one, control))),
            ("individualisation, un attribut", format!("Un attaquant qui n'a que la publication prend les valeurs uniques et les extrêmes : {} des {} descriptions conviennent à exactement une personne de l'original ; {}.", self.rate(&out.one.attack), out.one.attack.attacks, self.beyond(&out.one, control))),
        )});
        all.push(self.told(
            ("singling out, several attributes", format!("An attacker who has only the release describes a released row until the description fits it alone ({} of {} attempts): {} of attempts single out exactly one person of the original; {}.", out.several_claims, out.several.attack.attacks, self.rate(&out.several.attack), self.beyond(&out.several, control))),
            ("individualisation, plusieurs attributs", format!("Un attaquant qui n'a que la publication décrit une ligne jusqu'à ce que la description ne convienne qu'à elle ({} tentatives sur {}) : {} des tentatives isolent exactement une personne de l'original ; {}.", out.several_claims, out.several.attack.attacks, self.rate(&out.several.attack), self.beyond(&out.several, control))),
        ));
        if let Some(link) = &criteria.linkability {
            let sides = criteria.sides.each_ref().map(|side| side.join(", "));
            let rate = self.rate(&link.attack);
            all.push(self.told(
                ("linkability", format!("An attacker who has two files about the same people ({} | {}) joins them by the nearest released row of each: the same row for {rate} of people; {}.", sides[0], sides[1], self.beyond(link, control))),
                ("corrélation", format!("Un attaquant qui a deux fichiers sur les mêmes personnes ({} | {}) les joint par la ligne publiée la plus proche de chacun : la même ligne pour {rate} des personnes ; {}.", sides[0], sides[1], self.beyond(link, control))),
            ));
        }
        for it in &criteria.inference {
            let (name, known, rate) = (
                &it.attribute,
                it.known.join(", "),
                self.rate(&it.criterion.attack),
            );
            let beyond = self.beyond(&it.criterion, control);
            all.push(self.told(
                ("inference", format!("An attacker who knows {known} takes \"{name}\" of the nearest released rows: right for {rate} of people; {beyond}.")),
                ("inférence", format!("Un attaquant qui connaît {known} prend « {name} » des lignes publiées les plus proches : juste pour {rate} des personnes ; {beyond}.")),
            ));
        }
        all
    }

    /// An attack beside its baseline, and how to read it.
    fn beyond(&self, it: &Criterion, control: bool) -> String {
        let (baseline, risk) = (self.share(it.baseline.rate), &it.risk);
        let (value, low, high) = (
            self.share(risk.risk),
            self.share(risk.low),
            self.share(risk.high),
        );
        let against = if control {
            self.pick(
                "people who are not in the original".into(),
                "pour des personnes absentes de l'original".into(),
            )
        } else {
            self.pick("guessing".into(), "au hasard".into())
        };
        let is_better = risk.low > 0.0;
        let verdict = if is_better && !control {
            self.pick(
                "better than guessing; a control would show how much of it is about these very people".into(),
                "mieux que le hasard ; un témoin montrerait quelle part vise ces personnes mêmes".into(),
            )
        } else if is_better {
            self.pick(
                "the release gives people away".into(),
                "la publication trahit des personnes".into(),
            )
        } else {
            self.pick(
                "not shown to be better than that".into(),
                "rien ne montre que ce soit mieux".into(),
            )
        };
        self.pick(
            format!("{against}: {baseline}; risk beyond that {value} ({low} to {high}): {verdict}"),
            format!("{against} : {baseline} ; risque au-delà {value} ({low} à {high}) : {verdict}"),
        )
    }
}
