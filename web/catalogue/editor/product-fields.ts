import { measureText, parseMeasure } from "#contract/catalogue/measures.ts";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { AdminProduct, ProductForm, ProductStatus, VariationForm } from "#contract/catalogue/product-form.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import {
  type EnergyLabelFields,
  toEnergyLabel,
  toEnergyLabelFields,
} from "#web/catalogue/energy-label/energy-label-fields.ts";
import { type SafetyFields, toSafety, toSafetyFields } from "#web/catalogue/safety/safety-fields.ts";
import { instantOfInput, localInputValue } from "#web/ui/text/shop-time.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { gramsFromText, weightText } from "#web/ui/text/weight-format.ts";

/** The form values of a variation; numbers are text. */
export interface VariationFields {
  /** Null until it is saved. */
  variation_id: number | null;
  option_value_ids: number[];
  price: string;
  compare_at: string;
  cost: string;
  sku: string;
  barcode: string;
  weight: string;
  /** How much it contains: "500 g". */
  measure: string;
  on_hand: string;
  /** Empty for the default of the shop. */
  low_stock_level: string;
  max_per_order: string;
  track_stock: boolean;
  allow_backorder: boolean;
  is_active: boolean;
}
export type ImageFields = Pick<
  AdminProduct["images"][number],
  "id" | "url" | "alt" | "width" | "height" | "dominant" | "option_value_id"
>;
/** An option of the product, such as its color, and its values. */
export interface OptionFields {
  group_id: number;
  value_ids: number[];
}

/** The form values of a product. */
export interface ProductFields {
  name: string;
  slug: string;
  subtitle: string;
  brand: string;
  description_html: string;
  product_type_id: string;
  tax_class_id: string;
  status: ProductStatus;
  /** In the shop's time zone, for `datetime-local` fields. */
  publish_at: string;
  unpublish_at: string;
  category_ids: number[];
  tag_ids: number[];
  related_ids: number[];
  attributes: Record<string, string>;
  safety: SafetyFields;
  country_of_origin: string;
  energy_label: EnergyLabelFields;
  seo_title: string;
  seo_description: string;
  groups: OptionFields[];
  variations: VariationFields[];
  images: ImageFields[];
}

export const blankVariation = (): VariationFields => ({
  variation_id: null,
  option_value_ids: [],
  price: "",
  compare_at: "",
  cost: "",
  sku: "",
  barcode: "",
  weight: "",
  measure: "",
  on_hand: "0",
  low_stock_level: "",
  max_per_order: "",
  track_stock: true,
  allow_backorder: false,
  is_active: true,
});

/** An empty product; active, so that it is sold once it is saved. */
export const blankProduct = (): ProductFields => ({
  name: "",
  slug: "",
  subtitle: "",
  brand: "",
  description_html: "",
  product_type_id: "",
  tax_class_id: "",
  status: "active",
  publish_at: "",
  unpublish_at: "",
  category_ids: [],
  tag_ids: [],
  related_ids: [],
  attributes: {},
  safety: toSafetyFields(),
  country_of_origin: "",
  energy_label: toEnergyLabelFields(),
  seo_title: "",
  seo_description: "",
  groups: [],
  variations: [blankVariation()],
  images: [],
});

