//! What a sheet's cells refer to: the list of sheets, the shared strings, and which cell styles mean a date.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use bauta_table::TextPool;
use quick_xml::events::{BytesStart, Event};

use crate::bounds::{Allowance, TEXT_BY_BYTE};
use crate::error::{Error, Result};
use crate::options::Limits;
use crate::workbook::moment::{NumberFormat, number_format};
use crate::workbook::package::Package;
use crate::workbook::unreadable;
use crate::workbook::xml::{Xml, local_attribute};

/// Most shared strings, sheets, styles and relations of a workbook; no honest one comes near.
const MOST_STRINGS: usize = 1 << 25;
const MOST_ENTRIES: usize = 1 << 16;
/// Longest name or target that is kept.
const MOST_NAME: usize = 1024;

/// A sheet by its name, and the part that holds it.
pub(super) struct SheetPart {
    pub(super) name: String,
    pub(super) part: String,
}

/// The workbook without its cells.
pub(super) struct Book {
    pub(super) sheets: Vec<SheetPart>,
    pub(super) strings: TextPool,
    /// What a style makes of a number, by the style's index.
    pub(super) formats: Vec<NumberFormat>,
    pub(super) from_1904: bool,
}

/// A relation: what it is for, and the part it leads to.
struct Relation {
    kind: String,
    part: String,
}

/// Opens everything but the sheets.
pub(super) fn open(path: &Path, package: &mut Package, limits: &Limits) -> Result<Book> {
    let allowance = Allowance::of(path.display(), [path], TEXT_BY_BYTE, limits)?;
    let main = main_part(path, package)?;
    let relations = relations(package, &main)?;
    let part_of = |kind: &str| {
        relations
            .values()
            .find(|r| r.kind == kind)
            .map(|r| r.part.clone())
    };
    let listed = package.read(&main, |xml| workbook(xml, &relations))?;
    let (sheets, from_1904) = listed.ok_or_else(|| not_excel(path, package))?;
    let strings = match part_of("sharedStrings") {
        Some(part) => package
            .read(&part, |xml| shared_strings(xml, &allowance))?
            .unwrap_or_default(),
        None => TextPool::default(),
    };
    let formats = match part_of("styles") {
        Some(part) => package.read(&part, styles)?.unwrap_or_default(),
        None => Vec::new(),
    };
    Ok(Book {
        sheets,
        strings,
        formats,
        from_1904,
    })
}

fn main_part(path: &Path, package: &mut Package) -> Result<String> {
    let top = relations(package, "")?;
    let main = top
        .values()
        .find(|relation| relation.kind == "officeDocument")
        .map(|relation| relation.part.clone());
    let main = main.unwrap_or_else(|| "xl/workbook.xml".to_owned());
    if package.find(&main).is_some() {
        Ok(main)
    } else {
        Err(not_excel(path, package))
    }
}

fn not_excel(path: &Path, package: &Package) -> Error {
    if package.find("content.xml").is_some() {
        return unreadable(
            path,
            "it is an OpenDocument file",
            "give it a name that ends in .ods",
        );
    }
    if package.find("xl/workbook.bin").is_some() {
        return unreadable(
            path,
            "it is a binary workbook (.xlsb)",
            "save it as .xlsx or .ods",
        );
    }
    let hint = "open it in a spreadsheet program and save it again";
    unreadable(
        path,
        "it is not an Excel workbook: xl/workbook.xml is missing",
        hint,
    )
}

/// The relations of a part, by their id; of the package itself for an empty name.
fn relations(package: &mut Package, part: &str) -> Result<HashMap<String, Relation>> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let slash = if folder.is_empty() { "" } else { "/" };
    let found = package.read(&format!("{folder}{slash}_rels/{file}.rels"), |mut xml| {
        let (mut found, mut buffer) = (HashMap::new(), Vec::new());
        loop {
            match xml.next(&mut buffer)? {
                Event::Start(start) | Event::Empty(start)
                    if start.local_name().as_ref() == "Relationship" =>
                {
                    if let (Some(id), Some(kind), Some(target)) = (
                        short(&start, "Id"),
                        short(&start, "Type"),
                        short(&start, "Target"),
                    ) && found.len() < MOST_ENTRIES
                    {
                        let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                        found.insert(
                            id,
                            Relation {
                                kind,
                                part: resolve(folder, &target),
                            },
                        );
                    }
                }
                Event::Eof => return Ok(found),
                _ => {}
            }
        }
    })?;
    Ok(found.unwrap_or_default())
}

fn short(start: &BytesStart<'_>, name: &str) -> Option<String> {
    local_attribute(start, name)
        .filter(|value| value.len() <= MOST_NAME)
        .map(Cow::into_owned)
}

/// A target relative to a folder of the package, or absolute in it.
fn resolve(folder: &str, target: &str) -> String {
    let mut path: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => folder.split('/').filter(|step| !step.is_empty()).collect(),
    };
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(path.pop()),
            step => path.push(step),
        }
    }
    path.join("/")
}

