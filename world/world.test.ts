import { globSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { products } from "./catalogue.ts";
import { categories } from "./categories.ts";
import { categoryImage, imagesOf } from "./images.ts";
import { optionGroups } from "./options.ts";
import { ordersUpTo } from "./orders.ts";
import { admin, customers, people } from "./people.ts";
import { productTypes } from "./product-types.ts";
import { reviews } from "./reviews.ts";
import { tags } from "./tags.ts";
import { variationsOf } from "./variations.ts";

const today = new Date("2026-11-21T12:00:00Z");
const twice = (words: string[]) => words.filter((word, index) => words.indexOf(word) !== index);

describe("the catalogue", () => {
  test("has at least 120 products, each slug and name once", () => {
    expect(products.length).toBeGreaterThanOrEqual(120);
    expect(twice(products.map((product) => product.slug))).toEqual([]);
    expect(twice(products.map((product) => product.name))).toEqual([]);
  });

  test("has three levels of categories, parents before children, none of the leaves empty", () => {
    const paths = categories.map((category) => category.path);
    expect(twice(paths)).toEqual([]);
    expect(Math.max(...paths.map((path) => path.split("/").length))).toBeGreaterThanOrEqual(3);
    for (const [index, path] of paths.entries()) {
      const parent = path.split("/").slice(0, -1).join("/");
      if (parent) expect(paths.slice(0, index), path).toContain(parent);
    }
    const byTags = categories.flatMap((category) => category.tags ?? []);
    expect(byTags.filter((tag) => !products.some((product) => product.tags.includes(tag)))).toEqual([]);
    const assigned = categories.filter((category) => !category.tags).map((category) => category.path);
    const leaves = assigned.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
    expect(leaves.filter((leaf) => !products.some((product) => product.category === leaf))).toEqual([]);
    expect(products.filter((product) => !leaves.includes(product.category)).map((product) => product.slug)).toEqual([]);
  });

  test("uses only options, tags and types that exist, with the attributes of the type", () => {
    for (const product of products) {
      for (const { group, values } of product.options) {
        const known = optionGroups.find((one) => one.name === group)?.values.map((value) => value.label) ?? [];
        expect(known, `${product.slug} ${group}`).toEqual(expect.arrayContaining(values));
      }
      expect(Object.keys(tags), product.slug).toEqual(expect.arrayContaining(product.tags));
      const type = productTypes.find((one) => one.name === product.type);
      expect(Object.keys(product.attributes), product.slug).toEqual(type?.attributes);
    }
  });

  test("has plausible prices and stock: at most 24 variations, compare-at above every price", () => {
    const skus = products.flatMap((product) => variationsOf(product).map((variation) => variation.sku));
    expect(twice(skus)).toEqual([]);
    for (const product of products) {
      const variations = variationsOf(product);
      expect(variations.length, product.slug).toBeLessThanOrEqual(24);
      const dearest = Math.max(...variations.map((variation) => variation.price));
      if (product.compareAt !== undefined) expect(product.compareAt, product.slug).toBeGreaterThan(dearest);
      expect(variations.every((variation) => Number.isInteger(variation.price) && variation.price > 0)).toBe(true);
      const values = product.options.flatMap((option) => option.values);
      expect(values, product.slug).toEqual(expect.arrayContaining(Object.keys(product.priceSteps ?? {})));
    }
    expect(products.filter((product) => product.stock === "sold-out").length).toBeGreaterThanOrEqual(5);
    expect(products.filter((product) => product.stock === "low").length).toBeGreaterThanOrEqual(8);
    const mixed = products.filter((product) => product.stock === "mixed");
    const half = mixed.filter((product) => variationsOf(product).some((variation) => variation.stock === 0));
    expect(half.length).toBeGreaterThanOrEqual(5);
  });
});

describe("the people", () => {
  test("has one admin, the demo customer and 24 more, each key and email once", () => {
    expect(admin).toMatchObject({ username: "admin", email: "admin@kiosk.example", name: "Ada Keeper" });
    expect(customers[0]).toMatchObject({ username: "demo", email: "demo@kiosk.example", name: "Dana Demo" });
    expect(customers).toHaveLength(25);
    expect(twice(people.map((person) => person.key))).toEqual([]);
    expect(people.every((person) => /^[a-z.]+@(kiosk\.example|example\.com)$/.test(person.email))).toBe(true);
  });

  test("wrote at least 180 reviews of existing products, each person once per product", () => {
    expect(reviews.length).toBeGreaterThanOrEqual(180);
    expect(twice(reviews.map((review) => `${review.author} ${review.product}`))).toEqual([]);
    for (const review of reviews) {
      const product = products.find((one) => one.slug === review.product);
      const author = customers.find((one) => one.key === review.author);
      expect(product?.launchedDaysAgo, review.product).toBeGreaterThan(review.daysAgo);
      expect(author?.joinedDaysAgo, review.author).toBeGreaterThan(review.daysAgo);
    }
    const mean = reviews.reduce((sum, review) => sum + review.rating, 0) / reviews.length;
    expect(mean).toBeGreaterThan(4.1);
    expect(mean).toBeLessThan(4.5);
  });

  test("placed 140 orders of existing variations, with a rising trend and the newest still open", () => {
    const orders = ordersUpTo(today);
    expect(orders).toEqual(ordersUpTo(today));
    expect(orders).toHaveLength(140);
    for (const order of orders) {
      expect(customers.some((person) => person.key === order.person)).toBe(true);
      expect(order.daysAgo).toBeLessThan(60);
      for (const line of order.lines) {
        const product = products.find((one) => one.slug === line.slug);
        expect(variationsOf(product!)[line.variationIndex], line.slug).toBeDefined();
      }
    }
    const lately = orders.filter((order) => order.daysAgo < 30).length;
    expect(lately).toBeGreaterThan(orders.length - lately);
    expect(orders.slice(-3).every((order) => order.state === "pending")).toBe(true);
    expect(orders.filter((order) => order.daysAgo > 10 && !["delivered", "cancelled"].includes(order.state))).toEqual(
      [],
    );
  });
});

describe("the images", () => {
  test("are 3 to 6 for a product, with one front for each color and alternative texts", () => {
    for (const product of products) {
      const images = imagesOf(product);
      expect(images.length, product.slug).toBeGreaterThanOrEqual(3);
      expect(images.length, product.slug).toBeLessThanOrEqual(6);
      const colors = product.options.find((option) => option.group === "Color")?.values ?? [];
      const fronts = images.filter(({ file }) => /front/.test(file)).flatMap(({ color }) => color ?? []);
      expect(fronts, product.slug).toEqual(colors);
      expect(images.every(({ alt }) => alt.length > 3)).toBe(true);
    }
  });

  test("are files of their own, none of them unused", () => {
    const named = [
      ...products.flatMap((product) => imagesOf(product).map(({ file }) => file)),
      ...categories.map(categoryImage),
    ];
    expect(twice(named)).toEqual([]);
    expect(globSync("world/images/**/*.webp").sort()).toEqual(named.map((file) => `world/images/${file}`).sort());
  });

  test("are squares of 1200 pixels", async () => {
    const [cover] = imagesOf(products[0]!);
    for (const file of [cover!.file, categoryImage(categories[0]!)])
      expect(await sharp(`world/images/${file}`).metadata()).toMatchObject({
        format: "webp",
        width: 1200,
        height: 1200,
      });
  });
});
