import type PDFDocument from "pdfkit";
import { minorDigits } from "#contract/minor-digits.ts";
import { filled } from "#words/say.ts";
import { asWritten } from "./as-written.ts";
import { addFonts, runsOf } from "./fonts.ts";
import type { Address, Paper } from "./paper.ts";

type Doc = InstanceType<typeof PDFDocument>;
interface Pen {
  doc: Doc;
  money: (amount: number) => string;
  day: (iso: string) => string;
}

// A4 in points.
const page = { left: 56, right: 539, top: 64, bottom: 770 };
const ink = "#1c1917";
const pale = "#57534e";
const hairline = "#d6d3d1";

/** An invoice or credit note as PDF. The same paper always makes the same bytes. */
export async function pdfOf(paper: Paper): Promise<Buffer> {
  // It takes a tenth of a shop's memory at rest, and most processes never write a paper.
  const { default: Document } = await import("pdfkit");
  const at = new Date(paper.issued_at);
  const doc = new Document({
    size: "A4",
    margins: { top: page.top, bottom: 40, left: page.left, right: 595 - page.right },
    lang: paper.locale,
    displayTitle: true,
    info: { Title: titleOf(paper), Author: paper.seller.name, CreationDate: at, ModDate: at },
  });
  addFonts(doc);
  const done = collected(doc);
  draw(penFor(doc, paper), paper);
  doc.end();
  return done;
}

const titleOf = ({ words, number }: Paper) => filled(words.title, { number });

function collected(doc: Doc): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((finish, fail) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => finish(Buffer.concat(parts)));
    doc.on("error", fail);
  });
}

function penFor(doc: Doc, { currency, locale, timezone }: Paper): Pen {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: timezone });
  return {
    doc,
    money: (amount) => format.format(amount / 10 ** digits).replace(/[\u00a0\u202f]/g, " "),
    day: (iso) => days.format(new Date(iso)),
  };
}

function draw(pen: Pen, paper: Paper) {
  let y = drawHead(pen, paper);
  y = drawAddresses(pen, paper, y + 28);
  y = drawLines(pen, paper, y + 28);
  y = drawFigures(pen, paper, y + 8);
  y = drawTaxes(pen, paper, y + 20);
  attachAsWritten(pen, paper, y + 10);
}

function drawHead(pen: Pen, paper: Paper): number {
  const { words, about } = paper;
  write(pen, paper.seller.name, { y: page.top, size: 13, font: "bold" });
  write(pen, `${paper.seller.email} · ${paper.seller.phone}`, { y: page.top + 18, color: pale });
  write(pen, titleOf(paper), { y: page.top + 58, size: 20, font: "bold" });
  const facts = [
    filled(words.date, { date: pen.day(paper.issued_at) }),
    filled(words.order, { number: paper.order_number, date: pen.day(paper.placed_at) }),
    ...(about ? [filled(words.about, { number: about.invoice }), filled(words.reason, { reason: about.reason })] : []),
  ];
  facts.forEach((fact, index) => void write(pen, fact, { y: page.top + 88 + index * 15, color: pale }));
  return page.top + 88 + facts.length * 15;
}

function drawAddresses(pen: Pen, { buyer, delivered_to, locale, words }: Paper, top: number): number {
  const middle = 310;
  const column = (title: string, lines: string[], x: number) => {
    write(pen, title, { x, y: top, color: pale });
    lines.forEach((line, index) => void write(pen, line, { x, y: top + 16 + index * 14, width: 220 }));
    return top + 16 + lines.length * 14;
  };
  const bottoms = [
    column(words.billed_to, [...postal(buyer.address, locale), ...(buyer.email ? [buyer.email] : [])], page.left),
    column(words.delivered_to, postal(delivered_to, locale), middle),
  ];
  return Math.max(...bottoms);
}

function postal({ fullname, company, line1, line2, postal_code, city, region_code, country }: Address, locale: string) {
  const place = [postal_code, city, region_code].filter(Boolean).join(" ");
  const land = new Intl.DisplayNames(locale, { type: "region" }).of(country);
  return [fullname, company, line1, line2, place, land].filter((line): line is string => Boolean(line));
}

