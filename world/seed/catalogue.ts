import {
  createCategories,
  createCategory,
  createOptionGroup,
  createProduct,
  createProductType,
  createSynonyms,
  createTag,
  refreshProducts,
} from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listClasses } from "#server/taxes/taxes.ts";
import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import { optionGroups } from "#world/options.ts";
import { reducedTypes } from "#world/prices.ts";
import { productTypes, sizeGuides } from "#world/product-types.ts";
import type { WorldProduct } from "#world/shapes.ts";
import { searchSynonyms } from "#world/synonyms.ts";
import { tags } from "#world/tags.ts";
import { variationsOf } from "#world/variations.ts";
import { backdateProducts } from "./backdating.sql.ts";
import { unitsSold } from "./orders.ts";

interface CreatedIds {
  categories: Map<string, number>;
  types: Map<string, number>;
  tags: Map<string, number>;
  /** Option value ids by group and label, such as `Color Navy`. */
  values: Map<string, number>;
}

/** Categories, types, options, tags, search synonyms and all products with their variations and stock, in one transaction. */
export async function seedCatalogue(app: App): Promise<void> {
  const sold = unitsSold(app.now());
  await inTransaction(app.db, async (tx) => {
    const created = await seedAttributes(tx);
    const ids = new Map<string, number>();
    for (const product of products)
      ids.set(product.slug, await createProduct(app, tx, formOf(product, created, sold), null));
    await backdateProducts(
      tx,
      products.map(({ slug, launchedDaysAgo }) => ({ id: ids.get(slug) ?? 0, days: launchedDaysAgo })),
    );
    await refreshProducts(tx, [...ids.values()]);
    for (const synonyms of searchSynonyms) await createSynonyms(tx, synonyms);
  });
}

async function seedAttributes(tx: Tx): Promise<CreatedIds> {
  const categoryIds = await createCategories(
    tx,
    categories
      .filter(({ tags: byTags }) => !byTags)
      .map(({ path, name, description }) => {
        const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
        return { key: path, parent: parent ? { key: parent } : null, name, slug: path.split("/").at(-1), description };
      }),
  );
  const reduced = (await listClasses(tx)).find((one) => !one.is_default);
  const types = new Map<string, number>();
  for (const { name, attributes } of productTypes) {
    const attribute_schema = attributes.map((label) => ({
      key: keyOf(label),
      label,
      kind: "text" as const,
      required: false,
      filterable: label === "Made in",
      choices: [],
    }));
    const tax_class_id = reducedTypes.includes(name) ? (reduced?.id ?? null) : null;
    types.set(
      name,
      (
        await createProductType(tx, {
          name,
          is_shippable: true,
          tax_class_id,
          return_days: 30,
          withdrawal_exclusion: "none",
          requires_unit_price: false,
          safety: null,
          country_of_origin: null,
          attribute_schema,
          size_guide_html: sizeGuides[name] ?? "",
        })
      ).id,
    );
  }
  const values = new Map<string, number>();
  for (const { name, display, values: wanted } of optionGroups) {
    const group = await createOptionGroup(tx, { name, display, values: wanted });
    for (const { id, label } of group.values) values.set(`${name} ${label}`, id);
  }
  const tagIds = new Map<string, number>();
  for (const [key, name] of Object.entries(tags)) tagIds.set(key, (await createTag(tx, name)).id);
  for (const { path, name, description, tags: byTags } of categories)
    if (byTags) {
      const conditions = byTags.map((tag) => ({
        field: "tag" as const,
        op: "is" as const,
        value: tagIds.get(tag) ?? 0,
      }));
      await createCategory(tx, { name, slug: path, description, rules: { match: "any", conditions } });
    }
  return { categories: categoryIds, types, tags: tagIds, values };
}

const keyOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
const paragraph = (text: string) => `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;

/** The product as the admin form sends it. Stock includes the units that past orders will take. */
function formOf(product: WorldProduct, created: CreatedIds, sold: Map<string, number>) {
  return {
    name: product.name,
    slug: product.slug,
    subtitle: product.subtitle,
    brand: product.brand,
    description_html: product.description.map(paragraph).join(""),
    product_type_id: created.types.get(product.type) ?? 0,
    status: "active" as const,
    category_ids: [created.categories.get(product.category) ?? 0],
    tag_ids: product.tags.map((tag) => created.tags.get(tag) ?? 0),
    attributes: Object.fromEntries(Object.entries(product.attributes).map(([name, value]) => [keyOf(name), value])),
    variations: variationsOf(product).map((variation, index) => ({
      sku: variation.sku,
      option_value_ids: Object.entries(variation.choices).map(
        ([group, value]) => created.values.get(`${group} ${value}`) ?? 0,
      ),
      price_amount: variation.price,
      compare_at_amount: variation.compareAt && variation.compareAt > variation.price ? variation.compareAt : null,
      weight_g: product.weight,
      on_hand: variation.stock + (sold.get(`${product.slug} ${index}`) ?? 0),
    })),
  };
}
