// The public interface of the catalogue: what later modules may use.
export { slugify } from "#contract/catalogue/slug.ts";
export { updateCategory } from "./categories/categories.ts";
export { type AttributeIds, findOrCreateAttributes } from "./import/import-attributes.ts";
export { type CurrentCategory, listCurrentCategories, writeImportKeys } from "./import/import-categories.sql.ts";
export { createCategories, type NewCategory } from "./import/import-categories.ts";
export { type CurrentProduct, type CurrentVariation, listCurrentProducts } from "./import/import-products.sql.ts";
export { createOptionGroup } from "./options/option-groups.ts";
export { createProductType } from "./product-types/product-types.ts";
export { refreshProducts, setProductRating, setProductSales } from "./products/derived-columns.ts";
export { sanitizeDescription } from "./products/description.ts";
export { writeSlugRedirect as redirectProductSlug } from "./products/product-slug.sql.ts";
export { reservedSlugs } from "./products/product-slug.ts";
export { hasProducts } from "./products/products.sql.ts";
export { createProduct, updateProduct } from "./products/products.ts";
export { setBoughtTogether } from "./related/related.ts";
export { createTag } from "./tags/tags.ts";
export type { SaleVariation } from "./variations/variations-for-sale.sql.ts";
export { getVariationsForSale, listProductCards } from "./variations/variations-for-sale.ts";