const columns = { quantity: 360, tax: 440 };

function drawLines(pen: Pen, { lines, locale, words }: Paper, top: number): number {
  const head = (y: number) => {
    write(pen, words.item, { y, color: pale });
    write(pen, words.quantity, { y, end: columns.quantity, color: pale });
    write(pen, words.tax, { y, end: columns.tax, color: pale });
    write(pen, words.amount, { y, end: page.right, color: pale });
    rule(pen, y + 16);
    return y + 24;
  };
  let y = head(top);
  for (const line of lines) {
    if (y > page.bottom - 40) {
      pen.doc.addPage();
      y = head(page.top);
    }
    write(pen, String(line.quantity), { y, end: columns.quantity });
    write(pen, line.tax_rate_bp === null ? "" : `${(line.tax_rate_bp / 100).toLocaleString(locale)} %`, {
      y,
      end: columns.tax,
    });
    write(pen, pen.money(line.amount), { y, end: page.right });
    y = write(pen, line.text, { y, width: 240 });
    if (line.detail) y = write(pen, line.detail, { y, width: 240, color: pale, size: 8.5 });
    y += 8;
  }
  rule(pen, y);
  return y;
}

function drawFigures(pen: Pen, { figures }: Paper, top: number): number {
  let y = room(pen, top, figures.length * 18);
  figures.forEach(({ label, amount }, index) => {
    const isTotal = index === figures.length - 1;
    const font = isTotal ? "bold" : "regular";
    write(pen, label, { x: 330, y, font });
    write(pen, pen.money(amount), { y, end: page.right, font });
    y += 18;
  });
  return y;
}

function drawTaxes(pen: Pen, { taxes, words }: Paper, top: number): number {
  const rows = taxes.filter(({ tax }) => tax !== 0);
  if (rows.length === 0) return top;
  let y = room(pen, top, rows.length * 15);
  for (const { label, net, tax } of rows) {
    const text = filled(words.tax_line, { label, tax: pen.money(tax), net: pen.money(net) });
    write(pen, text, { y, color: pale, size: 8.5 });
    y += 15;
  }
  return y;
}

/** What our fonts can't write is said, and lies in the document as text. */
function attachAsWritten(pen: Pen, paper: Paper, top: number) {
  const text = asWritten(paper);
  if (text === undefined) return;
  write(pen, paper.words.as_written, { y: room(pen, top, 30), color: pale, size: 8.5 });
  const at = new Date(paper.issued_at);
  const named = { name: `${paper.number}.txt`, type: "text/plain", creationDate: at, modifiedDate: at };
  pen.doc.file(Buffer.from(text), named);
}

/** Where to go on, on a new page when what follows would not fit. */
function room({ doc }: Pen, y: number, height: number): number {
  if (y + height <= page.bottom) return y;
  doc.addPage();
  return page.top;
}

const rule = ({ doc }: Pen, y: number) =>
  void doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(hairline).stroke();

interface Look {
  y: number;
  x?: number;
  /** Where it ends, in place of where it begins. */
  end?: number;
  /** Where it wraps. */
  width?: number;
  size?: number;
  font?: "regular" | "bold";
  color?: string;
}

/** Writes a text and answers where the next line begins. */
function write(pen: Pen, text: string, look: Look): number {
  const { doc } = pen;
  const { x = page.left, end, width, size = 9.5, font = "regular", color = ink } = look;
  doc.fontSize(size).fillColor(color);
  let y = look.y;
  for (const line of wrapped(doc, text, font, width)) {
    let at = end === undefined ? x : end - widthOf(doc, line, font);
    for (const run of runsOf(line, font)) {
      doc.font(run.font).text(run.text, at, y, { lineBreak: false });
      at += doc.widthOfString(run.text);
    }
    y += size * 1.45;
  }
  return y;
}

const widthOf = (doc: Doc, text: string, font: "regular" | "bold") =>
  runsOf(text, font).reduce((sum, run) => sum + doc.font(run.font).widthOfString(run.text), 0);

/** A text in lines of at most this width; a word that is longer stands alone. */
function wrapped(doc: Doc, text: string, font: "regular" | "bold", width = page.right - page.left): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && widthOf(doc, longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
