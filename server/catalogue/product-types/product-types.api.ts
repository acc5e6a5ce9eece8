import type { ProductType } from "#contract/catalogue/product-types.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { registerProductDuties } from "./duties.ts";
import { findProductType, listProductTypes } from "./product-types.sql.ts";
import { createProductType, deleteProductType, updateProductType } from "./product-types.ts";

/** Product type endpoints. */
export function productTypeRoutes(app: App) {
  const { db, answer, write, handleExport, object } = app;
  registerProductDuties(app);
  object<ProductType>("product_type", {
    read: (tx, id) => findProductType(tx, Number(id)),
    name: ({ name }) => name,
    update: (tx, id, state) => updateProductType(tx, Number(id), state),
    create: (tx, id, state) => createProductType(tx, state, Number(id)),
    remove: (tx, id) => deleteProductType(tx, Number(id)),
  });
  answer("GET /product-types", () => listProductTypes(db), "catalogue");
  handleExport("GET /product-types", {
    ...fields("name", "slug"),
    attributes: ({ attribute_schema }) => attribute_schema.map(({ label }) => label),
    manufacturer: ({ safety }) => safety?.manufacturer?.name ?? null,
    responsible_person: ({ safety }) => safety?.responsible_person?.name ?? null,
    ...fields("country_of_origin", "is_shippable", "return_days", "withdrawal_exclusion", "requires_unit_price"),
  });
  write("POST /product-types", (tx, { body }) => createProductType(tx, body));
  write("PUT /product-types/:id", (tx, { params, body }) => updateProductType(tx, params.id, body));
  write("DELETE /product-types/:id", (tx, { params }) => deleteProductType(tx, params.id));
}
