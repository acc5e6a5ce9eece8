import type { AdminProduct, ProductForm, ProductStatus, VariationForm } from "#contract/catalogue/product-form.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { withPlainDigits } from "#contract/digits.ts";
import { amountFromText, decimalText } from "#web/ui/money-format.ts";

/** A variation while it is edited: what is typed is text. */
export interface TypedVariation {
  /** Null until it has been saved. */
  variation_id: number | null;
  option_value_ids: number[];
  price: string;
  compare_at: string;
  cost: string;
  sku: string;
  barcode: string;
  weight: string;
  on_hand: string;
  max_per_order: string;
  track_stock: boolean;
  allow_backorder: boolean;
  is_active: boolean;
}
export type TypedPicture = Pick<
  AdminProduct["images"][number],
  "id" | "url" | "alt" | "width" | "height" | "dominant" | "option_value_id"
>;
/** An option of the product, such as its colour, and the values of it that it comes in. */
export interface TypedGroup {
  group_id: number;
  value_ids: number[];
}

/** A product while it is edited. */
export interface TypedProduct {
  name: string;
  slug: string;
  subtitle: string;
  brand: string;
  description_html: string;
  product_type_id: string;
  tax_class_id: string;
  status: ProductStatus;
  category_ids: number[];
  tag_ids: number[];
  attributes: Record<string, string>;
  seo_title: string;
  seo_description: string;
  groups: TypedGroup[];
  variations: TypedVariation[];
  images: TypedPicture[];
}

export const blankVariation = (): TypedVariation => ({
  variation_id: null,
  option_value_ids: [],
  price: "",
  compare_at: "",
  cost: "",
  sku: "",
  barcode: "",
  weight: "",
  on_hand: "0",
  max_per_order: "",
  track_stock: true,
  allow_backorder: false,
  is_active: true,
});

/** A product nobody has typed anything of; shown in the shop once it is saved, as it is made to be sold. */
export const blankProduct = (): TypedProduct => ({
  name: "",
  slug: "",
  subtitle: "",
  brand: "",
  description_html: "",
  product_type_id: "",
  tax_class_id: "",
  status: "active",
  category_ids: [],
  tag_ids: [],
  attributes: {},
  seo_title: "",
  seo_description: "",
  groups: [],
  variations: [blankVariation()],
  images: [],
});

/** A saved product as the form shows it. */
export function typedOf(product: AdminProduct, optionGroups: OptionGroup[]): TypedProduct {
  const money = (amount: number | null) => (amount === null ? "" : decimalText({ amount, currency: product.currency }));
  const number = (value: number | null) => (value === null ? "" : String(value));
  return {
    name: product.name,
    slug: product.slug,
    subtitle: product.subtitle ?? "",
    brand: product.brand ?? "",
    description_html: product.description_html,
    product_type_id: String(product.product_type_id),
    tax_class_id: number(product.tax_class_id),
    status: product.status,
    category_ids: product.category_ids,
    tag_ids: product.tag_ids,
    attributes: { ...product.attributes },
    seo_title: product.seo.title ?? "",
    seo_description: product.seo.description ?? "",
    groups: groupsOf(product, optionGroups),
    variations: product.variations.map((one) => ({
      variation_id: one.id,
      option_value_ids: one.option_value_ids,
      price: money(one.price_amount),
      compare_at: money(one.compare_at_amount),
      cost: money(one.cost_amount),
      sku: one.sku ?? "",
      barcode: one.barcode ?? "",
      weight: number(one.weight_g),
      on_hand: String(one.on_hand),
      max_per_order: number(one.max_per_order),
      track_stock: one.track_stock,
      allow_backorder: one.allow_backorder,
      is_active: one.is_active,
    })),
    images: product.images.map(({ id, url, alt, width, height, dominant, option_value_id }) => ({
      id,
      url,
      alt,
      width,
      height,
      dominant,
      option_value_id,
    })),
  };
}

function groupsOf({ variations }: AdminProduct, optionGroups: OptionGroup[]): TypedGroup[] {
  const used = new Set(variations.flatMap(({ option_value_ids }) => option_value_ids));
  return (variations[0]?.option_value_ids ?? []).flatMap((id) => {
    const group = optionGroups.find(({ values }) => values.some((value) => value.id === id));
    if (!group) return [];
    return [{ group_id: group.id, value_ids: group.values.flatMap((value) => (used.has(value.id) ? value.id : [])) }];
  });
}

/** Another product like this one: what names one product alone (SKUs, barcodes, address) is left out, and none are in stock. */
export function copyOf(typed: TypedProduct): TypedProduct {
  const name = `Copy of ${typed.name}`;
  return {
    ...typed,
    name,
    slug: slugify(name),
    status: "draft",
    variations: typed.variations.map((one) => ({ ...one, variation_id: null, sku: "", barcode: "", on_hand: "0" })),
  };
}

interface Given {
  typed: TypedProduct;
  currency: string;
  /** What was loaded; stock and pictures are sent only where they differ from it, as orders change stock meanwhile. */
  before?: TypedProduct | undefined;
}

/** What was typed, as the shop takes it; `checkTyped` has found nothing wrong with it. */
export function bodyOf({ typed, currency, before }: Given): ProductForm & { variations: VariationForm[] } {
  const known = new Map(before?.variations.map((one) => [one.variation_id, one]));
  const { images } = typed;
  const isSlugMade = !before && typed.slug.trim() === slugify(typed.name);
  return {
    name: typed.name.trim(),
    ...(typed.slug.trim() && typed.slug !== before?.slug && !isSlugMade ? { slug: typed.slug.trim() } : {}),
    subtitle: typed.subtitle.trim() || null,
    brand: typed.brand.trim() || null,
    description_html: typed.description_html,
    product_type_id: Number(typed.product_type_id),
    tax_class_id: Number(typed.tax_class_id) || null,
    status: typed.status,
    category_ids: typed.category_ids,
    tag_ids: typed.tag_ids,
    attributes: filled(typed.attributes),
    seo: filled({ title: typed.seo_title, description: typed.seo_description }),
    variations: typed.variations.map((one) => variationOf(one, currency, known.get(one.variation_id ?? -1))),
    ...(same(images, before?.images ?? [])
      ? {}
      : { images: images.map(({ id, alt, option_value_id }) => ({ id, alt: alt.trim(), option_value_id })) }),
  };
}

function variationOf(one: TypedVariation, currency: string, before: TypedVariation | undefined): VariationForm {
  const money = (text: string) => (text.trim() ? amountFromText(text, currency) : null);
  const number = (text: string) => (text.trim() ? Number(withPlainDigits(text)) : null);
  return {
    ...(one.variation_id === null ? {} : { id: one.variation_id }),
    option_value_ids: one.option_value_ids,
    price_amount: money(one.price) ?? 0,
    compare_at_amount: money(one.compare_at),
    cost_amount: money(one.cost),
    sku: one.sku.trim() || null,
    barcode: one.barcode.trim() || null,
    weight_g: number(one.weight),
    max_per_order: number(one.max_per_order),
    track_stock: one.track_stock,
    allow_backorder: one.allow_backorder,
    is_active: one.is_active,
    ...(one.on_hand.trim() === before?.on_hand
      ? {}
      : { on_hand: number(one.on_hand) ?? 0, ...(before ? { on_hand_was: number(before.on_hand) ?? 0 } : {}) }),
  };
}

/** Those that say something. */
const filled = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text = ""]) => (text.trim() ? [[key, text.trim()]] : [])));

/** Whether two values that could be sent say the same. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
