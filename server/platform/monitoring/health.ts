import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";

/** `/healthz`: the process runs. `/readyz`: the database is available and every module is ready. */
export function registerHealth({ http, db, readiness }: App) {
  http.get("/healthz", { schema: { hide: true } }, async () => ({ ok: true }));
  http.get("/readyz", { schema: { hide: true } }, async () => {
    await sql`select 1`.execute(db).catch(() => {
      throw new Problem("busy", { retryAfter: 1 });
    });
    await Promise.all(readiness.map((check) => check()));
    return { ok: true };
  });
}
