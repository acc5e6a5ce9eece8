import { randomBytes } from "node:crypto";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { freeSlug } from "#server/catalogue/slug.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { listTakenSlugs, lockSlug } from "./product-slug.sql.ts";

/** Words that stand where a slug could in addresses of the shop or its API. */
export const reservedSlugs = [
  "admin",
  "create",
  "details",
  "new",
  "option-group",
  "related",
  "search-suggestion",
  "bought-together",
  "upload",
];
const maxSuffixes = 100;

/** The slug a product gets: the one asked for, which must be free, or one made from its name, numbered until free. */
export async function chooseSlug(
  tx: Tx,
  { name, slug, id = 0 }: { name: string; slug?: string | undefined; id?: number },
): Promise<string> {
  const asked = slug ? slugify(slug, productLimits.slug) : "";
  // A name without letters or digits (an emoji) leaves nothing: then chance decides.
  const base = asked || slugify(name) || `p-${randomBytes(4).toString("hex")}`;
  await lockSlug(tx, base);
  const candidates = [base, ...Array.from({ length: maxSuffixes }, (_, at) => `${base}-${at + 2}`)];
  const taken = new Set([...reservedSlugs, ...(await listTakenSlugs(tx, candidates, id))]);
  if (asked && taken.has(asked)) throw new Problem("slug_taken");
  const free = freeSlug(base, taken);
  return candidates.includes(free) ? free : `${base}-${randomBytes(4).toString("hex")}`;
}
