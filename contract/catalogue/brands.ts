import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { ProductSafety } from "#contract/catalogue/product-safety.ts";
import { Country, Version } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";

/** What products of a brand have in common. A product is of it by its name. */
export const BrandForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.brand),
  /** For its products without their own. */
  safety: ProductSafety.nullable().default(null),
  country_of_origin: Country.nullable().default(null),
});
export type BrandForm = z.infer<typeof BrandForm>;
export const Brand = z.object({
  id: z.int(),
  name: z.string(),
  safety: ProductSafety.nullable(),
  country_of_origin: Country.nullable(),
  version: z.int(),
});
export type Brand = z.infer<typeof Brand>;

/** What a client leaves out, as it doesn't know it yet, stays. */
export const BrandUpdate = BrandForm.extend({ country_of_origin: Country.nullable().optional(), version: Version });
export type BrandUpdate = z.infer<typeof BrandUpdate>;

const brand = resource("brand", ["catalogue"]);

export const brandsApi = {
  "GET /product/admin/brands": brand.list("List the brands with data of their own, by name.", Brand),
  "GET /product/admin/brands/export": brand.export("Download the brands with data of their own as CSV."),
  "POST /product/admin/brands": brand.create("Create a brand.", BrandForm, Brand, ["name_taken"]),
  "PUT /product/admin/brands/:id": brand.update("Update a brand.", BrandUpdate, Brand, ["name_taken", "stale"]),
  "DELETE /product/admin/brands/:id": brand.delete("Delete the data of a brand. Its products keep its name."),
};
