import { randomBytes } from "node:crypto";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { freeSlug } from "#server/catalogue/slug.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { listTakenSlugs, lockSlug } from "./product-slug.sql.ts";

/** Path segments of the shop and its API that a slug must not equal. */
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

/** The requested slug, or a free one derived from the name. Throws `slug_taken`. */
export async function chooseSlug(
  tx: Tx,
  { name, slug, id = 0 }: { name: string; slug?: string | undefined; id?: number },
): Promise<string> {
  const requested = slug ? slugify(slug, productLimits.slug) : "";
  // Random for names without letters and digits, such as an emoji.
  const base = requested || slugify(name) || `p-${randomBytes(4).toString("hex")}`;
  await lockSlug(tx, base);
  const candidates = [base, ...Array.from({ length: maxSuffixes }, (_, at) => `${base}-${at + 2}`)];
  const taken = new Set([...reservedSlugs, ...(await listTakenSlugs(tx, candidates, id))]);
  if (requested && taken.has(requested)) throw new Problem("slug_taken");
  const free = freeSlug(base, taken);
  return candidates.includes(free) ? free : `${base}-${randomBytes(4).toString("hex")}`;
}
