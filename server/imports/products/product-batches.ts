import { setImmediate } from "node:timers/promises";
import {
  type InheritedSafety,
  listCurrentProducts,
  listInheritedSafety,
  listOptionSpellings,
  listRenamedProducts,
  reservedSlugs,
} from "#server/catalogue/catalogue.ts";
import { imageUrl, listImageSources, listImagesForExport } from "#server/images/images.ts";
import { headingsKey } from "#server/imports/formats/column-mapping.ts";
import { localTime } from "#server/imports/formats/product-format.ts";
import { findMapping, type JobRow } from "#server/imports/imports.sql.ts";
import type { CurrentProduct, KnownProducts } from "#server/imports/products/planning/current-product.ts";
import { indexProducts, type PlannedProduct, planNext } from "#server/imports/products/planning/product-plan.ts";
import { startReading } from "#server/imports/reading/file-reader.ts";
import type { ShopLookups } from "#server/imports/reading/product-file-input.ts";
import type { OpenedProductFile, ReadBatch } from "#server/imports/reading/product-readings.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { planUpdates } from "#server/imports/updates/plan-updates.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { sanitizeRichText } from "#server/platform/rich-text.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { noteSpellings, type Spellings, toSpellings } from "./option-spelling.ts";
import { type ProductDraft, type ProductReading, typeOf } from "./product-draft.ts";

export interface ProductFile extends OpenedProductFile {
  /** Planned batch by batch against the current shop. */
  batches: AsyncGenerator<PlannedProduct[]>;
  /** How many images of the archive the batches so far have named. */
  matched(): number;
}

/** What of the server reads an import. */
export type Reading = Pick<App, "db" | "now" | "responseCache">;

/**
 * Opens a product file and plans it. Products whose last row is at most `after` are read for their identifiers but not
 * planned; `plannedRows` remembers those that were planned before, and is added to. Throws `UnusableFileError`.
 */
export async function openProductFile(
  app: Reading,
  file: string,
  {
    after = 0,
    encoding = null,
    mapping = null,
    has_headings: hasHeadings = null,
    plannedRows = new Map(),
  }: Partial<Pick<JobRow, "encoding" | "mapping" | "has_headings">> & {
    after?: number;
    plannedRows?: Map<number, number>;
  } = {},
): Promise<ProductFile> {
  const { db, now } = app;
  const { currency, timezone } = await getCachedSettings(app);
  const moment = now();
  const time = { now: moment.getTime(), localNow: localTime(moment, timezone) };
  const input = { file, encoding, hasHeadings, mapping, after, currency, reservedSlugs, time };
  const { opened, parts } = await startReading("products", input, lookupsOf(db));
  let matched = 0;
  const batches = async function* () {
    for await (const part of parts) {
      matched = part.matched;
      yield await planBatch(db, part, opened, plannedRows);
    }
  };
  return { ...opened, batches: batches(), matched: () => matched };
}

const lookupsOf = (db: Db): ShopLookups => ({
  recallMapping: (header) => findMapping(db, headingsKey(header)),
  slugsBySku: async (skus) => {
    const products = await listCurrentProducts(db, { slugs: [], skus, barcodes: [] });
    return products.flatMap(({ slug, variations }) =>
      variations.flatMap(({ sku }): [string, string][] => (sku === null ? [] : [[sku, slug]])),
    );
  },
});

async function planBatch(
  db: Db,
  { products, updates }: ReadBatch,
  opened: OpenedProductFile,
  plannedRows: Map<number, number>,
) {
  if (updates.length > 0) return planUpdates(db, updates);
  const drafts = products.flatMap((reading) => (reading.kind === "draft" ? reading.draft : []));
  const known = await loadKnownProducts(db, drafts);
  const spellings = await loadSpellings(db, drafts);
  const planned: PlannedProduct[] = [];
  for (const reading of products) {
    const { plan, notes, ...read } = planReading(reading, { known, spellings, plannedRows });
    planned.push({
      ...read,
      notes: nameColumns([...notes, ...noteRename(plan, notes)], opened),
      lost: nameColumns(read.lost, opened),
      plan: plan.kind === "error" ? { ...plan, errors: nameColumns(plan.errors, opened) } : plan,
    });
    // Shoppers' requests get their turn between products.
    await setImmediate();
  }
  return planned;
}

