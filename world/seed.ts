import { readFile } from "node:fs/promises";
import { refreshProducts, setProductRating } from "#server/catalogue/catalogue.ts";
import { createCoupon } from "#server/coupons/coupons.ts";
import { issueGiftCard } from "#server/gift-cards/gift-cards.ts";
import { addImage, storeTrustedImage } from "#server/images/images.ts";
import { updateBoughtTogether, updateProductSales } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listZoneMethods, listZones, updateMethod, updateZone } from "#server/shipping/shipping.ts";
import { createTaxRate, listClasses } from "#server/taxes/taxes.ts";
import { products } from "./catalogue.ts";
import { categories } from "./categories.ts";
import { categoryImage, imagesOf } from "./images.ts";
import { countriesFurtherAway, coupons, giftCard, reducedRates, standardRates } from "./prices.ts";
import { reviews } from "./reviews.ts";
import { colorIds, insertReviews, productIds, setCategoryImage, sumStars } from "./seed/backdating.sql.ts";
import { seedCatalogue } from "./seed/catalogue.ts";
import { seedOrders } from "./seed/orders.ts";
import { type SeededPerson, seedPeople } from "./seed/people.ts";

/** Fills an empty shop with the demo data: catalogue, images, people, sixty days of orders, reviews. Takes seconds. */
export async function seedDemo(app: App): Promise<void> {
  await seedPrices(app);
  await seedCatalogue(app);
  const [people] = await Promise.all([seedPeople(app), seedImages(app)]);
  await seedOrders(app, people);
  await updateProductSales(app);
  await updateBoughtTogether(app);
  await seedReviews(app, people);
}

const folder = new URL("./images/", import.meta.url);
/** Files read at once. */
const batchSize = 16;

/** Stores the images of all products and categories of the demo data and assigns them. */
async function seedImages(app: App): Promise<void> {
  const galleries = products.map((product) => ({ slug: product.slug, images: imagesOf(product) }));
  const files = [
    ...galleries.flatMap(({ images }) => images.map(({ file }) => file)),
    ...categories.map(categoryImage),
  ];
  const hashes = await storeFiles(app, files);
  const [ids, colors] = await Promise.all([productIds(app.db), colorIds(app.db)]);
  await inTransaction(app.db, async (tx) => {
    for (const { slug, images } of galleries)
      for (const [position, { file, alt, color }] of images.entries())
        await addImage(tx, {
          sha256: hashes.get(file)!, // every file was stored above
          alt,
          product_id: ids.get(slug) ?? null,
          option_value_id: color === undefined ? null : (colors.get(color) ?? null),
          position,
        });
    for (const category of categories) {
      const { id } = await addImage(tx, { sha256: hashes.get(categoryImage(category))!, alt: "" });
      await setCategoryImage(tx, category.path, id);
    }
    await refreshProducts(tx, [...ids.values()]);
  });
}

/** Stores files of world/images; returns their content hashes by file. */
async function storeFiles(app: App, files: string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < files.length; at += batchSize)
    await Promise.all(
      files.slice(at, at + batchSize).map(async (file) => {
        const { sha256 } = await storeTrustedImage(app, await readFile(new URL(file, folder)));
        hashes.set(file, sha256);
      }),
    );
  return hashes;
}

const currency = "EUR";

/** Tax and shipping rates, coupons and a gift card. */
async function seedPrices(app: App): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await seedRates(tx);
    for (const form of coupons) await createCoupon(tx, form, { currency, now: app.now() });
    await issueGiftCard(tx, { ...giftCard, currency, expires_at: null, recipient: null, issuedBy: null }, app.now());
  });
}

async function seedRates(tx: Tx) {
  const reduced = (await listClasses(tx)).find((one) => !one.is_default);
  for (const rate of reduced ? reducedRates : [])
    await createTaxRate(tx, {
      ...rate,
      tax_class_id: reduced?.id ?? 0,
      region: null,
      postal_prefix: null,
      includes_shipping: true,
      compound: false,
      additional: false,
      valid_from: null,
      valid_to: null,
    });
  const listed = await listZones(tx);
  for (const { id, ...zone } of listed)
    if (zone.name === "Further away")
      await updateZone(tx, id, { ...zone, countries: [...zone.countries, ...countriesFurtherAway] });
  const zones = new Map(listed.map(({ id, name }) => [id, name]));
  for (const { id, ...method } of await listZoneMethods(tx)) {
    const rates = method.name === "Standard" ? standardRates[zones.get(method.zone_id) ?? ""] : undefined;
    if (rates) await updateMethod(tx, id, { ...method, rates });
  }
}

/** The reviews, published, and the ratings of their products. */
async function seedReviews(app: App, people: Map<string, SeededPerson>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const products = await productIds(tx);
    await insertReviews(
      tx,
      reviews.map(({ product, author, rating, title, body, daysAgo }) => ({
        product_id: products.get(product) ?? 0,
        user_id: people.get(author)?.id ?? 0,
        rating,
        title,
        body,
        days: daysAgo,
      })),
    );
    for (const { product_id, sum, count } of await sumStars(tx)) await setProductRating(tx, product_id, { sum, count });
  });
}
