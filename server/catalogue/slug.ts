import { slugify } from "#contract/catalogue/slug.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { listSlugsLike, type NamedTable } from "./slug.sql.ts";

/** The slug of a name, or the name in lower case if it has no letters or digits. */
export const codeOf = (name: string) => slugify(name) || name.toLowerCase();

/** The first of `slug`, `slug-2`, `slug-3`, … that is not among those taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let n = 2; ; n++) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`;
}

/** A free slug as `freeSlug` finds it, added to those taken. */
export function takeSlug(slug: string, taken: Set<string>): string {
  const free = freeSlug(slug, taken);
  taken.add(free);
  return free;
}

interface Named {
  id: number;
  name: string;
  slug: string;
}

/**
 * The slug of a row that gets this name: the one it has while its name means the same one, else the one it had when the
 * name is set back, or that of the name, with a number if another row has it. Names differ more than slugs: "C", "C++".
 */
export async function chooseSlug(
  tx: Tx,
  table: NamedTable,
  { name, slug = codeOf(name) }: { name: string; slug?: string | undefined },
  current?: Named,
): Promise<string> {
  if (current && codeOf(current.name) === codeOf(name)) return current.slug;
  return freeSlug(slug, new Set(await listSlugsLike(tx, table, slug, current?.id)));
}
