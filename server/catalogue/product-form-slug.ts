import { randomBytes } from "node:crypto";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { lockSlug, takenSlugs } from "./product-form-slug.sql.ts";
import { freeSlug, slugOf } from "./slug.ts";

// Words that stand where a slug could in addresses of the shop or its API.
const reserved = [
  "admin",
  "create",
  "details",
  "new",
  "option-group",
  "related",
  "search-suggestion",
  "together",
  "upload",
];
const tries = 100;

/** The slug a product gets: the one asked for, which must be free, or one made from its name, numbered until free. */
export async function chooseSlug(
  tx: Tx,
  { name, slug, id = 0 }: { name: string; slug?: string | undefined; id?: number },
): Promise<string> {
  const asked = slug ? slugOf(slug) : "";
  // A name without letters or digits (an emoji) leaves nothing: then chance decides.
  const base = asked || slugOf(name) || `p-${randomBytes(4).toString("hex")}`;
  await lockSlug(tx, base);
  const candidates = [base, ...Array.from({ length: tries }, (_, at) => `${base}-${at + 2}`)];
  const taken = new Set([...reserved, ...(await takenSlugs(tx, candidates, id))]);
  if (asked && taken.has(asked)) throw new Problem("slug_taken");
  const free = freeSlug(base, taken);
  return candidates.includes(free) ? free : `${base}-${randomBytes(4).toString("hex")}`;
}
