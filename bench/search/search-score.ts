import { readFileSync } from "node:fs";
import { z } from "zod";
import { type SearchIndex, search } from "#server/catalogue/search/text/memory-index.fixture.ts";

const typoWithin = 10;
const minTypoLength = 5;

const Queries = z.record(z.string(), z.array(z.string()));
/** What people search for, with names of the demo shop, or words of names of the Flipkart data set, that they expect. */
export const { demo: demoQueries, flipkart: fileQueries } = z
  .object({ demo: Queries, flipkart: Queries })
  .parse(JSON.parse(readFileSync(new URL("./search-queries.json", import.meta.url), "utf8")));

export interface Score {
  /** Share of queries answered well, from 0 to 1. */
  share: number;
  queries: number;
  /** The others, with what was found. */
  failed: { query: string; found: string[] }[];
}

/** A query of the demo shop is answered well if an expected product is among the first eight. */
export const scoreDemo = (index: SearchIndex): Score =>
  score(Object.entries(demoQueries), (query, expected) => {
    const { found } = search(index, query);
    return { found, isGood: found.some((name) => expected.includes(name)) };
  });

/** A query of a file is answered well if most of the first eight names have an expected word. */
export const scoreFile = (index: SearchIndex): Score =>
  score(Object.entries(fileQueries), (query, expected) => {
    const { found } = search(index, query);
    const fitting = found.filter((name) => expected.some((word) => name.toLowerCase().includes(word)));
    return { found, isGood: found.length > 0 && fitting.length * 2 > found.length };
  });

/** Misspells a word of each query in every way of `misspell`; recalled if its first find is among the first ten. */
export function scoreTypos(index: SearchIndex, queries: readonly string[]): Score {
  const misspelled = queries.flatMap((query) =>
    query
      .split(" ")
      .filter((word) => word.length >= minTypoLength)
      .flatMap((word, at) =>
        misspell(word, at + query.length).map((typo) => [query.replace(word, typo), query] as const),
      ),
  );
  return score(misspelled, (typo, query) => {
    const [expected = ""] = search(index, query).found;
    const { found } = search(index, typo, { limit: typoWithin });
    return { found, isGood: found.includes(expected) };
  });
}

/** One letter missing, doubled, wrong and swapped; which one depends on `seed`. */
function misspell(word: string, seed: number): string[] {
  const at = (seed * 7) % (word.length - 1);
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  const wrong = String.fromCharCode(97 + ((seed * 11) % 26));
  const typos = [before + after, before + word[at] + word[at] + after, before + wrong + after];
  return [...typos, before + word[at + 1] + word[at] + word.slice(at + 2)].filter((typo) => typo !== word);
}

function score<T>(
  queries: readonly (readonly [string, T])[],
  answer: (query: string, expected: T) => { found: string[]; isGood: boolean },
): Score {
  const failed = queries.flatMap(([query, expected]) => {
    const { found, isGood } = answer(query, expected);
    return isGood ? [] : [{ query, found }];
  });
  return { share: 1 - failed.length / queries.length, queries: queries.length, failed };
}
