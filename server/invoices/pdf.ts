import type PDFDocument from "pdfkit";
import { cityLine } from "#contract/formats/address-format.ts";
import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { fillPlaceholders } from "#words/say.ts";
import type { Address, InvoiceDocument } from "./document.ts";
import { addFonts, canWrite, runsOf } from "./fonts.ts";
import { asWritten } from "./unsupported-text.ts";

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
const textSize = 9.5;
const lineHeight = 1.45;

/** An invoice or credit note as PDF. The same paper always makes the same bytes. */
export async function pdfOf(paper: InvoiceDocument): Promise<Buffer> {
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

const titleOf = ({ words, number }: InvoiceDocument) => fillPlaceholders(words.title, { number });

function collected(doc: Doc): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((finish, fail) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => finish(Buffer.concat(parts)));
    doc.on("error", fail);
  });
}

function penFor(doc: Doc, { currency, locale, timezone }: InvoiceDocument): Pen {
  const digits = minorDigits(currency);
  const moneyAs = (currencyDisplay: "symbol" | "code") => {
    const as = { style: "currency", currency, currencyDisplay } as const;
    const format = new Intl.NumberFormat(locale, {
      ...as,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return (amount: number) => format.format(amount / 10 ** digits).replace(/[\u00a0\u202f]/g, " ");
  };
  const bySign = moneyAs("symbol");
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: timezone });
  return {
    doc,
    // Our fonts lack the signs of many currencies.
    money: canWrite(bySign(0)) ? bySign : moneyAs("code"),
    day: (iso) => days.format(new Date(iso)),
  };
}

function draw(pen: Pen, paper: InvoiceDocument) {
  let y = drawHead(pen, paper);
  y = drawAddresses(pen, paper, y + 28);
  y = drawLines(pen, paper, y + 28);
  y = drawFigures(pen, paper, y + 8);
  y = drawTaxes(pen, paper, y + 20);
  attachAsWritten(pen, paper, y + 10);
}

function drawHead(pen: Pen, paper: InvoiceDocument): number {
  const { words, about } = paper;
  let y = write(pen, paper.seller.name, { y: page.top, size: 13, font: "bold" });
  const { address, email, phone } = paper.seller;
  for (const line of [...(address?.split("\n") ?? []), [email, phone].filter(Boolean).join(" · ")])
    y = write(pen, line, { y, color: pale });
  y = write(pen, titleOf(paper), { y: Math.max(page.top + 58, y + 12), size: 20, font: "bold" });
  const facts = [
    fillPlaceholders(words.date, { date: pen.day(paper.issued_at) }),
    fillPlaceholders(words.order, { number: paper.order_number, date: pen.day(paper.placed_at) }),
    ...(about
      ? [
          fillPlaceholders(words.about, { number: about.invoice }),
          fillPlaceholders(words.reason, { reason: about.reason }),
        ]
      : []),
  ];
  for (const fact of facts) y = write(pen, fact, { y: y + 1, color: pale });
  return y + 1;
}

function drawAddresses(pen: Pen, { buyer, delivered_to, locale, words }: InvoiceDocument, top: number): number {
  const [middle, width] = [310, 220];
  const billed = [...postal(buyer.address, locale), ...(buyer.email ? [buyer.email] : [])];
  const columns = [billed, postal(delivered_to, locale)].map((lines) =>
    lines.flatMap((line) => wrapped(pen.doc.fontSize(textSize), line, "regular", width)),
  );
  write(pen, words.billed_to, { y: top, width, color: pale });
  let y = write(pen, words.delivered_to, { x: middle, y: top, width, color: pale }) + 2;
  for (let row = 0; row < Math.max(...columns.map(({ length }) => length)); row++) {
    y = room(pen, y, textSize * lineHeight);
    const ends = columns.map((lines, index) =>
      write(pen, lines[row] ?? "", { x: index === 0 ? page.left : middle, y }),
    );
    y = Math.max(...ends);
  }
  return y;
}

function postal(address: Address, locale: string) {
  const { fullname, company, line1, line2, country, vat_id } = address;
  const land = new Intl.DisplayNames(locale, { type: "region" }).of(country);
  return [fullname, company, line1, line2, cityLine(address), land, vat_id].filter((line): line is string =>
    Boolean(line),
  );
}

const columns = { quantity: 360, tax: 440 };

