import { buffer } from "node:stream/consumers";
import type PDFDocument from "pdfkit";
import { cityLine } from "#contract/formats/address-format.ts";
import { visualRuns } from "./bidi.ts";
import type { Address } from "./document.ts";
import { useFont } from "./fonts.ts";

type Doc = InstanceType<typeof PDFDocument>;
export interface Canvas {
  doc: Doc;
  /** Whether the page is laid out from right to left: everything is drawn mirrored. */
  isMirrored: boolean;
}

// A4 in points.
export const page = { left: 56, right: 539, top: 64, bottom: 770 };
const textColor = "#1c1917";
export const mutedColor = "#57534e";
const hairline = "#d6d3d1";
export const textSize = 9.5;
export const lineHeight = 1.45;
/** Of Figtree, in ems. The fonts of a line stand on one baseline. */
const ascent = 0.95;

interface About {
  title: string;
  author: string;
  locale: string;
  at: Date;
}

/** A PDF whose pages `draw` writes. The same content always gives the same bytes. */
export async function createPdf({ title, author, locale, at }: About, draw: (doc: Doc) => void): Promise<Buffer> {
  // Loaded on demand: it takes a tenth of an idle shop's memory.
  const { default: Document } = await import("pdfkit");
  const doc = new Document({
    size: "A4",
    margins: { top: page.top, bottom: 40, left: page.left, right: 595 - page.right },
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  const done = buffer(doc);
  draw(doc);
  doc.end();
  return done;
}

/** An address in the order of its country. */
export function postalLines(address: Address, locale: string) {
  const { fullname, company, line1, line2, country } = address;
  const countryName = new Intl.DisplayNames(locale, { type: "region" }).of(country);
  return [fullname, company, line1, line2, cityLine(address), countryName].filter((line): line is string =>
    Boolean(line),
  );
}

/** `y`, or the top of a new page if the height does not fit. */
export function ensureSpace({ doc }: Canvas, y: number, height: number): number {
  if (y + height <= page.bottom) return y;
  doc.addPage();
  return page.top;
}

/** The left edge of something of this width that begins at `x`, or ends at `end`, in the direction of the page. */
export function leftOf(
  { isMirrored }: Canvas,
  { x = page.left, end }: { x?: number; end?: number | undefined },
  width: number,
) {
  if (!isMirrored) return end === undefined ? x : end - width;
  const mirror = page.left + page.right;
  return end === undefined ? mirror - x - width : mirror - end;
}

export const rule = ({ doc }: Canvas, y: number) =>
  void doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(hairline).stroke();

interface Look {
  y: number;
  x?: number;
  /** The right edge, instead of the left one. */
  end?: number;
  /** The width at which it wraps. */
  width?: number;
  size?: number;
  font?: "regular" | "bold";
  color?: string;
}

/** Draws a text and returns the y of the next line. */
export function write(canvas: Canvas, text: string, look: Look): number {
  const { doc } = canvas;
  const { width, size = textSize, font = "regular", color = textColor } = look;
  doc.fontSize(size).fillColor(color);
  let y = look.y;
  for (const line of wrapText(doc, text, font, width)) {
    let at = leftOf(canvas, look, runsWidth(doc, line, font));
    for (const run of visualRuns(line, font)) {
      useFont(doc, run.font).text(run.text, at, y + size * ascent, { lineBreak: false, baseline: "alphabetic" });
      at += doc.widthOfString(run.text);
    }
    y += size * lineHeight;
  }
  return y;
}

const runsWidth = (doc: Doc, text: string, font: "regular" | "bold") =>
  visualRuns(text, font).reduce((sum, run) => sum + useFont(doc, run.font).widthOfString(run.text), 0);

export function textHeight(
  { doc }: Canvas,
  text: string,
  { size = textSize, font = "regular", width }: Omit<Look, "y">,
): number {
  doc.fontSize(size);
  return wrapText(doc, text, font, width).length * size * lineHeight;
}

export function textWidth(
  { doc }: Canvas,
  text: string,
  { size = textSize, font = "regular" }: Omit<Look, "y">,
): number {
  doc.fontSize(size);
  return runsWidth(doc, text, font);
}

/** Splits a text into lines of at most this width, breaking longer words. */
export function wrapText(doc: Doc, text: string, font: "regular" | "bold", width = page.right - page.left): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((one) => breakWord(doc, one, font, width))) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && runsWidth(doc, longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function breakWord(doc: Doc, word: string, font: "regular" | "bold", width: number): string[] {
  if (runsWidth(doc, word, font) <= width) return [word];
  const pieces: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${pieces.at(-1) ?? ""}${segment}`;
    if (pieces.length > 0 && runsWidth(doc, longer, font) <= width) pieces[pieces.length - 1] = longer;
    else pieces.push(segment);
  }
  return pieces;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const logoSize = { width: 150, height: 48 };

/** Draws a logo (PNG) opposite the shop's name. */
export function drawLogo(canvas: Canvas, png: Buffer) {
  const align = canvas.isMirrored ? undefined : "right";
  const x = leftOf(canvas, { end: page.right }, logoSize.width);
  canvas.doc.image(png, x, page.top - 8, { fit: [logoSize.width, logoSize.height], ...(align && { align }) });
}
