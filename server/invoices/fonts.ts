import { readFileSync } from "node:fs";
import type PDFDocument from "pdfkit";

// Static cuts of the shop's own font for Latin, and of Noto Sans for Greek, Cyrillic and Vietnamese: pdfkit can't embed
// WOFF2. Both are under the SIL Open Font License (fonts/OFL-*.txt).
const files = { regular: "figtree-regular", bold: "figtree-bold", others: "noto-sans-regular" } as const;
const bytes = new Map<string, Buffer>();

/** Registers the fonts with a document. */
export function addFonts(document: InstanceType<typeof PDFDocument>) {
  for (const [name, file] of Object.entries(files)) {
    const font = bytes.get(file) ?? readFileSync(new URL(`./fonts/${file}.ttf`, import.meta.url));
    bytes.set(file, font);
    document.registerFont(name, font);
  }
}

export interface Run {
  font: keyof typeof files;
  text: string;
}

// Greek, Cyrillic, and the letters of Vietnamese that Figtree lacks.
const forOthers = /[\u0370-\u052f\u1e00-\u1fff\u01a0\u01a1\u01af\u01b0]/;
const inFigtree = /[\u0020-\u017f\u0218-\u021b\u2010-\u2026\u20ac\u2212\u00b7]/;

/** Whether the fonts have every character of a text. */
export const canWrite = (text: string) =>
  [...text.normalize("NFC")].every((character) => character === "?" || runOf(character, "regular").text !== "?");

/** Splits a text into runs of one font. Characters no font has lose their accents, or become question marks. */
export function runsOf(text: string, font: "regular" | "bold"): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize("NFC")) {
    const run = runOf(character, font);
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

function runOf(character: string, font: "regular" | "bold"): Run {
  if (inFigtree.test(character)) return { font, text: character };
  if (forOthers.test(character)) return { font: "others", text: character };
  const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
  return { font, text: inFigtree.test(bare) ? bare : "?" };
}
