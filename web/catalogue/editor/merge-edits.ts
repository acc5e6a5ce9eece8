import { isSame, type ProductFields, type VariationFields } from "./product-fields.ts";

interface Versions {
  /** What both sides started from. */
  base: ProductFields;
  mine: ProductFields;
  theirs: ProductFields;
}
export interface MergeResult {
  product: ProductFields;
  /** Labels of the fields somebody else changed. */
  changed: string[];
  /** Labels of the fields both sides changed; the local value wins. */
  conflicts: string[];
}

const fieldLabels: Record<keyof ProductFields, string> = {
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

/** Merges two concurrent edits: each side's changes stay, and the local value wins where both changed a field. */
export function mergeEdits({ base, mine, theirs }: Versions): MergeResult {
  const product = { ...mine };
  const changed: string[] = [];
  const disputed: string[] = [];
  for (const key of Object.keys(fieldLabels) as (keyof ProductFields)[]) {
    if (isSame(base[key], theirs[key])) continue;
    changed.push(fieldLabels[key]);
    if (isSame(base[key], mine[key])) Object.assign(product, { [key]: theirs[key] });
    else if (!isSame(mine[key], theirs[key]) && key !== "variations") disputed.push(fieldLabels[key]);
  }
  const rows = mergeVariations(base.variations, product.variations, theirs.variations);
  if (rows.isDisputed && !isSame(mine.variations, theirs.variations)) disputed.push(fieldLabels.variations);
  return { product: { ...product, variations: rows.all }, changed, conflicts: disputed };
}

/**
 * Merges saved variations field by field; variations removed by the other side go, unless the options are changed here.
 */
function mergeVariations(base: VariationFields[], mine: VariationFields[], theirs: VariationFields[]) {
  const [before, now] = [byId(base), byId(theirs)];
  let isDisputed = false;
  const all = mine.flatMap((row) => {
    const was = before.get(row.variation_id);
    const is = now.get(row.variation_id);
    if (row.variation_id === null || !was) return [row];
    if (!is) return [];
    const next = { ...row };
    for (const key of Object.keys(row) as (keyof VariationFields)[]) {
      if (isSame(was[key], is[key])) continue;
      if (isSame(was[key], row[key])) Object.assign(next, { [key]: is[key] });
      else isDisputed ||= !isSame(row[key], is[key]);
    }
    return [next];
  });
  const known = new Set([...base, ...mine].map(({ variation_id }) => variation_id));
  const added = theirs.filter(({ variation_id }) => !known.has(variation_id));
  return { all: [...all, ...added], isDisputed };
}

const byId = (rows: VariationFields[]) => new Map(rows.map((row) => [row.variation_id, row]));
