import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import { checkAttributes } from "#server/catalogue/product-types/product-types.ts";
import { listPriceHistory } from "#server/catalogue/variations/price-history.sql.ts";
import { findVariationName } from "#server/catalogue/variations/stock-list.sql.ts";
import { hasLostOptions } from "#server/catalogue/variations/variations.sql.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type AdminListRow, countAdminProducts, countUsage, listAdminProducts } from "./admin-list.sql.ts";
import { type ProductState, productObject } from "./product-changes.ts";
import { findProductRow } from "./products.sql.ts";
import {
  createProduct,
  type DeletedVariation,
  deleteProduct,
  deleteProducts,
  deleteVariation,
  getAdminProduct,
  isForSale,
  restoreVariation,
  saveProduct,
} from "./products.ts";

/** Admin endpoints for products. */
export function productRoutes(app: App) {
  const { db } = app;
  app.handle("GET /product/admin", async ({ query }) => {
    const [rows, total] = await Promise.all([
      listAdminProducts(db, query),
      countAdminProducts(db, query, maxCounted + 1),
    ]);
    return { data: rows.map(toAdminRow), meta: pageMeta(query, total, maxCounted) };
  });
  app.answer("GET /product/admin/usage", () => countUsage(db));
  app.object<ProductState>("product", productObject(app));
  app.write("POST /product/admin/delete", (tx, { body: { ids } }, call) =>
    app.changes(tx, { object: "product", ids, action: "DELETE /product/:id" }, call, () => deleteProducts(tx, ids)),
  );
  app.answer("GET /product/:id", ({ params }) => getAdminProduct(db, params.id));
  app.answer("GET /product/:id/price-history", async ({ params: { id } }) => {
    assertFound(await findProductRow(db, id));
    return listPriceHistory(db, id, 200);
  });
  app.write("POST /product", async (tx, { body }, { caller }) => {
    const { attributes = {}, status = "active", publish_at = null, product_type_id } = body;
    await checkAttributes(tx, product_type_id, { attributes, onSale: isForSale({ status, publish_at }) });
    return getAdminProduct(tx, await createProduct(app, tx, body, userId(caller)));
  });
  app.write("PUT /product/:id", (tx, { params, body }, { caller }) =>
    saveProduct(app, tx, params.id, body, userId(caller)),
  );
  app.write("DELETE /product/:id", (tx, { params }) => deleteProduct(tx, params.id));
  app.write("DELETE /variations/:id", async (tx, { params: { id } }, { audit }) => {
    audit.name = (await findVariationName(tx, id)) ?? null;
    audit.after = await deleteVariation(tx, id);
  });
  refuseLostUndos(app);
  app.restore("DELETE /variations/:id", (tx, { id }, _before, { after }) =>
    restoreVariation(tx, id, after as unknown as DeletedVariation),
  );
}

/** Deletions of variations can't be undone after the product has changed, or once an option value of theirs is deleted. */
function refuseLostUndos({ events }: App) {
  events.on("undo.offering", async (tx, { offers }) => {
    for (const offer of offers.filter(({ action }) => action === "DELETE /variations/:id")) {
      const deleted = offer.after as DeletedVariation | null;
      const product = await findProductRow(tx, deleted?.product_id ?? 0);
      offer.isRefused =
        product?.version !== deleted?.product_version ||
        (await hasLostOptions(tx, { variationId: Number(offer.entity_id) }));
    }
  });
}

const toAdminRow = ({ min_price_amount, max_price_amount, currency, ...row }: AdminListRow): AdminProductRow => ({
  ...row,
  price: { amount: min_price_amount, currency },
  max_price: { amount: max_price_amount, currency },
});
