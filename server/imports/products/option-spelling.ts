import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { ProductDraft } from "./product-draft.ts";

/** Option names and values as they were written first, by name, and by name and value, in lower case. */
export type Spellings = Map<string, string>;

/** Notes the options of a product that get the capitals they were first written with, as the shop has each once. */
export function noteSpellings({ first, optionNames, variations }: ProductDraft, seen: Spellings): RowRemark[] {
  const changed = new Map<string, string>();
  const spell = (key: string, text: string) => {
    const known = seen.get(key);
    if (known === undefined) seen.set(key, text);
    else if (known !== text) changed.set(text, known);
  };
  for (const [at, name] of optionNames.entries()) {
    const key = name.toLowerCase();
    spell(key, name);
    for (const { options } of variations) spell(`${key}\n${(options[at] ?? "").toLowerCase()}`, options[at] ?? "");
  }
  if (changed.size === 0) return [];
  const pairs = [...changed].slice(0, 10).map(([from, to]) => `"${from}" as "${to}"`);
  return [toRemark(first, null, "option_spelling", `Options are written as in rows above: ${pairs.join(", ")}.`)];
}
