import { type ImageFields, isSame, type ProductFields, type VariationFields } from "./product-fields.ts";

interface Versions {
  /** What both sides started from. */
  base: ProductFields;
  mine: ProductFields;
  theirs: ProductFields;
}
/** A field both sides changed; the form has the local value. */
export type EditConflict =
  | { [Key in keyof ProductFields]: { field: Key; mine: ProductFields[Key]; theirs: ProductFields[Key] } }[Exclude<
      keyof ProductFields,
      "variations"
    >]
  | VariationConflict;
/** A field of a saved variation that both sides changed. */
export interface VariationConflict {
  field: "variations";
  variation_id: number;
  key: keyof VariationFields;
  mine: VariationFields[keyof VariationFields];
  theirs: VariationFields[keyof VariationFields];
}
export interface MergeResult {
  product: ProductFields;
  /** Labels of the fields somebody else changed. */
  changed: string[];
  conflicts: EditConflict[];
}

export const fieldLabels: Record<keyof ProductFields, string> = {
  name: "name",
  slug: "URL handle",
  subtitle: "subtitle",
  brand: "brand",
  description_html: "description",
  product_type_id: "type",
  tax_class_id: "tax class",
  status: "status",
  publish_at: "time of publishing",
  unpublish_at: "time of unpublishing",
  category_ids: "categories",
  tag_ids: "tags",
  related_ids: "related products",
  attributes: "attributes",
  safety: "product safety",
  country_of_origin: "country of origin",
  energy_label: "energy label",
  seo_title: "SEO title",
  seo_description: "SEO description",
  groups: "options",
  variations: "variations",
  images: "images",
};

/** Merges two concurrent edits: each side's changes stay, and the local value wins where both changed a field. */
export function mergeEdits({ base, mine, theirs }: Versions): MergeResult {
  const product = { ...mine };
  const changed: string[] = [];
  const conflicts: EditConflict[] = [];
  for (const key of Object.keys(fieldLabels) as (keyof ProductFields)[]) {
    if (isSame(base[key], theirs[key])) continue;
    changed.push(fieldLabels[key]);
    if (isSame(base[key], mine[key])) Object.assign(product, { [key]: theirs[key] });
    else if (key === "images" && !isEdited(base.images, theirs.images)) continue;
    else if (!isSame(mine[key], theirs[key]) && key !== "variations")
      conflicts.push({ field: key, mine: mine[key], theirs: theirs[key] } as EditConflict);
  }
  const variations = mergeVariations(base.variations, product.variations, theirs.variations);
  return {
    product: {
      ...product,
      variations: variations.all,
      images: mergeImages(base.images, product.images, theirs.images),
    },
    changed,
    conflicts: [...conflicts, ...variations.conflicts],
  };
}

/**
 * What is in the editor after `sent` was saved as `saved`: what was typed since, over what is saved. New variations and
 * copied images have other ids once they are saved.
 */
export function mergeSaved(sent: ProductFields, mine: ProductFields, saved: ProductFields): ProductFields {
  const ids = new Map(saved.variations.map((row) => [optionsOf(row), row.variation_id]));
  const wasSent = new Set(sent.variations.map(optionsOf));
  const images = new Map(sent.images.map((image, at) => [image.id, saved.images[at]]));
  const withIds = (fields: ProductFields): ProductFields => ({
    ...fields,
    variations: fields.variations.map((row) =>
      row.variation_id === null && wasSent.has(optionsOf(row))
        ? { ...row, variation_id: ids.get(optionsOf(row)) ?? null }
        : row,
    ),
    images: fields.images.map((image) => {
      const copy = images.get(image.id);
      return copy ? { ...image, id: copy.id, url: copy.url } : image;
    }),
  });
  return mergeEdits({ base: withIds(sent), mine: withIds(mine), theirs: saved }).product;
}

const optionsOf = ({ option_value_ids }: VariationFields) => option_value_ids.join();

/**
 * Merges saved variations field by field; variations removed by the other side go, unless the options are changed here.
 */
function mergeVariations(base: VariationFields[], mine: VariationFields[], theirs: VariationFields[]) {
  const [before, now] = [byId(base), byId(theirs)];
  const conflicts: VariationConflict[] = [];
  const all = mine.flatMap((row) => {
    const { variation_id } = row;
    const was = before.get(variation_id);
    const is = now.get(variation_id);
    if (variation_id === null || !was) return [row];
    if (!is) return [];
    const next = { ...row };
    for (const key of Object.keys(row) as (keyof VariationFields)[]) {
      if (isSame(was[key], is[key])) continue;
      if (isSame(was[key], row[key])) Object.assign(next, { [key]: is[key] });
      else if (!isSame(row[key], is[key]))
        conflicts.push({ field: "variations", variation_id, key, mine: row[key], theirs: is[key] });
    }
    return [next];
  });
  const known = new Set([...base, ...mine].map(({ variation_id }) => variation_id));
  const added = theirs.filter(({ variation_id }) => !known.has(variation_id));
  return { all: [...all, ...added], conflicts };
}

/** Images that the other side added come last, and those it removed go. */
function mergeImages(base: ImageFields[], mine: ImageFields[], theirs: ImageFields[]): ImageFields[] {
  const [wasThere, isMine, isTheirs] = [isIn(base), isIn(mine), isIn(theirs)];
  return [
    ...mine.filter((image) => isTheirs(image) || !wasThere(image)),
    ...theirs.filter((image) => !wasThere(image) && !isMine(image)),
  ];
}

/** Whether the other side changed or moved images, besides adding and removing some. */
const isEdited = (base: ImageFields[], theirs: ImageFields[]) =>
  !isSame(base.filter(isIn(theirs)), theirs.filter(isIn(base)));

function isIn(images: ImageFields[]) {
  const ids = new Set(images.map(({ id }) => id));
  return ({ id }: ImageFields) => ids.has(id);
}

const byId = (rows: VariationFields[]) => new Map(rows.map((row) => [row.variation_id, row]));
