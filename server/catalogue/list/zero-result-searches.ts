import type { App } from "#server/platform/app.ts";
import {
  deleteZeroResultSearches,
  insertZeroResultSearch,
  listZeroResultSearches,
} from "./zero-result-searches.sql.ts";

const maxTermLength = 100;
const dayMs = 86_400_000;
const keptDays = 90;

/**
 * Puts down that nothing was found, without anybody waiting for it. The same search is answered from memory for a
 * while, so the figures say which words are in vain rather than how often exactly.
 */
export function recordZeroResultSearch({ db, now, http }: Pick<App, "db" | "now" | "http">, typed: string): void {
  const term = typed.replaceAll("\0", "").trim().toLowerCase().slice(0, maxTermLength).toWellFormed();
  if (!/[\p{L}\p{N}]/u.test(term)) return;
  insertZeroResultSearch(db, term, now()).catch((error: unknown) =>
    http.log.warn({ err: error }, "a vain search was not kept"),
  );
}

/** The call that tells a merchant, and the job that forgets what is old. */
export function zeroResultSearchRoutes({ db, now, handle, jobs }: App) {
  handle("GET /product/admin/zero-result-searches", async ({ query }) => ({
    data: await listZeroResultSearches(db, new Date(now().getTime() - query.days * dayMs), 100),
  }));
  jobs.repeat("catalogue.vain", "29 3 * * *", async () => {
    await deleteZeroResultSearches(db, new Date(now().getTime() - keptDays * dayMs));
  });
}
