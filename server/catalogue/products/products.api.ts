import type { AdminProduct, AdminProductRow } from "#contract/catalogue/product-form.ts";
import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import { checkAttributes } from "#server/catalogue/product-types/product-types.ts";
import { listPriceHistory } from "#server/catalogue/variations/price-history.sql.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type AdminListRow, countAdminProducts, countUsage, listAdminProducts } from "./admin-list.sql.ts";
import { findProductRow } from "./products.sql.ts";
import {
  createProduct,
  deleteProduct,
  deleteProducts,
  deleteVariation,
  getAdminProduct,
  updateProduct,
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
  app.handle("GET /product/admin/usage", async () => ({ data: await countUsage(db) }));
  app.handle("POST /product/admin/delete", ({ body }) =>
    inTransaction(db, async (tx) => ({ data: await deleteProducts(tx, body.ids) })),
  );
  app.handle("GET /product/:id", async ({ params }) => ({ data: await getAdminProduct(db, params.id) }));
  app.handle("GET /product/:id/price-history", async ({ params: { id } }) => {
    assertFound(await findProductRow(db, id));
    return { data: await listPriceHistory(db, id, 200) };
  });
  app.handle("POST /product", ({ body }, { caller, idempotency }) =>
    idempotency.transaction(db, async (tx) => {
      const { attributes = {}, status = "active", publish_at = null, product_type_id } = body;
      await checkAttributes(tx, product_type_id, { attributes, onSale: isForSale({ status, publish_at }) });
      return { data: await getAdminProduct(tx, await createProduct(app, tx, body, userId(caller))) };
    }),
  );
  app.handle("PUT /product/:id", ({ params: { id }, body }, { caller }) =>
    inTransaction(db, async (tx) => {
      await updateProduct(app, tx, id, body, userId(caller));
      const product = await getAdminProduct(tx, id);
      await checkAttributes(tx, product.product_type_id, { ...product, onSale: isForSale(product) });
      return { data: product };
    }),
  );
  app.handle("DELETE /product/:id", ({ params }) => inTransaction(db, (tx) => deleteProduct(tx, params.id)));
  app.handle("DELETE /variations/:id", ({ params }) => inTransaction(db, (tx) => deleteVariation(tx, params.id)));
}

/** Whether a product is or will be published, so that it needs the required attributes. */
const isForSale = ({ status, publish_at }: Pick<AdminProduct, "status" | "publish_at">) =>
  status === "active" || publish_at !== null;

const toAdminRow = ({ min_price_amount, max_price_amount, currency, ...row }: AdminListRow): AdminProductRow => ({
  ...row,
  price: { amount: min_price_amount, currency },
  max_price: { amount: max_price_amount, currency },
});
