import { expect, test } from "vitest";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import { aboutProduct } from "./structured.ts";

test("R3 each variation says in what it differs, as the group of them says it would", () => {
  const price = { amount: 1000, currency: "EUR" };
  const variation = (id: number, value_id: number) => ({
    id,
    sku: `T${id}`,
    title: "",
    price,
    image_ids: [],
    options: [{ group_id: 1, value_id }],
    stock: { state: "in_stock" },
  });
  const value = (id: number, label: string) => ({ id, label, code: label, swatch: null, available: true });
  const tee = {
    name: "Tee",
    slug: "tee",
    brand: null,
    seo: { description: "" },
    rating: { count: 0, average: null },
    images: [],
    option_groups: [{ id: 1, name: "Colour", values: [value(1, "Sand"), value(2, "Moss")] }],
    variations: [variation(1, 1), variation(2, 2)],
  } as unknown as ProductDetails;
  const about = aboutProduct(tee, "https://shop.example");
  expect(about).toMatchObject({
    variesBy: ["https://schema.org/color"],
    hasVariant: [{ color: "Sand" }, { color: "Moss" }],
  });
});