/// The sheets in their order, and whether days are counted from 1904.
fn workbook(mut xml: Xml, relations: &HashMap<String, Relation>) -> Result<(Vec<SheetPart>, bool)> {
    let (mut sheets, mut from_1904, mut buffer) = (Vec::new(), false, Vec::new());
    loop {
        match xml.next(&mut buffer)? {
            Event::Start(start) | Event::Empty(start) => match start.local_name().as_ref() {
                "workbookPr" => {
                    from_1904 = local_attribute(&start, "date1904")
                        .is_some_and(|v| matches!(v.as_ref(), "1" | "true"));
                }
                "sheet" => {
                    let relation = short(&start, "id").and_then(|id| relations.get(&id));
                    if let (Some(name), Some(relation)) = (short(&start, "name"), relation)
                        && relation.kind == "worksheet"
                        && sheets.len() < MOST_ENTRIES
                    {
                        sheets.push(SheetPart {
                            name,
                            part: relation.part.clone(),
                        });
                    }
                }
                _ => {}
            },
            Event::Eof => return Ok((sheets, from_1904)),
            _ => {}
        }
    }
}

fn shared_strings(mut xml: Xml, allowance: &Allowance) -> Result<TextPool> {
    let (mut strings, mut text, mut buffer) = (TextPool::default(), String::new(), Vec::new());
    loop {
        match xml.next(&mut buffer)? {
            Event::Start(start) if start.local_name().as_ref() == "si" => {
                text.clear();
                string_item(&mut xml, &mut buffer, &mut text)?;
                strings.push(&text);
            }
            Event::Empty(start) if start.local_name().as_ref() == "si" => drop(strings.push("")),
            Event::Eof => return Ok(strings),
            _ => {}
        }
        allowance.check(strings.held_bytes() as u64)?;
        if strings.len() > MOST_STRINGS {
            return Err(xml.damaged("it lists more texts than a workbook can have"));
        }
    }
}

/// The text of a string item whose start was just read: of all its runs, without pronunciation guides.
pub(super) fn string_item(xml: &mut Xml, buffer: &mut Vec<u8>, text: &mut String) -> Result<()> {
    let begin = text.len();
    let mut depth = 1;
    while depth > 0 {
        match xml.next(buffer)? {
            Event::Start(start) => match start.local_name().as_ref() {
                "rPh" => xml.skip(buffer)?,
                "t" => {
                    let exact =
                        local_attribute(&start, "space").is_some_and(|space| space == "preserve");
                    text_element(xml, buffer, text, exact)?;
                }
                _ => depth += 1,
            },
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    decode_escapes(text, begin);
    Ok(())
}

/// The text up to the end of the element whose start was just read; white space around it is not meant unless `exact`.
pub(super) fn text_element(
    xml: &mut Xml,
    buffer: &mut Vec<u8>,
    text: &mut String,
    exact: bool,
) -> Result<()> {
    const MOST_TEXT: usize = 16 << 20;
    let begin = text.len();
    let mut depth = 1;
    while depth > 0 {
        match xml.next(buffer)? {
            Event::Text(piece) => text.push_str(&piece.xml10_content()),
            Event::CData(piece) => text.push_str(&piece.xml10_content()),
            Event::GeneralRef(reference) => xml.resolve(&reference, text)?,
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        if text.len() - begin > MOST_TEXT {
            return Err(xml.damaged("a cell holds more text than a cell can have"));
        }
    }
    if !exact {
        let space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
        let end = begin + text[begin..].trim_end_matches(space).len();
        text.truncate(end);
        let start = end - text[begin..].trim_start_matches(space).len();
        text.replace_range(begin..start, "");
    }
    Ok(())
}

/// Excel writes characters that XML cannot hold as `_x000D_`; decodes what stands behind `begin`.
pub(super) fn decode_escapes(text: &mut String, begin: usize) {
    if memchr::memmem::find(&text.as_bytes()[begin..], b"_x").is_none() {
        return;
    }
    let coded = text.split_off(begin);
    let mut rest = coded.as_str();
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let (character, length) = escaped(escape).unwrap_or(('_', 1));
        text.push(character);
        rest = &escape[length..];
    }
    text.push_str(rest);
}

/// The character that an escape at the beginning of `text` stands for, and the escape's length.
fn escaped(text: &str) -> Option<(char, usize)> {
    let digits = text
        .get(2..6)
        .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let character = u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)?;
    (text.get(6..7) == Some("_")).then_some((character, 7))
}

/// What each cell style makes of a number.
fn styles(mut xml: Xml) -> Result<Vec<NumberFormat>> {
    let (mut codes, mut formats, mut buffer) = (HashMap::new(), Vec::new(), Vec::new());
    let mut in_cell_styles = false;
    loop {
        match xml.next(&mut buffer)? {
            Event::Start(start) | Event::Empty(start) => match start.local_name().as_ref() {
                "numFmt" => {
                    if let (Some(id), Some(code)) =
                        (id_of(&start), local_attribute(&start, "formatCode"))
                        && codes.len() < MOST_ENTRIES
                    {
                        codes.insert(id, number_format(id, Some(&code)));
                    }
                }
                "cellXfs" => in_cell_styles = true,
                "xf" if in_cell_styles && formats.len() < MOST_ENTRIES => {
                    let id = id_of(&start).unwrap_or(0);
                    formats.push(
                        codes
                            .get(&id)
                            .copied()
                            .unwrap_or_else(|| number_format(id, None)),
                    );
                }
                _ => {}
            },
            Event::End(end) if end.local_name().as_ref() == "cellXfs" => in_cell_styles = false,
            Event::Eof => return Ok(formats),
            _ => {}
        }
    }
}

fn id_of(start: &BytesStart<'_>) -> Option<u32> {
    local_attribute(start, "numFmtId")?.parse().ok()
}
