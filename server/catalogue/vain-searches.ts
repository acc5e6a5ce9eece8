import type { App } from "#server/platform/app.ts";
import { forgetVainSearches, keepVainSearch, listVainSearches } from "./vain-searches.sql.ts";

const longest = 100;
const dayMs = 86_400_000;
const kept = 90;

/**
 * Puts down that nothing was found, without anybody waiting for it. The same search is answered from memory for a
 * while, so the figures say which words are in vain rather than how often exactly.
 */
export function searchedInVain({ db, now, http }: Pick<App, "db" | "now" | "http">, typed: string): void {
  const term = typed.replaceAll("\0", "").trim().toLowerCase().slice(0, longest).toWellFormed();
  if (!/[\p{L}\p{N}]/u.test(term)) return;
  keepVainSearch(db, term, now()).catch((error: unknown) =>
    http.log.warn({ err: error }, "a vain search was not kept"),
  );
}

/** The call that tells a merchant, and the job that forgets what is old. */
export function vainSearchRoutes({ db, now, handle, jobs }: App) {
  handle("GET /product/admin/vain-searches", async ({ query }) => ({
    data: await listVainSearches(db, new Date(now().getTime() - query.days * dayMs), 100),
  }));
  jobs.repeat("catalogue.vain", "29 3 * * *", async () => {
    await forgetVainSearches(db, new Date(now().getTime() - kept * dayMs));
  });
}
