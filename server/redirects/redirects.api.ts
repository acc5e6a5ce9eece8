import type { Redirect } from "#contract/shop/redirects.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { importObject, importRedirects, type Targets } from "./import-redirects.ts";
import { findRedirect, listRedirects } from "./redirects.sql.ts";
import { createRedirect, deleteRedirect, resolveRedirect, updateRedirect } from "./redirects.ts";

/** Redirect endpoints; the storefront calls `GET /redirects/resolve` for paths without a page. */
export function redirectsRoutes({ db, answer, answerPage, write, handleExport, object }: App) {
  object<Redirect>("redirect", {
    read: (tx, id) => findRedirect(tx, Number(id)),
    name: ({ from }) => from,
    together: [["from", "to"]],
    update: (tx, id, state) => updateRedirect(tx, Number(id), state),
    create: (tx, id, state) => createRedirect(tx, state, Number(id)),
    remove: (tx, id) => deleteRedirect(tx, Number(id)),
  });
  answerPage("GET /redirects", ({ query }) => listRedirects(db, query, query));
  handleExport("GET /redirects", fields("from", "to", "source", "created_at"));
  answer("GET /redirects/resolve", async ({ query }) => ({ to: await resolveRedirect(db, query.target) }));
  write("POST /redirects", (tx, { body }) => createRedirect(tx, body));
  // It changes many, which are recorded as one change without an id.
  object<Targets>("redirect_import", importObject);
  write("POST /redirects/import", (tx, { body }, { change }) => importRedirects(tx, body.csv, change), {
    id: () => "",
  });
  write("PUT /redirects/:id", (tx, { params, body }) => updateRedirect(tx, params.id, body));
  write("DELETE /redirects/:id", (tx, { params }) => deleteRedirect(tx, params.id));
}
