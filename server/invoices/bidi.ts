import { createRequire } from "node:module";
import type createBidi from "bidi-js";
import { type Run, splitByFont } from "./fonts.ts";

// Its types are those of its ES module, which Node does not see as one.
const bidi = (createRequire(import.meta.url)("bidi-js") as typeof createBidi.default)();
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f]/;

/** The runs of a line from left to right, as the Unicode bidirectional algorithm places them. */
export function visualRuns(line: string, font: "regular" | "bold"): Run[] {
  if (!rightToLeft.test(line)) return splitByFont(line, font);
  const levelRuns = splitByLevel(line);
  const highest = Math.max(...levelRuns.map(({ level }) => level));
  // Rule L2: from the highest level down, sequences of at least that level are reversed.
  for (let level = highest; level >= 1; level--) reverseFrom(levelRuns, level);
  return levelRuns.flatMap(({ level, text }) => {
    const runs = splitByFont(text, font).flatMap((run) => laidOut(run, level));
    return level % 2 === 1 ? runs.reverse() : runs;
  });
}

interface LevelRun {
  level: number;
  text: string;
}

function splitByLevel(line: string): LevelRun[] {
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: LevelRun[] = [];
  let at = 0;
  for (const character of line) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last && last.level === level) last.text += character;
    else runs.push({ level, text: character });
    at += character.length;
  }
  return runs;
}

function reverseFrom(runs: LevelRun[], level: number) {
  let start = 0;
  while (start < runs.length) {
    let end = start;
    while (end < runs.length && (runs[end] as LevelRun).level >= level) end++;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end + 1;
  }
}

const layOutThemselves: Run["font"][] = ["arabic", "arabicBold", "hebrew"];

/** A run of one level as it is given to its font: those of Arabic and Hebrew lay out from right to left themselves. */
function laidOut({ font, text }: Run, level: number): Run[] {
  const isOdd = level % 2 === 1;
  if (layOutThemselves.includes(font)) return isOdd ? [{ font, text }] : [...text].map((one) => ({ font, text: one }));
  if (!isOdd) return [{ font, text }];
  const mirrored = [...text].reverse().map((character) => bidi.getMirroredCharacter(character) ?? character);
  return [{ font, text: mirrored.join("") }];
}
