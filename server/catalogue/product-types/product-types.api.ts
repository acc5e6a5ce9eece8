import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields } from "#server/platform/http/csv.ts";
import { listProductTypes } from "./product-types.sql.ts";
import { createProductType, deleteProductType, updateProductType } from "./product-types.ts";

/** Product type endpoints. */
export function productTypeRoutes({ db, handle, handleExport }: App) {
  handle("GET /product-types", async (_input, { addCacheTags }) => {
    addCacheTags("catalogue");
    return { data: await listProductTypes(db) };
  });
  handleExport("GET /product-types", {
    ...fields("name", "slug"),
    attributes: ({ attribute_schema }) => attribute_schema.map(({ label }) => label),
    ...fields("is_shippable", "return_days"),
  });
  handle("POST /product-types", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createProductType(tx, body)),
  }));
  handle("PUT /product-types/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateProductType(tx, params.id, body)),
  }));
  handle("DELETE /product-types/:id", ({ params }) => inTransaction(db, (tx) => deleteProductType(tx, params.id)));
}
