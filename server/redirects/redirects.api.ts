import { pageMeta } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields } from "#server/platform/http/csv.ts";
import { importRedirects } from "./import-redirects.ts";
import { listRedirects } from "./redirects.sql.ts";
import { createRedirect, deleteRedirect, resolveRedirect, updateRedirect } from "./redirects.ts";

/** Redirect endpoints; the storefront calls `GET /redirects/resolve` for paths without a page. */
export function redirectsRoutes({ db, handle, handleExport }: App) {
  handle("GET /redirects", async ({ query }) => {
    const { rows, total } = await listRedirects(db, query, query);
    return { data: rows, meta: pageMeta(query, total) };
  });
  handleExport("GET /redirects", fields("from", "to", "source", "created_at"));
  handle("GET /redirects/resolve", async ({ query }) => ({ data: { to: await resolveRedirect(db, query.target) } }));
  handle("POST /redirects", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createRedirect(tx, body)),
  }));
  handle("POST /redirects/import", async ({ body }) => ({
    data: await inTransaction(db, (tx) => importRedirects(tx, body.csv)),
  }));
  handle("PUT /redirects/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateRedirect(tx, params.id, body)),
  }));
  handle("DELETE /redirects/:id", ({ params }) => inTransaction(db, (tx) => deleteRedirect(tx, params.id)));
}
