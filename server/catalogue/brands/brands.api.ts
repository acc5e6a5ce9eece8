import type { Brand } from "#contract/catalogue/brands.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { findBrand, listBrands } from "./brands.sql.ts";
import { createBrand, deleteBrand, updateBrand } from "./brands.ts";

/** The endpoints of brands. */
export function brandRoutes({ db, answer, write, handleExport, object }: App) {
  object<Brand>("brand", {
    read: (tx, id) => findBrand(tx, Number(id)),
    name: ({ name }) => name,
    update: (tx, id, state) => updateBrand(tx, Number(id), state),
    create: (tx, id, state) => createBrand(tx, state, Number(id)),
    remove: (tx, id) => deleteBrand(tx, Number(id)),
  });
  answer("GET /product/admin/brands", () => listBrands(db));
  handleExport("GET /product/admin/brands", {
    ...fields("name"),
    manufacturer: ({ safety }) => safety?.manufacturer?.name ?? null,
    responsible_person: ({ safety }) => safety?.responsible_person?.name ?? null,
    ...fields("country_of_origin"),
    warnings: ({ safety }) => safety?.warnings ?? null,
  });
  write("POST /product/admin/brands", (tx, { body }) => createBrand(tx, body));
  write("PUT /product/admin/brands/:id", (tx, { params, body }) => updateBrand(tx, params.id, body));
  write("DELETE /product/admin/brands/:id", (tx, { params }) => deleteBrand(tx, params.id));
}
