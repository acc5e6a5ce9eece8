import { slugify } from "#contract/catalogue/slug.ts";

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
