//! Workbooks for the tests: a zip of one part, not compressed, is all that a reader needs.

import { writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";

function entry(name, text) {
  const [path, bytes] = [Buffer.from(name), Buffer.from(text)];
  const head = (signature, more) => {
    const buffer = Buffer.alloc(more ? 46 : 30);
    buffer.writeUInt32LE(signature, 0);
    const at = more ? 6 : 4;
    if (more) buffer.writeUInt16LE(20, 4);
    buffer.writeUInt16LE(20, at);
    buffer.writeUInt16LE(0x21, at + 8);
    buffer.writeUInt32LE(crc32(bytes), at + 10);
    buffer.writeUInt32LE(bytes.length, at + 14);
    buffer.writeUInt32LE(bytes.length, at + 18);
    buffer.writeUInt16LE(path.length, at + 22);
    return buffer;
  };
  const local = Buffer.concat([head(0x04034b50, false), path, bytes]);
  return { local, central: Buffer.concat([head(0x02014b50, true), path]) };
}

/// An `.ods` of rows: a cell is a text, nothing, or `{ text, columns }` where it spans several.
export function ods(path, name, rows) {
  const cell = (each) => {
    if (each === "") return "<table:table-cell/>";
    const { text, columns } = typeof each === "string" ? { text: each, columns: 1 } : each;
    const span = columns > 1 ? ` table:number-columns-spanned="${columns}" table:number-rows-spanned="1"` : "";
    const covered = columns > 1 ? `<table:covered-table-cell table:number-columns-repeated="${columns - 1}"/>` : "";
    return `<table:table-cell office:value-type="string"${span}><text:p>${text}</text:p></table:table-cell>${covered}`;
  };
  const lines = rows.map((row) => `<table:table-row>${row.map(cell).join("")}</table:table-row>`).join("");
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="${name}">${lines}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const { local, central } = entry("content.xml", content);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  writeFileSync(path, Buffer.concat([local, central, end]));
}