interface PlanContext {
  known: KnownProducts;
  spellings: Spellings;
  /** The first row of the file by the id of the product that it was planned for. */
  plannedRows: Map<number, number>;
}

function planReading(reading: ProductReading, { known, spellings, plannedRows }: PlanContext): PlannedProduct {
  const { rows, notes, lost, currencies } = reading;
  const read = { rows, notes, lost, currencies };
  if (reading.kind === "bad") return { ...read, plan: { kind: "error", errors: reading.errors } };
  const planned = planNext(reading.draft, known, sanitizeRichText, plannedRows);
  const spelled = noteSpellings(reading.draft, spellings);
  return {
    ...read,
    notes: [...notes, ...planned.notes, ...spelled],
    lost: [...lost, ...planned.lost],
    plan: planned.plan,
  };
}

/** A handle that can't be an address as it is. */
function noteRename(plan: PlannedProduct["plan"], notes: RowRemark[]): RowRemark[] {
  if (plan.kind !== "create" || notes.some(({ code }) => code === "handle_renamed")) return [];
  const { first, handle, slug } = plan.draft;
  if (handle === "" || handle === slug) return [];
  return [toRemark(first, "Handle", "handle_renamed", `The handle "${handle}" became "${slug}".`)];
}

/** Remarks made without the columns at hand carry plain names; they get the headings of the file. */
function nameColumns(remarks: RowRemark[], { headings }: OpenedProductFile): RowRemark[] {
  const names = new Map<string | null, string>(Object.entries(headings));
  return remarks.map((remark) => ({ ...remark, column: names.get(remark.column) ?? remark.column }));
}

/** How the shop writes the options of these drafts. */
async function loadSpellings(db: Db, drafts: readonly ProductDraft[]): Promise<Spellings> {
  const names = new Set(drafts.flatMap(({ optionNames }) => optionNames.map((name) => name.toLowerCase())));
  if (names.size === 0) return new Map();
  const labels = new Set<string>();
  for (const { variations } of drafts)
    for (const { options } of variations) for (const label of options) labels.add(label.toLowerCase());
  return toSpellings(await listOptionSpellings(db, [...names], [...labels]));
}

/** Loads the products these drafts may match, with one query of each kind. */
async function loadKnownProducts(db: Db | Tx, drafts: readonly ProductDraft[]): Promise<KnownProducts> {
  const variations = drafts.flatMap((draft) => draft.variations);
  const slugs = drafts.map(({ slug }) => slug);
  const renamed = await listRenamedProducts(db, slugs);
  const products = await listCurrentProducts(db, {
    slugs: [...slugs, ...renamed.map(({ slug }) => slug)],
    skus: variations.flatMap(({ sku }) => sku ?? []),
    barcodes: variations.flatMap(({ barcode }) => barcode ?? []),
  });
  const ids = products.map(({ id }) => id);
  const sources = Map.groupBy(await listImageSources(db, ids), ({ product_id }) => product_id);
  const images = Map.groupBy(await listImagesForExport(db, ids), ({ product_id }) => product_id);
  return indexProducts(
    products.map((product) => {
      const downloaded = sources.get(product.id) ?? [];
      return {
        ...product,
        sources: downloaded.map(({ source_url }) => source_url),
        ownPaths: (images.get(product.id) ?? []).flatMap(({ sha256 }) => (sha256 ? [imageUrl(sha256)] : [])),
        images: images.get(product.id)?.length ?? 0,
        failedSources: downloaded.flatMap(({ source_url, status }) => (status === "failed" ? [source_url] : [])),
      };
    }),
    renamed,
    await loadInherited(db, drafts, products),
  );
}

/** What the products that drafts say something of the safety of inherit. */
async function loadInherited(
  db: Db | Tx,
  drafts: readonly ProductDraft[],
  products: readonly Pick<CurrentProduct, "brand" | "type">[],
): Promise<InheritedSafety[]> {
  const saying = drafts.filter(({ safety }) => safety);
  if (saying.length === 0) return [];
  const brands = [...saying, ...products].flatMap(({ brand }) => brand ?? []);
  const types = [...saying.map(typeOf), ...products.map(({ type }) => type)].map(({ name }) => name.toLowerCase());
  return listInheritedSafety(db, { brands: [...new Set(brands)], types: [...new Set(types)] });
}
