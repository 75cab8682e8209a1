//! The rows of a table of measures: what is measured, its value, and the best value that it can have.

use super::evaluate::figure;
use crate::output::Screen;

pub struct MeasureRows<'s> {
    screen: &'s Screen,
    rows: Vec<Vec<String>>,
}

impl<'s> MeasureRows<'s> {
    pub fn new(screen: &'s Screen) -> Self {
        MeasureRows {
            screen,
            rows: Vec::new(),
        }
    }

    /// A measure whose value is words.
    pub fn say(&mut self, en: &str, fr: &str, value: String, best: impl Into<String>) {
        let name = self.screen.say(en, fr).to_owned();
        self.row(name, value, best.into());
    }

    /// A measure that is a figure; nothing where there is none.
    pub fn figure(&mut self, en: &str, fr: &str, value: impl Into<Option<f64>>, best: &str) {
        if let Some(value) = value.into() {
            self.say(en, fr, figure(value), best);
        }
    }

    /// A measure whose name is the same in every language.
    pub fn row(&mut self, name: String, value: String, best: String) {
        self.rows.push(vec![name, value, best]);
    }

    /// Prints the table.
    pub fn tell(self) {
        let header = [
            self.screen.say("measure", "mesure"),
            self.screen.say("value", "valeur"),
            self.screen.say("best", "idéal"),
        ];
        self.screen.tell(&self.screen.table(&header, self.rows));
    }
}
