import type { EnergyClass, EnergyRating } from "#contract/catalogue/energy-labels.ts";
import { type Measure, quantitativeValues } from "#contract/catalogue/measures.ts";
import type { SafetyContact } from "#contract/catalogue/product-safety.ts";
import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { Money } from "#contract/money.ts";
import type { Shop } from "#contract/shop/shop.ts";
import { variationImages } from "#web/catalogue/details/variation-choice.ts";
import { paths } from "#web/paths.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";

/** schema.org data of the shop and its search. */
export const shopData = (
  { name, contact, social_links, logo }: Pick<Shop, "name" | "contact" | "social_links" | "logo">,
  origin: string,
) => ({
  "@graph": [
    {
      "@type": "Organization",
      "@id": `${origin}/#shop`,
      name,
      url: `${origin}/`,
      logo: origin + (logo?.url ?? "/favicon.svg"),
      sameAs: [contact.messaging, contact.chat, contact.video, ...social_links].filter(Boolean),
      contactPoint: {
        "@type": "ContactPoint",
        telephone: contact.phone ?? undefined,
        email: contact.email ?? undefined,
        contactType: "customer service",
      },
    },
    {
      "@type": "WebSite",
      name,
      url: `${origin}/`,
      publisher: { "@id": `${origin}/#shop` },
      potentialAction: {
        "@type": "SearchAction",
        target: `${origin}${paths.products()}?name={search_term_string}`,
        "query-input": "required name=search_term_string",
      },
    },
  ],
});

export interface Step {
  name: string;
  path: string;
}

export const breadcrumbData = (steps: Step[], origin: string) => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: origin + path,
  })),
});

/** schema.org data of a product with an offer per variation; ratings only where there are reviews. */
export function productData(product: ProductDetails, origin: string) {
  const {
    name,
    slug,
    brand,
    safety,
    country_of_origin: country,
    energy_label: label,
    seo,
    rating,
    variations,
    option_groups,
    images,
  } = product;
  const shared = {
    name,
    description: seo.description,
    image: images.slice(0, 6).map(({ url }) => absoluteUrl(url, origin)),
    ...(brand ? { brand: { "@type": "Brand", name: brand } } : {}),
    ...(safety.manufacturer ? { manufacturer: organization(safety.manufacturer) } : {}),
    ...(country ? { countryOfOrigin: { "@type": "Country", name: country } } : {}),
    ...(label ? { hasEnergyConsumptionDetails: energyConsumption(label) } : {}),
    ...(rating.count > 0 && rating.average !== null
      ? { aggregateRating: { "@type": "AggregateRating", ratingValue: rating.average, reviewCount: rating.count } }
      : {}),
  };
  const [only] = variations;
  if (variations.length === 1 && only)
    return {
      "@type": "Product",
      ...shared,
      url: origin + paths.details(slug),
      sku: only.sku,
      ...(only.gtin ? { gtin: only.gtin } : {}),
      offers: offer(product, only, origin),
    };
  return {
    "@type": "ProductGroup",
    ...shared,
    url: origin + paths.details(slug),
    productGroupID: slug,
    variesBy: option_groups.flatMap((group) => variesBy.get(group.name.toLowerCase()) ?? []),
    hasVariant: variations.map((variation) => ({
      "@type": "Product",
      name: `${name}, ${variation.title}`,
      sku: variation.sku,
      ...(variation.gtin ? { gtin: variation.gtin } : {}),
      ...variantProperties(product, variation),
      ...(images.length > 0 ? { image: absoluteUrl(variationImages(images, variation)[0]?.url ?? "", origin) } : {}),
      offers: offer(product, variation, origin),
    })),
  };
}

const organization = ({ name, address }: SafetyContact) => ({
  "@type": "Organization",
  name,
  ...(address ? { address } : {}),
});

