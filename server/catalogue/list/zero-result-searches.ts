import type { App } from "#server/platform/app.ts";
import { retainedFrom } from "#server/shop/shop.ts";
import {
  deleteZeroResultSearches,
  insertZeroResultSearch,
  listZeroResultSearches,
} from "./zero-result-searches.sql.ts";

const maxTermLength = 100;
const maxTermsPerDay = 2000;
const dayMs = 86_400_000;

/**
 * Records a search without results in the background. Repeated searches are answered from the response cache for a
 * while, so the counts compare terms rather than count every search.
 */
export async function recordZeroResultSearch(
  { db, now, log }: Pick<App, "db" | "now" | "log">,
  typed: string,
  maxTerms = maxTermsPerDay,
): Promise<void> {
  const term = typed.replaceAll("\0", "").trim().toLowerCase().slice(0, maxTermLength).toWellFormed();
  if (!/[\p{L}\p{N}]/u.test(term)) return;
  try {
    const isLast = await insertZeroResultSearch(db, term, { day: now(), maxTerms });
    if (isLast) log.warn({ maxTerms }, "no more new searches without results are recorded today");
  } catch (error) {
    log.warn({ err: error }, "a search without results was not recorded");
  }
}

/** The endpoint that lists them and the job that deletes old ones. */
export function zeroResultSearchRoutes(app: App) {
  const { db, now, answer, jobs } = app;
  answer("GET /product/admin/zero-result-searches", ({ query }) =>
    listZeroResultSearches(db, new Date(now().getTime() - query.days * dayMs), 100),
  );
  jobs.schedule("catalogue.zero_result_searches", "29 3 * * *", async () => {
    await deleteZeroResultSearches(db, await retainedFrom(app, "search_days"));
  });
}