/** Form values of a saved product. */
export function toFields(product: AdminProduct, optionGroups: OptionGroup[]): ProductFields {
  const money = (amount: number | null) => (amount === null ? "" : decimalText(amount, product.currency));
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
    publish_at: localInputValue(product.publish_at),
    unpublish_at: localInputValue(product.unpublish_at),
    category_ids: product.category_ids,
    tag_ids: product.tag_ids,
    related_ids: product.related_ids,
    attributes: { ...product.attributes },
    safety: toSafetyFields(product.safety),
    country_of_origin: product.country_of_origin ?? "",
    energy_label: toEnergyLabelFields(product.energy_label),
    seo_title: product.seo.title ?? "",
    seo_description: product.seo.description ?? "",
    groups: toOptionFields(product, optionGroups),
    variations: product.variations.map((variation) => ({
      variation_id: variation.id,
      option_value_ids: variation.option_value_ids,
      price: money(variation.price_amount),
      compare_at: money(variation.compare_at_amount),
      cost: money(variation.cost_amount),
      sku: variation.sku ?? "",
      barcode: variation.barcode ?? "",
      weight: weightText(variation.weight_g),
      measure: measureText(variation.measure),
      on_hand: String(variation.on_hand),
      low_stock_level: number(variation.low_stock_level),
      max_per_order: number(variation.max_per_order),
      track_stock: variation.track_stock,
      allow_backorder: variation.allow_backorder,
      is_active: variation.is_active,
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

function toOptionFields({ variations }: AdminProduct, optionGroups: OptionGroup[]): OptionFields[] {
  const used = new Set(variations.flatMap(({ option_value_ids }) => option_value_ids));
  return (variations[0]?.option_value_ids ?? []).flatMap((id) => {
    const group = optionGroups.find(({ values }) => values.some((value) => value.id === id));
    if (!group) return [];
    return [{ group_id: group.id, value_ids: group.values.flatMap((value) => (used.has(value.id) ? value.id : [])) }];
  });
}

/** A copy as a draft, without SKUs, barcodes, slug and stock. */
export function duplicateFields(fields: ProductFields): ProductFields {
  const name = `Copy of ${fields.name}`;
  return {
    ...fields,
    name,
    slug: slugify(name),
    status: "draft",
    publish_at: "",
    unpublish_at: "",
    variations: fields.variations.map((variation) => ({
      ...variation,
      variation_id: null,
      sku: "",
      barcode: "",
      on_hand: "0",
    })),
  };
}

interface FormInput {
  fields: ProductFields;
  currency: string;
  /** The loaded values; stock and images are sent only when changed, as orders change stock meanwhile. */
  before?: ProductFields | undefined;
}

/** The request body of valid form values. */
export function toProductForm({ fields, currency, before }: FormInput): ProductForm & { variations: VariationForm[] } {
  const known = new Map(before?.variations.map((variation) => [variation.variation_id, variation]));
  const { images } = fields;
  const isSlugMade = !before && fields.slug.trim() === slugify(fields.name);
  return {
    name: fields.name.trim(),
    ...(fields.slug.trim() && fields.slug !== before?.slug && !isSlugMade ? { slug: fields.slug.trim() } : {}),
    subtitle: fields.subtitle.trim() || null,
    brand: fields.brand.trim() || null,
    description_html: fields.description_html,
    product_type_id: Number(fields.product_type_id),
    tax_class_id: Number(fields.tax_class_id) || null,
    status: fields.status,
    publish_at: instantOfInput(fields.publish_at),
    unpublish_at: instantOfInput(fields.unpublish_at),
    category_ids: fields.category_ids,
    tag_ids: fields.tag_ids,
    related_ids: fields.related_ids,
    attributes: withoutEmpty(fields.attributes),
    safety: toSafety(fields.safety),
    country_of_origin: fields.country_of_origin || null,
    energy_label: toEnergyLabel(fields.energy_label),
    seo: withoutEmpty({ title: fields.seo_title, description: fields.seo_description }),
    variations: fields.variations.map((variation) =>
      toVariationForm(variation, currency, known.get(variation.variation_id ?? -1)),
    ),
    ...(isSame(images, before?.images ?? [])
      ? {}
      : {
          images: images.map(({ id, alt, option_value_id }) => ({ id, alt: alt.trim(), option_value_id })),
          ...(before ? { images_was: before.images.map(({ id }) => id) } : {}),
        }),
  };
}

function toVariationForm(
  fields: VariationFields,
  currency: string,
  before: VariationFields | undefined,
): VariationForm {
  const money = (text: string) => (text.trim() ? amountFromText(text, currency) : null);
  const number = (text: string) => (text.trim() ? Number(toAsciiDigits(text)) : null);
  return {
    ...(fields.variation_id === null ? {} : { id: fields.variation_id }),
    option_value_ids: fields.option_value_ids,
    price_amount: money(fields.price) ?? 0,
    compare_at_amount: money(fields.compare_at),
    cost_amount: money(fields.cost),
    sku: fields.sku.trim() || null,
    barcode: fields.barcode.trim() || null,
    weight_g: gramsFromText(fields.weight),
    measure: parseMeasure(toAsciiDigits(fields.measure.trim())),
    // Elsewhere it may have been set meanwhile, without another version.
    ...(fields.low_stock_level.trim() === before?.low_stock_level
      ? {}
      : { low_stock_level: number(fields.low_stock_level) }),
    max_per_order: number(fields.max_per_order),
    track_stock: fields.track_stock,
    allow_backorder: fields.allow_backorder,
    is_active: fields.is_active,
    ...(fields.on_hand.trim() === before?.on_hand
      ? {}
      : { on_hand: number(fields.on_hand) ?? 0, ...(before ? { on_hand_was: number(before.on_hand) ?? 0 } : {}) }),
  };
}

const withoutEmpty = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text = ""]) => (text.trim() ? [[key, text.trim()]] : [])));

/** Deep equality of JSON values. */
export const isSame = (fields: unknown, other: unknown) => JSON.stringify(fields) === JSON.stringify(other);
