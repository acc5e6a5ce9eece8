const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
const maxWordLength = 24;

/**
 * Spellings one slip away from a word: letters swapped (the first `swapped` of them), one too many, and for longer
 * words one wrong or missing.
 */
export function listEdits(word: string): { swapped: number; all: string[] } {
  const letters = [...word];
  if (letters.length < 3 || letters.length > maxWordLength) return { swapped: 0, all: [] };
  // Hundreds are made, so each of two parts that are there already.
  const beginnings = [0, ...letters.keys()].map((_, at) => letters.slice(0, at).join(""));
  const ends = [0, ...letters.keys()].map((_, at) => letters.slice(at).join(""));
  const without = (at: number, count: number, put = "") => `${beginnings[at]}${put}${ends[at + count]}`;
  const swaps = letters.slice(1).map((letter, at) => without(at, 2, `${letter}${letters[at]}`));
  const all = new Set(swaps.filter((spelling) => spelling !== word));
  const swapped = all.size;
  if (letters.length > 3) letters.forEach((_, at) => all.add(without(at, 1)));
  if (letters.length > 3) for (const letter of alphabet) letters.forEach((_, at) => all.add(without(at, 1, letter)));
  for (const letter of alphabet) for (let at = 0; at <= letters.length; at++) all.add(without(at, 0, letter));
  all.delete(word);
  return { swapped, all: [...all] };
}

/** How many slips lie between two words: a letter wrong, missing, too many, or two neighbours swapped. */
export function editDistance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const slips = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + wrong);
      rows[i]?.push(swapped ? Math.min(slips, at(i - 2, j - 2) + 1) : slips);
    }
  }
  return at(a.length, b.length);
}
