import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { create, type Font } from "fontkit";
import type PDFDocument from "pdfkit";

type Doc = InstanceType<typeof PDFDocument>;
const { resolve } = createRequire(import.meta.url);
const bundled = (name: string) => () => new URL(`./fonts/${name}.ttf`, import.meta.url);
/** A file in the folder `fonts` of a package whose entry, a path, is in another folder beside it. */
const packaged = (entry: string, name: string) => () => new URL(`../fonts/${name}`, pathToFileURL(entry));

// Static cuts of the shop's own font for Latin, and of Noto Sans for Greek, Cyrillic and Vietnamese: pdfkit can't embed
// WOFF2. Those of other scripts come from packages and are read when a text first needs them. All are under the SIL Open
// Font License. Documents embed only the glyphs they show.
const files = {
  regular: bundled("figtree-regular"),
  bold: bundled("figtree-bold"),
  others: bundled("noto-sans-regular"),
  arabic: () => resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
  arabicBold: () => resolve("@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf"),
  hebrew: packaged(resolve("@embedpdf/fonts-hebrew"), "NotoSansHebrew-Regular.ttf"),
  japanese: packaged(resolve("@embedpdf/fonts-jp"), "NotoSansJP-Regular.otf"),
  korean: packaged(resolve("@embedpdf/fonts-kr"), "NotoSansKR-Regular.otf"),
  chinese: packaged(resolve("@embedpdf/fonts-sc"), "NotoSansHans-Regular.otf"),
};
type FontName = keyof typeof files;

const read = new Map<FontName, { bytes: Buffer; font: Font }>();

function open(name: FontName) {
  const bytes = read.get(name)?.bytes ?? readFileSync(files[name]());
  const opened = read.get(name) ?? { bytes, font: create(bytes) as Font };
  read.set(name, opened);
  return opened;
}

const registered = new WeakMap<Doc, Set<FontName>>();

/** Makes a font the current one of a document. */
export function useFont(doc: Doc, name: FontName): Doc {
  const names = registered.get(doc) ?? new Set();
  registered.set(doc, names);
  if (!names.has(name)) doc.registerFont(name, open(name).bytes);
  names.add(name);
  return doc.font(name);
}

export interface Run {
  font: FontName;
  text: string;
}

// Greek, Cyrillic, and the letters of Vietnamese that Figtree lacks.
const forOthers = /[\u0370-\u052f\u1e00-\u1fff\u01a0\u01a1\u01af\u01b0]/;
const inFigtree = /[\u0020-\u017f\u0218-\u021b\u2010-\u2026\u20ac\u2212\u00b7]/;
const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;
const hebrew = /[\u0590-\u05ff\ufb1d-\ufb4f]/;
const hangul = /\p{Script=Hangul}/u;
/** Han, kana and Hangul with their punctuation and full-width forms. */
const eastAsian =
  /[\u1100-\u11ff\u2e80-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;
/** Marks of the writing direction, which show nothing. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Whether the fonts have every character of a text. */
export const canWrite = (text: string) =>
  splitByFont(text.replaceAll("?", ""), "regular").every(({ text: written }) => !written.includes("?"));

/** Splits a text into runs of one font. Characters no font has lose their accents, or become question marks. */
export function splitByFont(text: string, font: "regular" | "bold"): Run[] {
  const characters = [...text.normalize("NFC").replaceAll(invisible, "")];
  const inOrder = eastAsianFonts(characters);
  const runs: Run[] = [];
  for (const character of characters) {
    const run = runOf(character, font, inOrder);
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

const hasGlyph = (name: FontName, character: string) =>
  open(name).font.hasGlyphForCodePoint(character.codePointAt(0) as number);

function runOf(character: string, font: "regular" | "bold", eastAsianInOrder: FontName[]): Run {
  if (inFigtree.test(character)) return { font, text: character };
  if (forOthers.test(character)) return { font: "others", text: character };
  const known = candidates(character, font, eastAsianInOrder).find((name) => hasGlyph(name, character));
  if (known) return { font: known, text: character };
  const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
  return { font, text: inFigtree.test(bare) ? bare : "?" };
}

function candidates(character: string, font: "regular" | "bold", eastAsianInOrder: FontName[]): FontName[] {
  if (arabic.test(character)) return [font === "bold" ? "arabicBold" : "arabic"];
  if (hebrew.test(character)) return ["hebrew"];
  return eastAsian.test(character) ? eastAsianInOrder : [];
}

/**
 * The fonts of East Asia, first the one to use. They draw the same character differently, so a text is in one of them
 * where one has all of it: in the Korean one with Hangul, else in the Japanese one, else in the Chinese one.
 */
function eastAsianFonts(characters: string[]): FontName[] {
  const written = characters.filter((character) => eastAsian.test(character));
  const inOrder: FontName[] = written.some((character) => hangul.test(character))
    ? ["korean", "japanese", "chinese"]
    : ["japanese", "chinese", "korean"];
  const whole = inOrder.find((name) => written.every((character) => hasGlyph(name, character)));
  return whole === undefined ? inOrder : [whole, ...inOrder];
}
