import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { ProductDraft } from "./product-draft.ts";

/** Option names and values as they are written, by name, and by name and value, in lower case. */
export type Spellings = Map<string, string>;

const keyOf = (name: string, label?: string) => [name, label].flatMap((text) => text?.toLowerCase() ?? []).join("\n");

/** The spellings of the shop. */
export const toSpellings = (rows: readonly { name: string; label: string | null }[]): Spellings =>
  new Map(
    rows.flatMap(({ name, label }) => [
      [keyOf(name), name] as const,
      ...(label === null ? [] : [[keyOf(name, label), label] as const]),
    ]),
  );

/** The options of a product that were written in other capitals before, with these; the others are seen from now on. */
export function findRespelled(draft: ProductDraft, seen: Spellings): [text: string, known: string][] {
  const changed: [string, string][] = [];
  for (const [key, text] of listSpelled(draft)) {
    const known = seen.get(key);
    if (known === undefined) seen.set(key, text);
    else if (known !== text) changed.push([text, known]);
  }
  return changed;
}

/** Notes the options of a product that get the capitals of the shop, or of rows above, as the shop has each once. */
export function noteSpellings(draft: ProductDraft, shop: Spellings): RowRemark[] {
  const spelled = listSpelled(draft).map(([key, text]) => [text, shop.get(key) ?? text] as const);
  const changed = new Map([...(draft.respelled ?? []), ...spelled.filter(([text, known]) => text !== known)]);
  if (changed.size === 0) return [];
  const pairs = [...changed].slice(0, 10).map(([from, to]) => `"${from}" as "${to}"`);
  const message = `Options are written as in the shop, or in rows above: ${pairs.join(", ")}.`;
  return [toRemark(draft.first, null, "option_spelling", message)];
}

const listSpelled = ({ optionNames, variations }: ProductDraft) =>
  optionNames.flatMap((name, at) => [
    [keyOf(name), name] as const,
    ...variations.map(({ options }) => [keyOf(name, options[at] ?? ""), options[at] ?? ""] as const),
  ]);
