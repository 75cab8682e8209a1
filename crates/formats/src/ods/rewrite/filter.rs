//! `content.xml` copied event by event: the sheet replaced, whatever remembers data left out.

use std::borrow::Cow;
use std::io::Write;

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, Event};

use super::super::styles::NAMESPACES;
use super::super::write::Zip;
use super::Met;
use super::sheet::NewSheet;
use crate::error::{Error, Result};
use crate::workbook::xml::{Xml, attribute};

const STYLES: &str = "office:automatic-styles";
const EVENTS_A_LOOK: u64 = 1 << 16;

/// What happens to an element.
enum Verdict {
    Keep,
    Drop,
    Replace,
    Styles,
}

/// Copies all events to the zip's open part.
pub(super) fn copy(
    mut xml: Xml,
    new: &NewSheet<'_>,
    zip: &mut Zip<'_, '_>,
    met: &mut Met,
) -> Result<()> {
    let mut filter = Filter {
        out: Writer::new(zip),
        new,
        met,
        tables: 0,
        open_tables: 0,
        styled: false,
    };
    let (mut buffer, mut seen) = (Vec::new(), 0u64);
    loop {
        seen += 1;
        if seen % EVENTS_A_LOOK == 0 && new.progress.cancelled() {
            return Err(Error::Cancelled);
        }
        match xml.next(&mut buffer)? {
            Event::Start(start) => match filter.judge(&start)? {
                Verdict::Keep | Verdict::Styles => {
                    filter.write(Event::Start(filter.dressed(start)))?;
                }
                Verdict::Drop => xml.skip(&mut buffer)?,
                Verdict::Replace => {
                    let start = start.into_owned();
                    xml.skip(&mut buffer)?;
                    filter.replace(start)?;
                }
            },
            Event::Empty(start) => match filter.judge(&start)? {
                Verdict::Keep if start.name().as_ref() == "table:table" => {
                    filter.open_tables -= 1;
                    filter.write(Event::Empty(start))?;
                }
                Verdict::Keep => filter.write(Event::Empty(filter.dressed(start)))?,
                Verdict::Drop => {}
                Verdict::Replace => filter.replace(start.into_owned())?,
                Verdict::Styles => filter.whole_styles()?,
            },
            Event::End(end) => {
                if end.name().as_ref() == STYLES {
                    filter.own_styles()?;
                }
                if end.name().as_ref() == "table:table" {
                    filter.open_tables -= 1;
                }
                filter.write(Event::End(end))?;
            }
            Event::Eof => return Ok(()),
            other => filter.write(other)?,
        }
    }
}

struct Filter<'a, 'z, 'b, 'c> {
    out: Writer<&'z mut Zip<'b, 'c>>,
    new: &'a NewSheet<'a>,
    met: &'a mut Met,
    tables: usize,
    open_tables: usize,
    styled: bool,
}

impl Filter<'_, '_, '_, '_> {
    fn judge(&mut self, start: &BytesStart<'_>) -> Result<Verdict> {
        let name = start.name();
        if let Some(what) = data_in(name.as_ref(), start) {
            self.met.left_out.insert(what);
            return Ok(Verdict::Drop);
        }
        match name.as_ref() {
            STYLES => return Ok(Verdict::Styles),
            "office:body" if !self.styled => self.whole_styles()?,
            "table:table" => return Ok(self.judge_table()),
            "table:content-validation" => {
                let rule = attribute(start, "table:name").unwrap_or_default();
                if !self.new.survey.validities.contains(rule.as_ref()) {
                    self.met.left_out.insert("validity rules of the sheet");
                    return Ok(Verdict::Drop);
                }
            }
            _ => {}
        }
        self.note_picture(start);
        Ok(Verdict::Keep)
    }

    fn judge_table(&mut self) -> Verdict {
        if self.open_tables > 0 {
            self.open_tables += 1;
            return Verdict::Keep;
        }
        let index = self.tables;
        self.tables += 1;
        if self.new.survey.is_target(index) {
            return Verdict::Replace;
        }
        if self.new.survey.is_foreign(index) {
            self.met.left_out.insert("copies of sheets of other files");
            return Verdict::Drop;
        }
        self.open_tables = 1;
        Verdict::Keep
    }

    fn note_picture(&mut self, start: &BytesStart<'_>) {
        if let Some(target) = attribute(start, "xlink:href")
            && let target = target.trim_start_matches("./")
            && target.starts_with("Pictures/")
        {
            self.met.pictures.insert(target.to_owned());
        }
    }

    /// The root element with the namespaces that the new sheet uses.
    fn dressed<'e>(&self, mut start: BytesStart<'e>) -> BytesStart<'e> {
        if start.name().as_ref() == "office:document-content" {
            for (prefix, uri) in NAMESPACES {
                if attribute(&start, prefix).is_none() {
                    start.push_attribute((prefix, uri));
                }
            }
        }
        start
    }

    fn replace(&mut self, start: BytesStart<'static>) -> Result<()> {
        let end = start.to_end().into_owned();
        self.write(Event::Start(start))?;
        self.new.write(self.out.get_mut())?;
        self.write(Event::End(end))
    }

    fn whole_styles(&mut self) -> Result<()> {
        self.write(Event::Start(BytesStart::new(STYLES)))?;
        self.own_styles()?;
        self.write(Event::End(BytesEnd::new(STYLES)))
    }

    fn own_styles(&mut self) -> Result<()> {
        self.styled = true;
        let styles = self.new.styles();
        self.out
            .get_mut()
            .write_all(styles.as_bytes())
            .map_err(|error| Error::io(self.new.path, error))
    }

    fn write(&mut self, event: Event<'_>) -> Result<()> {
        self.out
            .write_event(event)
            .map_err(|error| Error::io(self.new.path, error))
    }
}

/// What an element remembers of the data, if anything.
fn data_in(name: &str, start: &BytesStart<'_>) -> Option<&'static str> {
    let replacement = || {
        let target = attribute(start, "xlink:href").unwrap_or(Cow::Borrowed(""));
        target
            .trim_start_matches("./")
            .starts_with("ObjectReplacements/")
    };
    match name {
        "table:tracked-changes" => Some("tracked changes"),
        "table:dde-links" => Some("cached links to other programs"),
        "table:data-pilot-tables" => Some("pivot tables"),
        "table:database-ranges" => Some("filters and database ranges"),
        "table:consolidation" => Some("consolidations"),
        "table:named-expression" => Some("named expressions"),
        "draw:object" | "draw:object-ole" | "draw:plugin" => {
            Some("charts and other embedded objects")
        }
        "draw:image" if replacement() => Some("charts and other embedded objects"),
        _ => None,
    }
}
