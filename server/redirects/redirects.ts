import type { ProblemCode } from "#contract/problems.ts";
import { type Redirect, type RedirectForm, redirectPath, reservedPaths } from "#contract/shop/redirects.ts";
import { listTakenSlugs } from "#server/catalogue/catalogue.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./redirects.sql.ts";

/** Where a missing page leads, with the query of the request unless the target has its own; null for no redirect. */
export async function resolveRedirect(db: Db, target: string): Promise<string | null> {
  const found = await rows.findTarget(db, redirectPath(target));
  // A header takes no other letters; what the merchant has encoded stays as it is.
  const to = found === undefined ? null : encodeURI(found).replaceAll("%25", "%");
  const mark = target.indexOf("?");
  return to === null || mark < 0 || /[?#]/.test(to) ? to : to + target.slice(mark);
}

/**
 * Creates a redirect, again with its id if it has one. Throws `redirect_taken`, `redirect_hides_page` and
 * `redirect_loop`.
 */
export async function createRedirect(tx: Tx, form: RedirectForm, id?: number): Promise<Redirect> {
  await assertAllowed(tx, form);
  return assertFound(await rows.insertRedirect(tx, form, id));
}

/** Updates a redirect. Throws `stale` with the current one in `details`, and as `createRedirect`. */
export async function updateRedirect(tx: Tx, id: number, form: RedirectForm & { version: number }): Promise<Redirect> {
  const current = assertFound(await rows.findRedirect(tx, id));
  if (current.version !== form.version) throw new Problem("stale", { details: { current } });
  await assertAllowed(tx, form, current.from);
  const written = await rows.updateRedirectRow(tx, id, form);
  if (!written) throw new Problem("stale", { details: { current } });
  return written;
}

/** Deletes a redirect. Throws `not_found`. */
export async function deleteRedirect(tx: Tx, id: number) {
  if (!(await rows.deleteRedirectRow(tx, id))) throw new Problem("not_found");
}

async function assertAllowed(tx: Tx, form: RedirectForm, replaced?: string) {
  await rows.lockRedirects(tx);
  const targets = await rows.listTargets(tx);
  if (replaced !== undefined) targets.delete(replaced);
  const problem = findRedirectProblem(form, targets, new Set(await listTakenSlugs(tx, productSlugs([form]), 0)));
  if (problem) throw new Problem(problem);
}

/** The product slugs that the paths of redirects name. */
export const productSlugs = (forms: readonly RedirectForm[]): string[] =>
  forms.flatMap(({ from }) => productSlugOf(from) ?? []);

const productSlugOf = (path: string) => /^(?:\/collections\/[^/]+)?\/(?:details|products?)\/([^/]+)$/.exec(path)?.[1];

/** Why a redirect is not allowed. `targets` are the others, `slugs` those that products have. */
export function findRedirectProblem(
  { from, to }: RedirectForm,
  targets: ReadonlyMap<string, string>,
  slugs: ReadonlySet<string>,
): ProblemCode | undefined {
  const [, first = ""] = from.split("/");
  if (from === "/" || from === "/products" || reservedPaths.includes(first)) return "redirect_hides_page";
  if (slugs.has(productSlugOf(from) ?? "")) return "redirect_hides_page";
  const passed = new Set([from]);
  for (let next: string | undefined = redirectPath(to); next !== undefined; next = follow(targets, next)) {
    if (passed.has(next)) return "redirect_loop";
    passed.add(next);
  }
  return undefined;
}

function follow(targets: ReadonlyMap<string, string>, path: string): string | undefined {
  const to = targets.get(path);
  return to === undefined ? undefined : redirectPath(to);
}
