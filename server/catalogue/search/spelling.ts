const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
const maxWordLength = 24;

/**
 * Spellings one edit away from a word: the first `swapped` of them have two letters swapped, the others one letter removed,
 * added or (in words of more than three letters) replaced.
 */
export function listEdits(word: string): { swapped: number; all: string[] } {
  const letters = [...word];
  if (letters.length < 3 || letters.length > maxWordLength) return { swapped: 0, all: [] };
  // Hundreds are built, so each is joined from two prepared parts.
  const starts = [0, ...letters.keys()].map((_, at) => letters.slice(0, at).join(""));
  const ends = [0, ...letters.keys()].map((_, at) => letters.slice(at).join(""));
  const without = (at: number, count: number, put = "") => `${starts[at]}${put}${ends[at + count]}`;
  const swaps = letters.slice(1).map((letter, at) => without(at, 2, `${letter}${letters[at]}`));
  const all = new Set(swaps.filter((spelling) => spelling !== word));
  const swapped = all.size;
  if (letters.length > 3) letters.forEach((_, at) => all.add(without(at, 1)));
  if (letters.length > 3) for (const letter of alphabet) letters.forEach((_, at) => all.add(without(at, 1, letter)));
  for (const letter of alphabet) for (let at = 0; at <= letters.length; at++) all.add(without(at, 0, letter));
  all.delete(word);
  return { swapped, all: [...all] };
}

/** The number of edits between two words: a letter replaced, missing, added, or two neighbours swapped. */
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
      const edits = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + wrong);
      rows[i]?.push(swapped ? Math.min(edits, at(i - 2, j - 2) + 1) : edits);
    }
  }
  return at(a.length, b.length);
}
