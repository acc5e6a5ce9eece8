import { pageMeta } from "#contract/endpoint.ts";
import type { RedirectFilters } from "#contract/shop/redirects.ts";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { sendCsv } from "#server/platform/http/csv.ts";
import { importRedirects } from "./import-redirects.ts";
import { countRedirects, listRedirectRows } from "./redirects.sql.ts";
import { createRedirect, deleteRedirect, resolveRedirect, updateRedirect } from "./redirects.ts";

/** Redirect endpoints; the storefront calls `GET /redirects/resolve` for paths without a page. */
export function redirectsRoutes({ db, handle }: App) {
  handle("GET /redirects", async ({ query: { page, per_page, ...filters } }) => {
    const [data, total] = await Promise.all([
      listRedirectRows(db, filters, { limit: per_page, offset: (page - 1) * per_page }),
      countRedirects(db, filters),
    ]);
    return { data, meta: pageMeta({ page, per_page }, total) };
  });
  handle("GET /redirects/export", ({ query }, call) => sendCsv(call, "redirects", redirectLines(db, query)));
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

const linesAtOnce = 1000;

async function* redirectLines(db: Db, filters: RedirectFilters) {
  yield ["from", "to", "source", "created_at"];
  for (let offset = 0; ; offset += linesAtOnce) {
    const rows = await listRedirectRows(db, filters, { limit: linesAtOnce, offset });
    for (const { from, to, source, created_at } of rows) yield [from, to, source, created_at];
    if (rows.length < linesAtOnce) return;
  }
}
