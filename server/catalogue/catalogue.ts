// The public interface of the catalogue: what later modules may use.
export { type InheritedSafety, listInheritedSafety } from "./brands/product-safety.sql.ts";
export { createCategory, updateCategory } from "./categories/categories.ts";
export { enqueueCategoryRules } from "./categories/category-rules.ts";
export { findVisibleCategory, listDepartments } from "./categories/category-tree.ts";
export { listOptionSpellings } from "./import/import-attributes.sql.ts";
export { type AttributeIds, findOrCreateAttributes } from "./import/import-attributes.ts";
export {
  type CategoryRedirect,
  type CurrentCategory,
  listCategoryRedirects,
  listCurrentCategories,
  writeImportKeys,
} from "./import/import-categories.sql.ts";
export { createCategories, type NewCategory } from "./import/import-categories.ts";
export { type CurrentProduct, type CurrentVariation, listCurrentProducts } from "./import/import-products.sql.ts";
export { diffCategories, lockCategoriesSnapshot, revertCategories } from "./import/revert-categories.ts";
export { revertCreation } from "./import/revert-product.ts";
export { listProducts } from "./list/list.ts";
export { createOptionGroup } from "./options/option-groups.ts";
export { hasReturnPeriods } from "./product-types/product-types.sql.ts";
export { createProductType } from "./product-types/product-types.ts";
export { countAdminProducts, listSlugsForExport } from "./products/admin-list.sql.ts";
export { refreshProducts, setProductRating, setProductSales } from "./products/derived-columns.ts";
export {
  listRenamedProducts,
  listTakenSlugs,
  writeSlugRedirect as redirectProductSlug,
} from "./products/product-slug.sql.ts";
export { reservedSlugs } from "./products/product-slug.ts";
export { type ProductState, stockIn, variationsIn } from "./products/product-state.ts";
export { hasProducts, hasProductsOnSale } from "./products/products.sql.ts";
export { createProduct, updateProduct } from "./products/products.ts";
export { setBoughtTogether } from "./related/related.ts";
export { createSynonyms } from "./synonyms/synonyms.ts";
export { createTag } from "./tags/tags.ts";
export type { PriceDrop } from "./variations/price-history.sql.ts";
export { listLowStock } from "./variations/stock-list.sql.ts";
export { getProductTitles, listDeletedVariations, type SaleVariation } from "./variations/variations-for-sale.sql.ts";
export { getVariationsForSale, listProductCards } from "./variations/variations-for-sale.ts";
