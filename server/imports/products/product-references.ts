import {
  createCategories,
  findOrCreateAttributes,
  listCurrentCategories,
  type NewCategory,
} from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { ProductDraft } from "./product-draft.ts";
import { generalType, type ReferenceIds } from "./product-forms.ts";

/** Finds or creates the types, tags, options and categories of these drafts. */
export async function resolveReferences(tx: Tx, drafts: readonly ProductDraft[]): Promise<ReferenceIds> {
  const vocabulary = await findOrCreateAttributes(tx, {
    types: drafts.map(({ type }) => type ?? generalType),
    tags: drafts.flatMap(({ tags = [] }) => tags),
    options: drafts.flatMap(({ optionNames, variations }) =>
      optionNames.map((name, at) => ({ name, labels: variations.map(({ options }) => options[at] ?? "") })),
    ),
  });
  const named = drafts.flatMap(({ category }) => (category ? [category] : []));
  const ids = await resolveCategories(tx, named);
  return { vocabulary, categoryId: (names) => ids.get(keyOf(names)) ?? 0 };
}

const keyOf = (names: readonly string[]) => names.join("\n").toLowerCase();

async function resolveCategories(tx: Tx, wanted: string[][]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  if (wanted.length === 0) return ids;
  const chains = new Map<number, string[]>();
  for (const { id, parent_id, name } of await listCurrentCategories(tx)) {
    const chain = [...(chains.get(parent_id ?? 0) ?? []), name];
    chains.set(id, chain);
    if (!ids.has(keyOf(chain))) ids.set(keyOf(chain), id);
  }
  const missing = new Map<string, NewCategory>();
  for (const names of wanted)
    for (const [at, name] of names.entries()) {
      const key = keyOf(names.slice(0, at + 1));
      if (ids.has(key) || missing.has(key)) continue;
      const above = keyOf(names.slice(0, at));
      const known = ids.get(above);
      missing.set(key, { key, name, parent: at === 0 ? null : known ? { id: known } : { key: above } });
    }
  for (const [key, id] of await createCategories(tx, [...missing.values()])) ids.set(key, id);
  return ids;
}
