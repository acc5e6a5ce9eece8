// The door of the catalogue: what rooms above it may call.
export { updateCategory } from "./category-changes.ts";
export { type CurrentCategory, currentCategories, keepImportKeys } from "./import-categories.sql.ts";
export { createCategories, type NewCategory } from "./import-categories.ts";
export { type CurrentProduct, type CurrentVariation, currentProducts } from "./import-state.sql.ts";
export { type Vocabulary, vocabularyFor } from "./import-vocabulary.ts";
export { hasProducts } from "./product-form.sql.ts";
export { createProduct, updateProduct } from "./product-form.ts";
export { safeDescription } from "./product-form-description.ts";
export { rated, refreshProducts, sold } from "./refresh.ts";
export { countWords } from "./refresh-words.sql.ts";
export type { SaleVariation } from "./sale.sql.ts";
export { cardsOf, variationsForSale } from "./sale.ts";
export { slugOf } from "./slug.ts";
export { boughtTogether } from "./together.ts";
export { createOptionGroup, createProductType, createTag } from "./vocabulary.ts";
