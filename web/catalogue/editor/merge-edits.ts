import { same, type TypedProduct, type TypedVariation } from "./product-fields.ts";

interface Sides {
  /** What both began with. */
  base: TypedProduct;
  mine: TypedProduct;
  theirs: TypedProduct;
}
export interface Merged {
  product: TypedProduct;
  /** What somebody else changed, in words. */
  changed: string[];
  /** Those of them that were changed here too, where what was typed here stays. */
  disputed: string[];
}

const words: Record<keyof TypedProduct, string> = {
  name: "name",
  slug: "address",
  subtitle: "subtitle",
  brand: "brand",
  description_html: "description",
  product_type_id: "type",
  tax_class_id: "tax class",
  status: "status",
  category_ids: "categories",
  tag_ids: "tags",
  attributes: "facts",
  seo_title: "title for search engines",
  seo_description: "description for search engines",
  groups: "options",
  variations: "variations",
  images: "pictures",
};

/** Two changes of one product made at once: each side's own are kept, and what was typed here wins where both changed the same. */
export function merged({ base, mine, theirs }: Sides): Merged {
  const product = { ...mine };
  const changed: string[] = [];
  const disputed: string[] = [];
  for (const key of Object.keys(words) as (keyof TypedProduct)[]) {
    if (same(base[key], theirs[key])) continue;
    changed.push(words[key]);
    if (same(base[key], mine[key])) Object.assign(product, { [key]: theirs[key] });
    else if (!same(mine[key], theirs[key]) && key !== "variations") disputed.push(words[key]);
  }
  const rows = mergedRows(base.variations, product.variations, theirs.variations);
  if (rows.isDisputed && !same(mine.variations, theirs.variations)) disputed.push(words.variations);
  return { product: { ...product, variations: rows.all }, changed, disputed };
}

/** Saved variations field by field; those the other took away go, unless the options are being rearranged here. */
function mergedRows(base: TypedVariation[], mine: TypedVariation[], theirs: TypedVariation[]) {
  const [before, now] = [byId(base), byId(theirs)];
  let isDisputed = false;
  const all = mine.flatMap((row) => {
    const was = before.get(row.variation_id);
    const is = now.get(row.variation_id);
    if (row.variation_id === null || !was) return [row];
    if (!is) return [];
    const next = { ...row };
    for (const key of Object.keys(row) as (keyof TypedVariation)[]) {
      if (same(was[key], is[key])) continue;
      if (same(was[key], row[key])) Object.assign(next, { [key]: is[key] });
      else isDisputed ||= !same(row[key], is[key]);
    }
    return [next];
  });
  const known = new Set([...base, ...mine].map(({ variation_id }) => variation_id));
  const added = theirs.filter(({ variation_id }) => !known.has(variation_id));
  return { all: [...all, ...added], isDisputed };
}

const byId = (rows: TypedVariation[]) => new Map(rows.map((row) => [row.variation_id, row]));