function drawLines(pen: Pen, { lines, locale, words }: InvoiceDocument, top: number): number {
  const head = (y: number) => {
    write(pen, words.item, { y, color: pale });
    write(pen, words.quantity, { y, end: columns.quantity, color: pale });
    write(pen, words.tax, { y, end: columns.tax, color: pale });
    write(pen, words.amount, { y, end: page.right, color: pale });
    rule(pen, y + 16);
    return y + 24;
  };
  let y = head(room(pen, top, 60));
  for (const line of lines) {
    const name = { width: 240 };
    const detail = { width: 240, color: pale, size: 8.5 };
    if (y + heightOf(pen, line.text, name) + (line.detail ? heightOf(pen, line.detail, detail) : 0) > page.bottom) {
      pen.doc.addPage();
      y = head(page.top);
    }
    write(pen, String(line.quantity), { y, end: columns.quantity });
    write(pen, line.tax_rate_bp === null ? "" : `${(line.tax_rate_bp / 100).toLocaleString(locale)} %`, {
      y,
      end: columns.tax,
    });
    write(pen, pen.money(line.amount), { y, end: page.right });
    y = write(pen, line.text, { ...name, y });
    if (line.detail) y = write(pen, line.detail, { ...detail, y });
    y += 8;
  }
  rule(pen, y);
  return y;
}

function drawFigures(pen: Pen, { figures }: InvoiceDocument, top: number): number {
  const left = 330;
  const widest = Math.max(...figures.map(({ amount }) => lengthOf(pen, pen.money(amount), { font: "bold" })));
  const width = page.right - widest - 12 - left;
  const rows = figures.map(({ label, amount }, index) => {
    const look = { font: index === figures.length - 1 ? ("bold" as const) : ("regular" as const), width };
    return { label, amount, look, height: heightOf(pen, label, look) + 4 };
  });
  let y = room(
    pen,
    top,
    rows.reduce((sum, { height }) => sum + height, 0),
  );
  for (const { label, amount, look, height } of rows) {
    write(pen, label, { ...look, x: left, y });
    write(pen, pen.money(amount), { y, end: page.right, font: look.font });
    y += height;
  }
  return y;
}

function drawTaxes(pen: Pen, { taxes, words }: InvoiceDocument, top: number): number {
  const rows = taxes.filter(({ tax }) => tax !== 0);
  if (rows.length === 0) return top;
  let y = room(pen, top, rows.length * 15);
  for (const { label, net, tax } of rows) {
    const text = fillPlaceholders(words.tax_line, { label, tax: pen.money(tax), net: pen.money(net) });
    y = write(pen, text, { y, color: pale, size: 8.5 }) + 2.5;
  }
  return y;
}

/** What our fonts can't write is said, and lies in the document as text. */
function attachAsWritten(pen: Pen, paper: InvoiceDocument, top: number) {
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
  const { x = page.left, end, width, size = textSize, font = "regular", color = ink } = look;
  doc.fontSize(size).fillColor(color);
  let y = look.y;
  for (const line of wrapped(doc, text, font, width)) {
    let at = end === undefined ? x : end - widthOf(doc, line, font);
    for (const run of runsOf(line, font)) {
      doc.font(run.font).text(run.text, at, y, { lineBreak: false });
      at += doc.widthOfString(run.text);
    }
    y += size * lineHeight;
  }
  return y;
}

const widthOf = (doc: Doc, text: string, font: "regular" | "bold") =>
  runsOf(text, font).reduce((sum, run) => sum + doc.font(run.font).widthOfString(run.text), 0);

/** How high a text is. */
function heightOf({ doc }: Pen, text: string, { size = textSize, font = "regular", width }: Omit<Look, "y">): number {
  doc.fontSize(size);
  return wrapped(doc, text, font, width).length * size * lineHeight;
}

/** How long a text is on one line. */
function lengthOf({ doc }: Pen, text: string, { size = textSize, font = "regular" }: Omit<Look, "y">): number {
  doc.fontSize(size);
  return widthOf(doc, text, font);
}

/** A text in lines of at most this width; a word that is longer is broken. */
function wrapped(doc: Doc, text: string, font: "regular" | "bold", width = page.right - page.left): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((one) => broken(doc, one, font, width))) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && widthOf(doc, longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A word in pieces that fit; most words fit whole. */
function broken(doc: Doc, word: string, font: "regular" | "bold", width: number): string[] {
  if (widthOf(doc, word, font) <= width) return [word];
  const pieces: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${pieces.at(-1) ?? ""}${segment}`;
    if (pieces.length > 0 && widthOf(doc, longer, font) <= width) pieces[pieces.length - 1] = longer;
    else pieces.push(segment);
  }
  return pieces;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
