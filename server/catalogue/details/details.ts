import { isDeepStrictEqual } from "node:util";
import { pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { ProductDetails, StockState, Variation } from "#contract/catalogue/products.ts";
import { isGtin } from "#contract/formats/gtin.ts";
import type { Money } from "#contract/money.ts";
import { brandTag, optionGroupTag, productTag, productTypeTag } from "#server/catalogue/cache-tags.ts";
import { getCategoryTree, listBreadcrumbs } from "#server/catalogue/categories/category-tree.ts";
import { attributeText } from "#server/catalogue/product-types/product-types.ts";
import { toProductCard } from "#server/catalogue/products/stored-card.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { stripHtml } from "#server/platform/rich-text.ts";
import {
  estimateShippingOfUnit,
  getShippingTerms,
  listDeliveryCountries,
  type ShippingTerms,
} from "#server/shipping/shipping.ts";
import { getSettings, localDay } from "#server/shop/shop.ts";
import { isTaxed, listTaxRates, type TaxRates } from "#server/taxes/taxes.ts";
import { say, sayCount } from "#words/say.ts";
import { withdrawalExclusionText } from "#words/withdrawal-exclusions.ts";
import { type DetailsRow, type DetailsVariation, findProductPage, findRedirectedProduct } from "./details.sql.ts";

const lowStockAt = 5;
const maxPerOrder = 999;
const maxSnippetLength = 160;

/** A product by its current or a former slug, with everything its page shows. Throws `not_found`. */
export async function getProductDetails(app: App, slug: string, addCacheTags: AddCacheTags): Promise<ProductDetails> {
  const direct = await findProductPage(app.db, { slug });
  const moved = direct ? undefined : await findRedirectedProduct(app.db, slug);
  const row = assertFound(direct ?? (moved === undefined ? undefined : await findProductPage(app.db, { id: moved })));
  addCacheTags(productTag(row.id), productTypeTag(row.type.id));
  addCacheTags(...row.option_groups.map(({ id }) => optionGroupTag(id)));
  if (row.brand !== null) addCacheTags(brandTag(row.brand));
  // Another product may take the former slug.
  if (!direct) addCacheTags("catalogue");
  const tree = await getCategoryTree(app, addCacheTags);
  const categories = [...new Set(row.category_ids)]
    .flatMap((id) => tree.byId.get(id) ?? [])
    .filter((category) => category.visible);
  const { card, tags, description_html, brand, published_at } = row;
  const home = await getHome(app, addCacheTags);
  const deliveries = row.type.is_shippable ? estimateDeliveries(home, row) : [];
  const delivery = deliveries.find((one) => one !== null) ?? null;
  return {
    ...toProductCard(card),
    tags,
    description_html,
    brand,
    published_at,
    images: row.images.map((image) => ({ ...image, alt: image.alt || card.name })),
    product_type: { id: row.type.id, name: row.type.name },
    categories: categories.map(({ id, name, path }) => ({ id, name, path })),
    breadcrumbs: categories[0] ? listBreadcrumbs(tree, categories[0]) : [],
    attributes: attributes(row),
    safety: row.safety,
    country_of_origin: row.country_of_origin,
    energy_label: row.energy_label,
    size_guide_html: row.type.size_guide_html,
    option_groups: optionGroups(row),
    variations: row.variations.map((variation, index) => ({
      ...toVariation(row, variation),
      ...(isDeepStrictEqual(deliveries[index], delivery) ? {} : { delivery: deliveries[index] ?? null }),
    })),
    rating: { ...card.rating, distribution: ratingDistribution(row.stars) },
    delivery,
    is_taxed: isTaxed(home.taxes, row.tax_class_id, {
      postalCode: undefined,
      today: () => localDay(app.now(), home.timezone),
    }),
    returns: returnPolicy(row.type),
    return_days: row.type.return_days,
    seo: seo(row),
    redirect_to: direct ? null : card.slug,
  };
}

function toVariation({ currency, images }: DetailsRow, variation: DetailsVariation): Variation {
  const { id, sku, barcode, title, options, compare_at_amount, lowest_before } = variation;
  const money = (amount: number | null): Money | null => (amount === null ? null : { amount, currency });
  const price = { amount: variation.price_amount, currency };
  const values = new Set(options.map(({ value_id }) => value_id));
  const own = images.filter(({ option_value_id }) => option_value_id !== null && values.has(option_value_id));
  const shared = images.filter(({ option_value_id }) => option_value_id === null);
  return {
    id,
    sku,
    gtin: barcode !== null && isGtin(barcode) ? barcode : null,
    title,
    options,
    price,
    compare_at: money(compare_at_amount),
    measure: variation.measure,
    price_per_measure: pricePerMeasure(price, variation.measure),
    lowest_30d: money(lowest_before),
    stock: stockState(variation),
    image_ids: [...own, ...shared].map((image) => image.id),
    max_per_order: variation.max_per_order ?? maxPerOrder,
  };
}

function stockState({ track_stock, allow_backorder, available }: DetailsVariation): StockState {
  if (!track_stock) return { state: "not_tracked", left: null };
  if (available === 0) return allow_backorder ? { state: "backorder", left: null } : { state: "out", left: 0 };
  return available > lowStockAt || allow_backorder
    ? { state: "in_stock", left: null }
    : { state: "low", left: available };
}

/** A value is available if a variation with it can be bought. */
function optionGroups({ option_groups, variations }: DetailsRow): ProductDetails["option_groups"] {
  const sold = variations.filter((variation) => stockState(variation).state !== "out");
  const available = new Set(sold.flatMap(({ options }) => options.map(({ value_id }) => value_id)));
  return option_groups.map((group) => ({
    ...group,
    values: group.values.map((value) => ({ ...value, available: available.has(value.id) })),
  }));
}

/** In the order of the product type; attributes unknown to the type come last. */
function attributes({ attributes: given, type }: DetailsRow): ProductDetails["attributes"] {
  const known = type.attribute_schema.map(({ key, label, unit, kind }) => ({ key, label, unit: unit ?? null, kind }));
  const others = Object.keys(given).filter((key) => !known.some((attribute) => attribute.key === key));
  const shown = [
    ...known,
    ...others.map((key) => ({ key, label: key.replaceAll("_", " "), unit: null, kind: undefined })),
  ];
  return shown.flatMap(({ kind, ...attribute }) => {
    const value = Object.hasOwn(given, attribute.key) && given[attribute.key];
    if (!value) return [];
    return [{ ...attribute, value: kind === "bool" ? attributeText({ kind, unit: null }, value) : value }];
  });
}

/** How many reviews gave 1, 2, 3, 4 and 5 stars. */
const ratingDistribution = (counted: DetailsRow["stars"]) =>
  [1, 2, 3, 4, 5].map((stars) => counted.find((row) => row.stars === stars)?.count ?? 0);

function returnPolicy({ return_days: days, withdrawal_exclusion: exclusion }: DetailsRow["type"]) {
  const texts = [days === null ? null : returnPeriod(days), withdrawalExclusionText(exclusion)];
  return texts.filter((one) => one !== null).join(" ") || null;
}

const returnPeriod = (days: number) =>
  days === 0 ? say("This item can't be returned.") : sayCount("Return within 1 day.", "Return within {n} days.", days);

/** What a product page says of the shop's own country, as carts assume it for visitors of whom nothing is known. */
interface Home {
  country: string | undefined;
  terms: ShippingTerms;
  taxes: TaxRates;
  timezone: string;
}

/** Cached on its own, as rates change less often than products. */
async function getHome({ db, responseCache }: App, addCacheTags: AddCacheTags): Promise<Home> {
  const tags = ["shipping", "settings", "taxes"] as const;
  addCacheTags(...tags);
  const { value } = await responseCache.get("catalogue: home", async (addHomeTags) => {
    addHomeTags(...tags);
    const [countries, { country: own, timezone }] = [await listDeliveryCountries(db), await getSettings(db)];
    const country = own !== null && countries.includes(own) ? own : countries[0];
    const terms = country === undefined ? [] : await getShippingTerms(db, country);
    const taxes = await listTaxRates(db, country ?? own ?? "");
    return { value: { country, terms, taxes, timezone }, bytes: 2000 };
  });
  return value;
}

/** The delivery of one unit of each variation to the shop's country; null where it is not delivered. */
function estimateDeliveries(
  { country, terms }: Home,
  { variations, currency }: DetailsRow,
): ProductDetails["delivery"][] {
  return variations.map(({ price_amount: price, weight_g }) => {
    const { methods, freeFrom } = estimateShippingOfUnit(terms, { price, weight_g });
    const [method] = methods;
    if (!method || country === undefined) return null;
    const { min_days, max_days, price_amount: amount } = method;
    return {
      country,
      min_days,
      max_days,
      price: { amount, currency },
      free_from: freeFrom === null ? null : { amount: freeFrom, currency },
    };
  });
}

function seo({ seo: given, card, description_html }: DetailsRow) {
  const text = stripHtml(description_html);
  const cut = text.length > maxSnippetLength ? `${text.slice(0, maxSnippetLength).replace(/\s+\S*$/, "")}…` : text;
  return { title: given.title || card.name, description: given.description || card.subtitle || cut };
}
