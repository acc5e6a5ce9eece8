import { expect, test } from "vitest";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { productData, shopData } from "./structured-data.ts";

const origin = "https://shop.example";
const value = (id: number, label: string) => ({ id, label, code: label, swatch: null, available: true });
const variation = (id: number, value_id: number, state = "in_stock", amount = 1000) => ({
  id,
  sku: `T${id}`,
  title: "",
  price: { amount, currency: "EUR" },
  image_ids: [],
  options: [{ group_id: 1, value_id }],
  stock: { state },
});
const tee = (change: object = {}) =>
  ({
    name: "Tee",
    slug: "tee",
    brand: null,
    country_of_origin: null,
    energy_label: null,
    delivery: null,
    return_days: null,
    safety: { manufacturer: null, responsible_person: null, warnings: null },
    seo: { description: "" },
    rating: { count: 0, average: null },
    images: [],
    option_groups: [{ id: 1, name: "Color", values: [value(1, "Sand"), value(2, "Moss")] }],
    variations: [variation(1, 1), variation(2, 2)],
    ...change,
  }) as unknown as ProductDetails;

test("R3 structured data names the properties in which variations differ", () => {
  expect(productData(tee(), origin)).toMatchObject({
    variesBy: ["https://schema.org/color"],
    hasVariant: [{ color: "Sand" }, { color: "Moss" }],
  });
});

test("R3 structured data has what the price of a variation with a unit price is for", () => {
  const measure = { amount: 250, unit: "ml", base: "100ml" };
  const { offers } = productData(tee({ variations: [{ ...variation(1, 1), measure }] }), origin) as { offers: object };
  expect(offers).toMatchObject({
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: "10.00",
      referenceQuantity: { value: 250, unitCode: "MLT", valueReference: { value: 100, unitCode: "MLT" } },
    },
  });
});

test("R3 structured data has the country of origin where it is known", () => {
  expect(productData(tee({ country_of_origin: "PT" }), origin)).toMatchObject({
    countryOfOrigin: { "@type": "Country", name: "PT" },
  });
  expect(JSON.stringify(productData(tee(), origin))).not.toContain("countryOfOrigin");
});

test("R3 structured data has the energy class with its scale", () => {
  const energy_label = { class: "A+", best: "A+++", worst: "D" };
  const category = (name: string) => `https://schema.org/EUEnergyEfficiencyCategory${name}`;
  expect(productData(tee({ energy_label }), origin)).toMatchObject({
    hasEnergyConsumptionDetails: {
      "@type": "EnergyConsumptionDetails",
      hasEnergyEfficiencyCategory: category("A1Plus"),
      energyEfficiencyScaleMin: category("D"),
      energyEfficiencyScaleMax: category("A3Plus"),
    },
  });
});

test("R3 structured data has the GTIN, the delivery and the returns of a variation, as far as they are known", () => {
  const money = (amount: number) => ({ amount, currency: "EUR" });
  const delivery = { country: "DE", min_days: 2, max_days: 4, price: money(490), free_from: null };
  const variations = [
    { ...variation(1, 1), gtin: "4006381333931" },
    { ...variation(2, 2), delivery: null },
  ];
  const offers = (change: object) =>
    (productData(tee({ variations, ...change }), origin) as { hasVariant: { gtin?: string; offers: object }[] })
      .hasVariant;
  const [first, second] = offers({ delivery, return_days: 30 });
  const returns = {
    "@type": "MerchantReturnPolicy",
    applicableCountry: "DE",
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: 30,
    merchantReturnLink: "https://shop.example/returns",
  };
  expect(first).toMatchObject({
    gtin: "4006381333931",
    offers: {
      shippingDetails: {
        "@type": "OfferShippingDetails",
        shippingRate: { "@type": "MonetaryAmount", value: "4.90", currency: "EUR" },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
        deliveryTime: { transitTime: { minValue: 2, maxValue: 4, unitCode: "DAY" } },
      },
      hasMerchantReturnPolicy: returns,
    },
  });
  expect(second).not.toHaveProperty("gtin");
  expect(second?.offers).not.toHaveProperty("shippingDetails");
  expect(second?.offers).toMatchObject({ hasMerchantReturnPolicy: returns });
  expect(offers({ delivery, return_days: 0 })[0]?.offers).toMatchObject({
    hasMerchantReturnPolicy: { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" },
  });
  for (const unknown of [
    { delivery, return_days: null },
    { delivery: null, return_days: 30 },
  ])
    expect(offers(unknown)[1]?.offers).not.toHaveProperty("hasMerchantReturnPolicy");
});

test("R3 structured data has a rating only for products with reviews", () => {
  const rating = { count: 3, average: 4.33 };
  for (const variations of [[variation(1, 1)], [variation(1, 1), variation(2, 2)]]) {
    expect(JSON.stringify(productData(tee({ variations }), origin))).not.toMatch(/rating/i);
    expect(productData(tee({ variations, rating }), origin)).toMatchObject({
      aggregateRating: { "@type": "AggregateRating", ratingValue: 4.33, reviewCount: 3 },
    });
  }
});

test("R3 structured data has an offer with price, stock and URL per variation", () => {
  const states = [
    ["in_stock", "InStock"],
    ["low", "LimitedAvailability"],
    ["out", "OutOfStock"],
    ["backorder", "BackOrder"],
    ["not_tracked", "InStock"],
  ] as const;
  const variations = states.map(([state], index) => variation(index + 1, 1, state, 1005 + index));
  const offers = states.map(([, availability], index) => ({
    "@type": "Offer",
    url: `https://shop.example/details/tee?variation=${index + 1}`,
    price: `10.0${5 + index}`,
    priceCurrency: "EUR",
    availability: `https://schema.org/${availability}`,
    itemCondition: "https://schema.org/NewCondition",
  }));
  const group = productData(tee({ variations }), origin);
  expect(group).toMatchObject({ "@type": "ProductGroup", hasVariant: offers.map((offers) => ({ offers })) });
  const only = productData(tee({ variations: variations.slice(2, 3) }), origin);
  expect(only).toMatchObject({ "@type": "Product", offers: offers[2] });
});

test("R1 H3 structured data names the URL of the shop's search", () => {
  const contact = { phone: "", email: "", messaging: "", chat: "", video: "" };
  const site = shopData({ name: "Kiosk", contact, social_links: [], logo: null }, origin)["@graph"].find(
    (one) => one["@type"] === "WebSite",
  );
  expect(site).toMatchObject({
    url: "https://shop.example/",
    potentialAction: {
      "@type": "SearchAction",
      target: `https://shop.example${paths.products({ name: "cap" }).replace("cap", "{search_term_string}")}`,
      "query-input": "required name=search_term_string",
    },
  });
});

test("an option may have any name", () => {
  const option_groups = [{ id: 1, name: "Constructor", values: [value(1, "LEGO"), value(2, "BRIO")] }];
  expect(productData(tee({ option_groups }), origin)).toMatchObject({ variesBy: [] });
});
