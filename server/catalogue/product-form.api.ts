import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { removeProducts, setStatuses } from "./product-bulk.ts";
import { adminProduct, createProduct, removeOneVariation, removeProduct, updateProduct } from "./product-form.ts";
import { countProducts, type ListedProduct, listProducts } from "./product-form-list.sql.ts";

/** Calls with which admins list and edit what is sold. */
export function productFormRoutes(app: App) {
  const { db } = app;
  app.handle("GET /product/admin", async ({ query: { page, per_page, name, status, category, low_stock, sort } }) => {
    const asked = {
      ...wordsIn(name),
      status,
      categoryId: category,
      lowStock: low_stock === true,
      sort,
      limit: per_page,
      offset: (page - 1) * per_page,
    };
    const [rows, total] = await Promise.all([listProducts(db, asked), countProducts(db, asked)]);
    return { data: rows.map(listed), meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  app.handle("POST /product/admin/status", ({ body }) =>
    inTransaction(db, async (tx) => ({ data: await setStatuses(app, tx, body.changes) })),
  );
  app.handle("POST /product/admin/delete", ({ body }) =>
    inTransaction(db, async (tx) => ({ data: await removeProducts(tx, body.ids) })),
  );
  app.handle("GET /product/:id", async ({ params }) => ({ data: await adminProduct(db, params.id) }));
  app.handle("POST /product", ({ body }, { caller, once }) =>
    once.step(db, async (tx) => ({
      data: await adminProduct(tx, await createProduct(app, tx, body, userId(caller))),
    })),
  );
  app.handle("PUT /product/:id", ({ params: { id }, body }, { caller }) =>
    inTransaction(db, async (tx) => {
      await updateProduct(app, tx, id, body, userId(caller));
      return { data: await adminProduct(tx, id) };
    }),
  );
  app.handle("DELETE /product/:id", ({ params }) => inTransaction(db, (tx) => removeProduct(tx, params.id)));
  app.handle("DELETE /variations/:id", ({ params }) => inTransaction(db, (tx) => removeOneVariation(tx, params.id)));
}

const listed = ({ min_price_amount, max_price_amount, currency, ...row }: ListedProduct): AdminProductRow => ({
  ...row,
  price: { amount: min_price_amount, currency },
  max_price: { amount: max_price_amount, currency },
});

/** What was typed as a search of word beginnings, and as a SKU. */
function wordsIn(typed: string | undefined) {
  const words = typed?.normalize("NFKC").match(/[\p{L}\p{Nd}]+/gu) ?? [];
  return { words: words.map((word) => `${word}:*`).join(" & ") || undefined, sku: typed?.trim() };
}
