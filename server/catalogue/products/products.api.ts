import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import { checkAttributes } from "#server/catalogue/product-types/product-types.ts";
import { listPriceHistory } from "#server/catalogue/variations/price-history.sql.ts";
import { type VariationState, variationObject } from "#server/catalogue/variations/variation-changes.ts";
import { findProductOfVariation, incrementVersionsOf } from "#server/catalogue/variations/variations.sql.ts";
import { changesStock } from "#server/catalogue/variations/variations.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type AdminListRow, countAdminProducts, countUsage, listAdminProducts } from "./admin-list.sql.ts";
import { productObject } from "./product-changes.ts";
import type { ProductState } from "./product-state.ts";
import { findProductRow } from "./products.sql.ts";
import {
  createProduct,
  deleteProduct,
  deleteProducts,
  deleteVariation,
  getAdminProduct,
  isForSale,
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
  app.write(
    "POST /product/admin/delete",
    (tx, { body: { ids } }, call) =>
      app.changes(tx, { object: "product", ids, action: "DELETE /product/:id", keepsQuantities: true }, call, () =>
        deleteProducts(tx, ids),
      ),
    { recordsItself: true },
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
  app.write(
    "PUT /product/:id",
    (tx, { params, body }, { caller }) => saveProduct(app, tx, params.id, body, userId(caller)),
    { keepsQuantities: async (tx, { body }) => !(await changesStock(tx, body.variations)) },
  );
  app.write("DELETE /product/:id", (tx, { params }) => deleteProduct(tx, params.id), { keepsQuantities: () => true });
  app.events.on("stock.adjusting", async (tx, { variationId }) => {
    assertFound(await findProductOfVariation(tx, variationId));
  });
  app.events.on("stock.low_level_changed", async (tx, { variationId }) => {
    await incrementVersionsOf(tx, variationId);
  });
  app.object<VariationState>("variation", variationObject(app));
  app.write("DELETE /variations/:id", async (tx, { params }) => {
    await deleteVariation(tx, params.id);
  });
}

const toAdminRow = ({ min_price_amount, max_price_amount, currency, ...row }: AdminListRow): AdminProductRow => ({
  ...row,
  price: { amount: min_price_amount, currency },
  max_price: { amount: max_price_amount, currency },
});