/** The options of a variation that schema.org has a property for. */
const variantProperties = ({ option_groups }: ProductDetails, { options }: Variation) =>
  Object.fromEntries(
    options.flatMap(({ group_id, value_id }) => {
      const group = option_groups.find(({ id }) => id === group_id);
      const property = variesBy
        .get(group?.name.toLowerCase() ?? "")
        ?.split("/")
        .at(-1);
      const value = group?.values.find(({ id }) => id === value_id);
      return property && value ? [[property, value.label]] : [];
    }),
  );

const absoluteUrl = (url: string, origin: string) => origin + imageUrl(url, 1280);

const offer = (product: ProductDetails, variation: Variation, origin: string) => ({
  "@type": "Offer",
  url: origin + paths.details(product.slug, variation.id),
  price: decimalText(variation.price.amount, variation.price.currency),
  priceCurrency: variation.price.currency,
  availability: `https://schema.org/${availability[variation.stock.state]}`,
  itemCondition: "https://schema.org/NewCondition",
  ...(variation.measure ? { priceSpecification: unitPriceSpecification(variation.price, variation.measure) } : {}),
  ...shippingDetails(variation.delivery === undefined ? product.delivery : variation.delivery),
  ...returnPolicy(product, origin),
});

/** Price and time of the cheapest delivery to the shop's country, as the page shows them. */
function shippingDetails(delivery: ProductDetails["delivery"]) {
  if (!delivery) return {};
  const { price, country, min_days, max_days } = delivery;
  return {
    shippingDetails: {
      "@type": "OfferShippingDetails",
      shippingRate: {
        "@type": "MonetaryAmount",
        value: decimalText(price.amount, price.currency),
        currency: price.currency,
      },
      shippingDestination: { "@type": "DefinedRegion", addressCountry: country },
      deliveryTime: {
        "@type": "ShippingDeliveryTime",
        transitTime: { "@type": "QuantitativeValue", minValue: min_days, maxValue: max_days, unitCode: "DAY" },
      },
    },
  };
}

/** How long the product can be returned in the shop's country, as far as both are known. */
function returnPolicy({ return_days: days, delivery }: ProductDetails, origin: string) {
  if (days === null || !delivery) return {};
  const category = days === 0 ? "MerchantReturnNotPermitted" : "MerchantReturnFiniteReturnWindow";
  return {
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: delivery.country,
      returnPolicyCategory: `https://schema.org/${category}`,
      ...(days > 0 ? { merchantReturnDays: days } : {}),
      merchantReturnLink: origin + paths.returns(),
    },
  };
}

const energyConsumption = ({ class: own, best, worst }: EnergyRating) => ({
  "@type": "EnergyConsumptionDetails",
  hasEnergyEfficiencyCategory: energyCategory(own),
  energyEfficiencyScaleMin: energyCategory(worst),
  energyEfficiencyScaleMax: energyCategory(best),
});

/** schema.org calls A+++ "A3Plus". */
const energyCategory = (name: EnergyClass) => {
  const plus = name.length - 1;
  return `https://schema.org/EUEnergyEfficiencyCategory${plus > 0 ? `A${plus}Plus` : name}`;
};

/** The price with what it is for, from which the unit price follows. */
function unitPriceSpecification({ amount, currency }: Money, measure: Measure) {
  const { measure: contained, base } = quantitativeValues(measure);
  return {
    "@type": "UnitPriceSpecification",
    price: decimalText(amount, currency),
    priceCurrency: currency,
    referenceQuantity: {
      "@type": "QuantitativeValue",
      ...contained,
      valueReference: { "@type": "QuantitativeValue", ...base },
    },
  };
}

const availability: Record<Variation["stock"]["state"], string> = {
  in_stock: "InStock",
  low: "LimitedAvailability",
  out: "OutOfStock",
  backorder: "BackOrder",
  not_tracked: "InStock",
};

const variesBy = new Map(
  Object.entries({
    colour: "https://schema.org/color",
    color: "https://schema.org/color",
    size: "https://schema.org/size",
    "shoe size": "https://schema.org/size",
    material: "https://schema.org/material",
    pattern: "https://schema.org/pattern",
  }),
);
